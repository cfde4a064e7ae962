using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>Call to Azure Monitor: metrics of the resources of a batch.</summary>
/// <param name="Names">Metric names.</param>
/// <param name="Aggregations">Union of the aggregations that they need.</param>
internal sealed record MetricQuery(MetricBatch Batch, IReadOnlyList<string> Names, IReadOnlyList<MetricAggregation> Aggregations)
{
    public string Namespace => MetricCatalog.GetMetrics(Batch.Type).Namespace;
}

/// <summary>Dimension and the values requested.</summary>
internal sealed record MetricSplit(string Dimension, IReadOnlyList<string> Values)
{
    /// <summary>
    /// Returns the series of a complete answer. It is requested as such: Azure returns ten by default, of each resource as documented, of
    /// the whole answer as seen (azure-sdk-for-go, issue 22757), and a series that is missing would count as no events.
    /// </summary>
    public int CountSeries(MetricBatch batch) => batch.Ids.Length * Values.Count;

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
