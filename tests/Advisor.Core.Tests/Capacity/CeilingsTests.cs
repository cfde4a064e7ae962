using Advisor.Core.Capacity;

namespace Advisor.Core.Tests.Capacity;

/// <summary>What a row of a guide promises at a size that can be bought: its columns, and the lines between them.</summary>
public sealed class CeilingsTests
{
    [Fact]
    public void Every_published_column_is_given_back_as_published()
    {
        foreach (var table in GuideTables.Rules.Tables)
        {
            var catalog = GuideTables.Rules.GetCatalog(table.Service);
            foreach (var row in table.Rows)
            {
                for (var i = 0; i < row.Units.Count; i++)
                {
                    var sku = catalog.Find(row.Units[i] <= 100 ? "Standard_S1" : "Premium_P2")!;

                    Assert.False(row.IsInterpolatedAt(sku, row.Units[i]), $"{row.Id} at {row.Units[i]}");
                    foreach (var column in new[] { row.InboundMessages, row.OutboundMessages, row.InboundBytes, row.OutboundBytes })
                    {
                        Assert.Equal(column[i], CeilingsByWorkloadPart.CreateColumnCurve(row, column, sku).Interpolate(row.Units[i]), 1e-6);
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData("echo", 30, 30_000)] // between 10 and 50: 10,000 + 20 / 40 x 40,000
    [InlineData("sendToSmallGroup", 30, 6_000)] // 2,000 + 20 / 40 x 8,000
    [InlineData("sendToSmallGroup", 70, 10_000)] // the flat stretch from 50 to 100
    [InlineData("sendToConnection", 10, 10_000)] // between 2 and 20: 2,000 + 8 / 18 x 18,000
    [InlineData("sendToConnection", 30, 20_000)] // the flat stretch from 20 to 100
    public void Between_the_columns_the_figure_lies_on_the_straight_line_and_is_marked(string useCase, int units, double inbound)
    {
        Assert.True(UseCaseNames.TryParse(useCase, out var parsed));

        Assert.Equal(inbound, ComputeInbound(GuideTables.SignalR, parsed, GuideTables.Standard, units), 1e-6);
        Assert.True(GuideTables.SignalR.FindRow(parsed)!.IsInterpolatedAt(GuideTables.Standard, units));
    }

    [Fact]
    public void Premium_P2_at_exactly_100_units_has_the_figures_of_100_units_marked_as_interpolated()
    {
        Assert.Equal(10_000, ComputeInbound(GuideTables.SignalR, UseCase.SendToSmallGroup, GuideTables.PremiumP2, 100));
        Assert.True(GuideTables.SignalR.FindRow(UseCase.SendToSmallGroup)!.IsInterpolatedAt(GuideTables.PremiumP2, 100));
    }

    [Fact]
    public void Premium_P2_routes_more_with_more_units()
    {
        // Between the columns of 200 and 500: 20,000 + 100 / 300 x 30,000 = 30,000, and 40,000 + 100 / 300 x 60,000 = 60,000.
        Assert.Equal(30_000, ComputeInbound(GuideTables.SignalR, UseCase.SendToSmallGroup, GuideTables.PremiumP2, 300), 1e-6);
        Assert.Equal(60_000, ComputeInbound(GuideTables.SignalR, UseCase.SendToConnection, GuideTables.PremiumP2, 300), 1e-6);
    }

    [Fact]
    public void The_edition_of_2019_promises_nothing_beyond_its_last_column()
    {
        Assert.Equal(100_000, ComputeInbound(GuideTables.SignalR2019, UseCase.Echo, GuideTables.PremiumP2, 500));
        Assert.Equal(4_000, ComputeInbound(GuideTables.SignalR2019, UseCase.SendToSmallGroup, GuideTables.Standard, 20));
    }

    [Fact]
    public void What_Web_PubSub_measured_in_another_way_stands_for_the_plain_case()
    {
        Assert.Equal("webpubsub.restBroadcast", GuideTables.WebPubSub.FindRowOrEquivalent(UseCase.Broadcast)!.Id);
        Assert.Null(GuideTables.SignalR.FindRowOrEquivalent(UseCase.UpstreamEcho));
    }

    // Messages per second into the service.
    private static double ComputeInbound(CapacityTable table, UseCase useCase, Sku sku, int units)
    {
        var row = table.FindRow(useCase)!;
        return CeilingsByWorkloadPart.CreateColumnCurve(row, row.InboundMessages, sku).Interpolate(units);
    }
}
