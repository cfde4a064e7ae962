using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>Call to Azure Monitor: metrics of the resources of a batch.</summary>
/// <param name="Names">Metric names.</param>
/// <param name="Aggregations">Union of the aggregations that they need.</param>
internal sealed record MetricQuery(MetricBatch Batch, IReadOnlyList<string> Names, IReadOnlyList<MetricAggregation> Aggregations)
{
    public string Namespace => MetricCatalog.GetMetrics(Batch.Type).Namespace;
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
    Task<MetricsDocument> ReadBatchAsync(MetricQuery query, CancellationToken cancellation);

    /// <summary>
    /// Reads the totals of one metric split by one dimension, for at most 50 resources of one subscription, region and type.
    /// </summary>
    Task<SplitDocument> ReadSplitAsync(MetricQuery query, MetricSplit split, CancellationToken cancellation);

    /// <summary>Reads the one resource of a batch, through Resource Manager.</summary>
    Task<MetricsDocument> ReadSingleAsync(MetricQuery query, CancellationToken cancellation);
}
