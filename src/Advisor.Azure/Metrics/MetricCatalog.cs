using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>How Azure Monitor sums up the samples of a bucket.</summary>
public enum MetricAggregation
{
    Maximum,
    Total,
}

/// <summary>One metric that Advisor reads.</summary>
/// <param name="Name">Its name in the REST API.</param>
/// <param name="Aggregation">The aggregation asked for.</param>
/// <param name="With">Puts a value of it into the readings of a minute.</param>
public sealed record CatalogMetric(string Name, MetricAggregation Aggregation, Func<MetricReadings, double, MetricReadings> With)
{
    /// <summary>True for what adds up over time, such as bytes; false for a level, such as connections.</summary>
    public bool IsTotal => Aggregation == MetricAggregation.Total;
}

/// <summary>The metrics of one resource type.</summary>
/// <param name="Namespace">The metric namespace, which is the resource type.</param>
public sealed record ServiceMetrics(string Namespace, IReadOnlyList<CatalogMetric> Metrics)
{
    public CatalogMetric? Find(string name) => Metrics.FirstOrDefault(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase));
}

/// <summary>
/// What is read of each resource type: the one place that knows Azure's metric names. Names and aggregations are those of Azure Monitor's
/// lists of supported metrics for <c>microsoft-signalrservice-signalr</c> and <c>-webpubsub</c> (edition of 2026-07-13). Levels are read at
/// their maximum, since the busiest instance sets the latency and connections are counted at their peak. Each metric has one aggregation
/// here: the only one that Azure has for it, or the only one that the decision reads.
/// </summary>
public static class MetricCatalog
{
    private static readonly CatalogMetric[] Shared =
    [
        new("ServerLoad", MetricAggregation.Maximum, (r, v) => r with { ServerLoad = v }),
        new("ConnectionQuotaUtilization", MetricAggregation.Maximum, (r, v) => r with { ConnectionQuotaUtilization = v }),
        new("InboundTraffic", MetricAggregation.Total, (r, v) => r with { InboundTraffic = v }),
        new("OutboundTraffic", MetricAggregation.Total, (r, v) => r with { OutboundTraffic = v }),
        new("ConnectionOpenCount", MetricAggregation.Total, (r, v) => r with { ConnectionOpenCount = v }),
    ];

    private static readonly ServiceMetrics SignalR = new(
        "Microsoft.SignalRService/SignalR",
        [
            .. Shared,
            new("ConnectionCount", MetricAggregation.Maximum, (r, v) => r with { ConnectionCount = v }),
            new("MessageCount", MetricAggregation.Total, (r, v) => r with { MessageCount = v }),
            new("SystemErrors", MetricAggregation.Maximum, (r, v) => r with { SystemErrors = v }),
        ]
    );

    // Web PubSub counts connections under another name and has no message count.
    private static readonly ServiceMetrics WebPubSub = new(
        "Microsoft.SignalRService/WebPubSub",
        [.. Shared, new("TotalConnectionCount", MetricAggregation.Maximum, (r, v) => r with { ConnectionCount = v })]
    );

    public static ServiceMetrics ForService(ServiceKind service) => service == ServiceKind.SignalR ? SignalR : WebPubSub;
}
