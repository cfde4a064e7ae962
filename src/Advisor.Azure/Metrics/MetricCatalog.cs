using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Resource type of metrics: a service, or the geo-replicas of one, which have the same metrics in a namespace of their own.
/// </summary>
public readonly record struct MetricType(ServiceKind Service, bool IsReplica = false)
{
    public static implicit operator MetricType(ServiceKind service) => new(service);
}

/// <summary>Metrics of one resource type, each with its name there.</summary>
/// <param name="Namespace">Metric namespace, equal to the resource type.</param>
public sealed record ServiceMetrics(string Namespace, IReadOnlyList<Metric> Metrics)
{
    public Metric? Find(string name) => Metrics.FirstOrDefault(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase));
}

/// <summary>Metrics read for each resource type, by the names that it has for them.</summary>
public static class MetricCatalog
{
    private static readonly ServiceMetrics SignalR = new("Microsoft.SignalRService/SignalR", MetricTable.All);

    private static readonly ServiceMetrics WebPubSub = new(
        "Microsoft.SignalRService/WebPubSub",
        [.. from metric in MetricTable.All where metric.WebPubSubName is not null select metric with { Name = metric.WebPubSubName! }]
    );

    private static readonly ServiceMetrics SignalRReplicas = SignalR with { Namespace = SignalR.Namespace + "/replicas" };

    private static readonly ServiceMetrics WebPubSubReplicas = WebPubSub with { Namespace = WebPubSub.Namespace + "/replicas" };

    public static ServiceMetrics GetMetrics(MetricType type) =>
        (type.Service, type.IsReplica) switch
        {
            (ServiceKind.SignalR, false) => SignalR,
            (ServiceKind.SignalR, true) => SignalRReplicas,
            (_, false) => WebPubSub,
            (_, true) => WebPubSubReplicas,
        };
}
