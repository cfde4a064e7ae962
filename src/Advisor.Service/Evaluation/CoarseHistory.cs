using System.Collections;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Metrics in coarser buckets for the time before the minutes of an evaluation, so that daily and weekly patterns are known. A failed read
/// leaves less history; the evaluation goes on.
/// </summary>
internal sealed class CoarseHistory
{
    // Points of one series in one call; 50 resources take two calls (maximums and totals).
    private const int MaxPoints = 1440;

    private static readonly TimeSpan[] Grains =
    [
        TimeSpan.FromMinutes(5),
        TimeSpan.FromMinutes(15),
        TimeSpan.FromMinutes(30),
        TimeSpan.FromHours(1),
        TimeSpan.FromHours(6),
    ];

    private readonly MetricReadResult read;

    private CoarseHistory(TimeSpan grain, MetricReadResult read) => (Grain, this.read) = (grain, read);

    /// <summary>Length of a bucket.</summary>
    public TimeSpan Grain { get; }

    /// <summary>Number of metric calls made.</summary>
    public int Calls => read.Calls;

    /// <summary>Returns the length of the buckets for a window; null if it is shorter than the finest of them.</summary>
    public static TimeSpan? FindGrain(DateTimeOffset start, DateTimeOffset end) =>
        end - start < Grains[0] ? null
        : Array.Find(Grains, g => (end - start) / g <= MaxPoints) is { Ticks: > 0 } fits ? fits
        : Grains[^1];

    /// <param name="start">Start, inclusive.</param>
    /// <param name="end">
    /// End, exclusive: the first of the minutes that are read at full resolution. Nothing is read unless it is at least 5 minutes after the
    /// start.
    /// </param>
    public static async Task<CoarseHistory> ReadAsync(
        IMetricRun metrics,
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        if (resources.Count == 0 || FindGrain(start, end) is not { } grain)
        {
            return new CoarseHistory(Grains[0], MetricReadResult.Empty);
        }

        return new CoarseHistory(grain, await metrics.ReadAsync(resources, start, end, grain, cancellation));
    }

    /// <summary>Whether the read of a resource failed.</summary>
    public bool HasFailed(FleetResource resource) => read.HasFailed(resource.Id);

    /// <summary>Returns the buckets of a resource, ascending; empty when there are none.</summary>
    public IReadOnlyList<HistorySample> Find(FleetResource resource) => Create(read.Series.GetValueOrDefault(resource.Id) ?? [], Grain);

    /// <summary>Returns buckets whose totals are those of the whole bucket.</summary>
    /// <param name="series">Buckets with totals per minute, ascending.</param>
    public static IReadOnlyList<HistorySample> Create(IReadOnlyList<MinuteSample> series, TimeSpan grain) => new Samples(series, grain);

    /// <summary>Samples converted when they are read: a second array of two weeks has 200 KB.</summary>
    private sealed class Samples(IReadOnlyList<MinuteSample> series, TimeSpan grain) : IReadOnlyList<HistorySample>
    {
        public int Count => series.Count;

        public HistorySample this[int index] => new(series[index].Time, grain, SumOverGrain(series[index].Readings));

        public IEnumerator<HistorySample> GetEnumerator()
        {
            for (var i = 0; i < series.Count; i++)
            {
                yield return this[i];
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        // The source gives totals per minute.
        private MetricReadings SumOverGrain(in MetricReadings perMinute) =>
            perMinute.ConvertTotals(MetricTable.Sizing, total => total * grain.TotalMinutes);
    }
}
