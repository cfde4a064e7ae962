using Advisor.Core.Fleet;

namespace Advisor.Service.Fleet;

/// <summary>Source of per-minute metrics of resources.</summary>
public interface IMetricSource
{
    /// <summary>
    /// Reads the minutes [start, end) of all resources in as few calls as the service allows. A resource that fails does not hide the
    /// others.
    /// </summary>
    Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    );

    /// <summary>
    /// Reads coarser buckets of [start, end) in as few calls as the service allows; totals are per minute of their bucket. A source without
    /// coarser buckets returns none.
    /// </summary>
    /// <param name="grain">Length of a bucket, as Azure Monitor serves it: 5, 15 or 30 minutes, 1 hour or more.</param>
    Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    ) => Task.FromResult(MetricReadResult.Empty);

    /// <summary>Begins an evaluation that reads batch by batch.</summary>
    IMetricRun BeginRun() => new IndependentReads(this);

    /// <summary>
    /// Reads the connections closed in one minute of each resource, by category, in as few calls as the service allows. A resource missing
    /// from the result is unknown; a category missing from a resource is zero. A source that does not know them returns an empty result.
    /// </summary>
    /// <param name="minutes">Each resource once.</param>
    /// <param name="categories">Categories to read, a few.</param>
    Task<ConnectionCloses> ReadConnectionClosesAsync(
        IReadOnlyList<(FleetResource Resource, DateTimeOffset Minute)> minutes,
        IReadOnlyList<string> categories,
        CancellationToken cancellation
    ) => Task.FromResult(ConnectionCloses.Unknown);
}
