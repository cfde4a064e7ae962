using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>Batch call: resources of one subscription, region and type, in one window.</summary>
/// <param name="IsRetry">Whether the batch repeats the part that a truncated response lost.</param>
internal sealed record MetricBatch(
    string Subscription,
    string Region,
    MetricType Type,
    string[] Ids,
    DateTimeOffset Start,
    DateTimeOffset End,
    TimeSpan Grain,
    bool IsRetry = false
)
{
    /// <summary>Number of points in a complete response.</summary>
    public double Points => Ids.Length * MetricCatalog.GetMetrics(Type).Metrics.Count * ((End - Start) / Grain);

    public MetricQuery CreateQuery(IReadOnlyCollection<Metric> metrics) =>
        new(this, [.. metrics.Select(m => m.Name)], [.. metrics.Select(m => m.Aggregation).Distinct().Order()]);
}
