using Advisor.Core.Metrics;

namespace Advisor.Core.Tests.Metrics;

/// <summary>Names, units and aggregations as Azure documents them (azure-docs, monitor reference of both services).</summary>
public sealed class MetricTableTests
{
    [Theory]
    [InlineData(MetricSet.ServerLoad, "ServerLoad", "ServerLoad", "Percent", "%")]
    [InlineData(MetricSet.ConnectionCount, "ConnectionCount", "TotalConnectionCount", "Count", "connections")]
    [InlineData(MetricSet.ConnectionQuotaUtilization, "ConnectionQuotaUtilization", "ConnectionQuotaUtilization", "Percent", "%")]
    [InlineData(MetricSet.InboundTraffic, "InboundTraffic", "InboundTraffic", "Bytes", "bytes")]
    [InlineData(MetricSet.OutboundTraffic, "OutboundTraffic", "OutboundTraffic", "Bytes", "bytes")]
    [InlineData(MetricSet.MessageCount, "MessageCount", null, "Count", "messages")]
    public void A_metric_is_that_of_Azure(MetricSet key, string name, string? webPubSubName, string unit, string unitText)
    {
        var metric = Assert.Single(MetricTable.Sizing, one => one.Key == key);

        Assert.Equal((name, webPubSubName, unit, unitText), (metric.Name, metric.WebPubSubName, metric.Unit, metric.UnitText));
    }

    [Theory]
    [InlineData("totalconnectioncount", MetricSet.ConnectionCount)]
    [InlineData("connectioncount", MetricSet.ConnectionCount)]
    [InlineData("SERVERLOAD", MetricSet.ServerLoad)]
    [InlineData("SystemErrors", null)] // read, but not for sizing
    [InlineData("", null)]
    public void A_metric_is_found_by_its_name_in_either_service(string name, MetricSet? expected) =>
        Assert.Equal(expected, MetricTable.FindForSizing(name)?.Key);

    // From 10 to 30, a quarter of the way: 15.
    [Fact]
    public void Each_metric_that_decides_the_size_is_interpolated_and_no_other()
    {
        foreach (var metric in MetricTable.All)
        {
            var (from, to) = (metric.With(default, 10), metric.With(default, 30));

            Assert.Equal(metric.Use == MetricUse.Sizing ? 15 : null, metric.Get(MetricReadings.Interpolate(from, to, 0.25)));
            Assert.Null(metric.Get(MetricReadings.Interpolate(from, default, 0.25)));
        }
    }

    [Fact]
    public void Each_metric_reads_what_it_writes_and_nothing_else()
    {
        foreach (var metric in MetricTable.Sizing)
        {
            var readings = metric.With(default, 42);

            Assert.Equal([metric.Key], MetricTable.Sizing.ToArray().Where(one => one.Get(readings) == 42).Select(one => one.Key));
        }
    }
}
