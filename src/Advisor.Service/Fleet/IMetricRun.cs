using Advisor.Core.Fleet;

namespace Advisor.Service.Fleet;

/// <summary>
/// Reads of one evaluation, batch by batch. What one batch shows, such as a refused batch call, counts for the next ones, and a remark on
/// several batches is one note. Batches may be read concurrently.
/// </summary>
public interface IMetricRun
{
    /// <summary>Reads buckets of [start, end) of a batch; the result has no notes, which <see cref="ListNotes"/> returns.</summary>
    /// <param name="grain">Length of a bucket, as Azure Monitor serves it: 1, 5, 15 or 30 minutes, 1 hour or more.</param>
    Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    );

    /// <summary>Returns the notes on all batches read so far, those of the finest grain first, each once.</summary>
    IReadOnlyList<string> ListNotes();
}
