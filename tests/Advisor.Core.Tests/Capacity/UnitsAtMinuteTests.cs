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
}
