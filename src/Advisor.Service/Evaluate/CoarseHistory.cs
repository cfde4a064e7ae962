using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluate;

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

    private readonly IReadOnlyDictionary<string, IReadOnlyList<HistorySample>> samples;

    private CoarseHistory(
        DateTimeOffset start,
        TimeSpan? grain,
        IReadOnlyDictionary<string, IReadOnlyList<HistorySample>> samples,
        int calls,
        IReadOnlyList<string> notes
    ) => (Start, Grain, this.samples, Calls, Notes) = (start, grain, samples, calls, notes);

    /// <summary>Start of the history, inclusive; the end of the window when nothing was read.</summary>
    public DateTimeOffset Start { get; }

    /// <summary>Length of a bucket; null when nothing was read.</summary>
    public TimeSpan? Grain { get; }

    /// <summary>Number of metric calls made.</summary>
    public int Calls { get; }

    public IReadOnlyList<string> Notes { get; }

    /// <param name="start">Start, inclusive.</param>
    /// <param name="end">
    /// End, exclusive: the first of the minutes that are read at full resolution. Nothing is read unless it is at least 5 minutes after the
    /// start.
    /// </param>
    public static async Task<CoarseHistory> ReadAsync(
        IMetricSource metrics,
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        if (end - start < Grains[0])
        {
            return new CoarseHistory(end, null, new Dictionary<string, IReadOnlyList<HistorySample>>(), 0, []);
        }

        var grain = Array.Find(Grains, g => (end - start) / g <= MaxPoints) is { Ticks: > 0 } fits ? fits : Grains[^1];
        var answer = await metrics.ReadAsync(resources, start, end, grain, cancellation);
        var buckets = answer.Series.ToDictionary(
            pair => pair.Key,
            pair =>
                (IReadOnlyList<HistorySample>)
                    [
                        .. pair.Value.Select(sample => new HistorySample(
                            sample.Time,
                            grain,
                            sample.Readings with
                            {
                                InboundTraffic = sample.Readings.InboundTraffic * grain.TotalMinutes,
                                OutboundTraffic = sample.Readings.OutboundTraffic * grain.TotalMinutes,
                                MessageCount = sample.Readings.MessageCount * grain.TotalMinutes,
                            }
                        )),
                    ],
            StringComparer.OrdinalIgnoreCase
        );
        return new CoarseHistory(start, grain, buckets, answer.Calls, answer.Notes);
    }

    /// <summary>Returns the buckets of a resource, ascending; empty when there are none.</summary>
    public IReadOnlyList<HistorySample> Find(FleetResource resource) => samples.GetValueOrDefault(resource.Id) ?? [];
}
