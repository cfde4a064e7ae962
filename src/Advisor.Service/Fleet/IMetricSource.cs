using Advisor.Core.Fleet;

namespace Advisor.Service.Fleet;

/// <summary>Metrics of resources, minute by minute.</summary>
public interface IMetricSource
{
    /// <summary>
    /// Reads the minutes of [start, end) of all resources in as few calls as the service allows. One resource that fails never hides the
    /// others.
    /// </summary>
    Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    );

    /// <summary>
    /// Reads coarser buckets of [start, end) in as few calls; totals come per minute of their bucket. A source that keeps no coarser
    /// buckets answers nothing.
    /// </summary>
    /// <param name="grain">One of the lengths that Azure Monitor serves: 5, 15 or 30 minutes, 1 hour or more.</param>
    Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    ) => Task.FromResult(MetricReadResult.Empty);

    /// <summary>
    /// Connections that were closed in one minute, by category. A resource that is not in the answer is unknown; of one that is, a category
    /// that is not listed had none. A source that does not know them answers nothing.
    /// </summary>
    /// <param name="categories">The categories asked for, a few.</param>
    Task<ConnectionCloses> ReadConnectionClosesAsync(
        IReadOnlyList<FleetResource> resources,
        IReadOnlyList<string> categories,
        DateTimeOffset minute,
        CancellationToken cancellation
    ) => Task.FromResult(ConnectionCloses.Unknown);
}
