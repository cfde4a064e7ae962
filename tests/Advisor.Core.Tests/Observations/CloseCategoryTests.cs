using Advisor.Core.Observations;

namespace Advisor.Core.Tests.Observations;

public sealed class CloseCategoryTests
{
    [Fact]
    public void No_more_categories_are_read_than_a_call_returns_for_each_resource() => Assert.InRange(CloseCategory.All.Count, 1, 10);

    [Theory]
    [InlineData("ServiceReload", 950, 1000, 0.95)]
    [InlineData("ClosedByAppServer", 949, 1000, 0.949)]
    // The count was taken after the drop: all that were closed were connected before.
    [InlineData("ServiceReload", 9000, 300, 1)]
    // Clients that leave by themselves, and those that were not connected, are not dropped.
    [InlineData("Normal", 950, 1000, 0)]
    [InlineData("Throttled", 950, 1000, 0)]
    [InlineData("Unauthorized", 950, 1000, 0)]
    // Fewer than 100 say nothing.
    [InlineData("ServiceReload", 99, 99, 0)]
    [InlineData("ServiceReload", 100, 100, 1)]
    [InlineData("ServiceReload", 0, 0, 0)]
    public void The_dropped_share_is_of_those_connected(string category, double closed, double connections, double expected)
    {
        var closes = new Dictionary<string, double> { [category] = closed };
        Assert.Equal(expected, CloseCategory.ComputeDroppedShare(closes, connections, from: 100));
    }

    [Fact]
    public void What_was_not_read_is_unknown_and_not_zero()
    {
        Assert.Null(CloseCategory.ComputeDroppedShare(null, 1000, 100));
        Assert.Null(CloseCategory.ComputeDroppedShare(new Dictionary<string, double>(), null, 100));
        Assert.Null(CloseCategory.DescribeCause(null));
    }

    [Fact]
    public void The_cause_is_the_category_of_most_dropped_connections()
    {
        var closes = new Dictionary<string, double>
        {
            ["Normal"] = 900,
            ["PingTimeout"] = 20,
            ["ClosedByAppServer"] = 400,
        };
        Assert.Equal("ClosedByAppServer: the app server closed them", CloseCategory.DescribeCause(closes));
        Assert.Null(CloseCategory.DescribeCause(new Dictionary<string, double> { ["Normal"] = 900, ["SlowClient"] = 0 }));
    }
}
