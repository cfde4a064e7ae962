using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>Aggregation of the samples in a bucket by Azure Monitor.</summary>
public enum MetricAggregation
{
    Maximum,
    Total,
}

/// <summary>Metric that Advisor reads.</summary>
/// <param name="Name">Name in the REST API.</param>
/// <param name="Aggregation">Requested aggregation.</param>
/// <param name="With">Sets its value in the readings of a minute.</param>
public sealed record CatalogMetric(string Name, MetricAggregation Aggregation, Func<MetricReadings, double, MetricReadings> With)
{
    /// <summary>Whether the metric adds up over time, such as bytes, in contrast to a level, such as connections.</summary>
    public bool IsTotal => Aggregation == MetricAggregation.Total;
}

/// <summary>Metrics of one resource type.</summary>
/// <param name="Namespace">Metric namespace, equal to the resource type.</param>
public sealed record ServiceMetrics(string Namespace, IReadOnlyList<CatalogMetric> Metrics)
{
    public CatalogMetric? Find(string name) => Metrics.FirstOrDefault(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase));
}

/// <summary>
/// Metrics read for each resource type, and the only place with Azure's metric names. Names and aggregations are those of Azure Monitor's
/// lists of supported metrics for <c>microsoft-signalrservice-signalr</c> and <c>-webpubsub</c> (edition of 2026-07-13). Levels are read at
/// their maximum, since the busiest instance determines the latency and connections are counted at their peak. Each metric has one
/// aggregation here: the only one that Azure supports, or the only one that decisions use.
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

    // Web PubSub has another name for the connection count and no message count.
    private static readonly ServiceMetrics WebPubSub = new(
        "Microsoft.SignalRService/WebPubSub",
        [.. Shared, new("TotalConnectionCount", MetricAggregation.Maximum, (r, v) => r with { ConnectionCount = v })]
    );

    public static ServiceMetrics GetMetrics(ServiceKind service) => service == ServiceKind.SignalR ? SignalR : WebPubSub;
}
