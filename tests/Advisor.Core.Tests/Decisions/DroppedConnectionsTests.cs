using Advisor.Core.Decisions;

namespace Advisor.Core.Tests.Decisions;

/// <summary>What a scale-in does to connected clients.</summary>
public class DroppedConnectionsTests
{
    [Fact]
    public void A_scale_in_drops_the_connections_of_the_removed_units() =>
        // 19 of 20 units are 95 %.
        Assert.Equal(
            "Removes 19 of 20 units: about 95 % of the connections are dropped, and their clients reconnect.",
            DroppedConnections.Describe(new("Standard_S1", 20), new("Standard_S1", 1))
        );

    [Theory]
    [InlineData("Standard_S1", 6)] // a scale-out
    [InlineData("Standard_S1", 5)]
    [InlineData("Premium_P1", 4)] // a change of tier, of which the guides say nothing
    public void Other_changes_drop_none(string sku, int units) =>
        Assert.Null(DroppedConnections.FindShare(new("Standard_S1", 5), new(sku, units)));

    [Theory]
    // 19 of 20 units are 95 %; a fifth of that is 19 %. No more than all are dropped.
    [InlineData(0.2, "about 19 % of the connections are dropped")]
    [InlineData(1.5, "about 100 % of the connections are dropped")]
    public void Measured_scale_ins_replace_the_share_of_the_units(double ratio, string expected)
    {
        var text = DroppedConnections.Describe(new("Standard_S1", 20), new("Standard_S1", 1), ratio);

        Assert.Contains(expected, text, StringComparison.Ordinal);
        Assert.EndsWith(" Measured: the mean of the last 10 scale-ins.", text, StringComparison.Ordinal);
    }
}
