using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity;

/// <summary>The size of a past minute, from connections and quota utilization. A unit of Standard_S1 has 1,000 connections.</summary>
public sealed class UnitsAtMinuteTests
{
    private static Sku Sku { get; } = TestResource.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;

    [Theory]
    [InlineData(5000, 25, 20)] // 5,000 / 250
    [InlineData(5000, 37, null)] // 13.5 units: the steps are 10 and 20
    [InlineData(5000, 24.52, 20)] // 20.39 units, 1.96 % above 20
    [InlineData(5000, 24.48, null)] // 20.42 units, 2.1 % above 20
    [InlineData(5000, 25.5, 20)] // 19.61 units, 1.96 % below 20
    [InlineData(5000, 25.6, null)] // 19.53 units, 2.3 % below 20
    [InlineData(50, 5, 1)]
    [InlineData(49, 4.9, null)] // too few for a rounded percentage
    [InlineData(200_000, 200, 100)]
    [InlineData(0, 0, null)]
    public void It_is_the_step_within_2_percent_of_what_the_quota_means(double connections, double percent, int? units) =>
        Assert.Equal(units, UnitsAtMinute.Find(Sku, new MetricReadings(ConnectionCount: connections, ConnectionQuotaUtilization: percent)));

    [Fact]
    public void Without_a_sku_or_a_reading_it_is_not_known()
    {
        Assert.Null(UnitsAtMinute.Find(null, new MetricReadings(ConnectionCount: 5000, ConnectionQuotaUtilization: 25)));
        Assert.Null(UnitsAtMinute.Find(Sku, new MetricReadings(ConnectionCount: 5000)));
        Assert.Null(UnitsAtMinute.Find(Sku, new MetricReadings(ConnectionQuotaUtilization: 25)));
    }

    [Theory]
    [InlineData("Premium_P2", 2700, 90, 3)]
    [InlineData("Premium_P1", 120_000, 60, 200)]
    [InlineData("Premium_P2", 20_000, 20, null)] // 100 units, as now
    // 5,500 connections are 5.5 % of Premium_P2 x 100: as 6 %, rounded, they are near the 90 units of Premium_P1.
    [InlineData("Premium_P2", 5500, 6, null)]
    // 90 units indeed: not even a percent less or more makes 100 of them.
    [InlineData("Premium_P2", 54_000, 60, 90)]
    [InlineData("Premium_P2", 2700, 4, null)] // below 5 % nothing is certain
    public void Of_another_SKU_it_is_the_step_that_matches_where_none_of_the_present_one_does_however_the_percentage_was_rounded(
        string sku,
        double connections,
        double percent,
        int? units
    )
    {
        var catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
        var readings = new MetricReadings(ConnectionCount: connections, ConnectionQuotaUtilization: percent);

        Assert.Equal(units, UnitsAtMinute.FindOfOtherSku(catalog, catalog.Find(sku)!, readings));
    }
}
