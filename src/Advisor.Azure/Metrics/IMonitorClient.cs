using Advisor.Core.Capacity;

namespace Advisor.Azure.Metrics;

/// <summary>What a call to Azure Monitor requests.</summary>
/// <param name="Names">Metric names.</param>
/// <param name="Aggregations">The union of the aggregations they need.</param>
/// <param name="Start">Start of the interval, inclusive.</param>
/// <param name="End">End of the interval, exclusive.</param>
internal sealed record MetricQuery(
    ServiceKind Service,
    IReadOnlyList<string> Names,
    IReadOnlyList<MetricAggregation> Aggregations,
    DateTimeOffset Start,
    DateTimeOffset End,
    TimeSpan Grain
)
{
    public string Namespace => MetricCatalog.ForService(Service).Namespace;
}

/// <summary>
/// A dimension, and the values of it that are asked for; few enough for the ten series of a resource that Azure answers where nothing else
/// is said.
/// </summary>
internal sealed record MetricSplit(string Dimension, IReadOnlyList<string> Values)
{
    public string Filter => string.Join(" or ", Values.Select(value => $"{Dimension} eq '{value}'"));
}

/// <summary>
/// The calls to Azure Monitor, one attempt each. Anything but success is thrown as <see cref="global::Azure.RequestFailedException"/>.
/// Two implementations: on Azure.Core's pipeline, and on Azure.Monitor.Query (the optional build).
/// </summary>
internal interface IMonitorClient
{
    /// <summary>At most 50 resources of one subscription, region and type.</summary>
    Task<MetricsDocument> BatchAsync(
        string subscription,
        string region,
        MetricQuery query,
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    );

    /// <summary>The totals of one metric split by one dimension, of at most 50 resources of one subscription, region and type.</summary>
    Task<SplitDocument> SplitAsync(
        string subscription,
        string region,
        MetricQuery query,
        MetricSplit split,
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    );

    /// <summary>One resource, through Resource Manager.</summary>
    Task<MetricsDocument> SingleAsync(MetricQuery query, string id, CancellationToken cancellation);
}
