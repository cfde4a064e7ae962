using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>Parameters of a call to Azure Monitor.</summary>
/// <param name="Names">Metric names.</param>
/// <param name="Aggregations">Union of the aggregations that they need.</param>
/// <param name="Start">Start of the interval, inclusive.</param>
/// <param name="End">End of the interval, exclusive.</param>
internal sealed record MetricQuery(
    MetricType Type,
    IReadOnlyList<string> Names,
    IReadOnlyList<MetricAggregation> Aggregations,
    DateTimeOffset Start,
    DateTimeOffset End,
    TimeSpan Grain
)
{
    public ServiceKind Service => Type.Service;

    public string Namespace => MetricCatalog.GetMetrics(Type).Namespace;
}

/// <summary>Dimension and the values requested; within the ten series per resource that Azure returns by default.</summary>
internal sealed record MetricSplit(string Dimension, IReadOnlyList<string> Values)
{
    public string Filter => string.Join(" or ", Values.Select(value => $"{Dimension} eq '{value}'"));
}

/// <summary>
/// Calls to Azure Monitor, one attempt each. Any status other than success throws <see cref="global::Azure.RequestFailedException"/>. Two
/// implementations: on the pipeline of Azure.Core, and on Azure.Monitor.Query (the optional build).
/// </summary>
internal interface IMonitorClient
{
    /// <summary>Reads at most 50 resources of one subscription, region and type.</summary>
    Task<MetricsDocument> ReadBatchAsync(
        string subscription,
        string region,
        MetricQuery query,
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    );

    /// <summary>
    /// Reads the totals of one metric split by one dimension, for at most 50 resources of one subscription, region and type.
    /// </summary>
    Task<SplitDocument> ReadSplitAsync(
        string subscription,
        string region,
        MetricQuery query,
        MetricSplit split,
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    );

    /// <summary>Reads one resource, through Resource Manager.</summary>
    Task<MetricsDocument> ReadSingleAsync(MetricQuery query, string id, CancellationToken cancellation);
}
