using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluate;

/// <summary>
/// The coarser metrics before the minutes of a pass: what makes a day and a week known. A failure to read them costs evidence, not the
/// pass.
/// </summary>
internal sealed class CoarseHistory
{
    // Points of one series that one call may bring: two calls (maximums and totals) for 50 resources.
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

    public DateTimeOffset Start { get; }

    /// <summary>The length of a bucket; null where nothing was asked for.</summary>
    public TimeSpan? Grain { get; }

    public int Calls { get; }

    public IReadOnlyList<string> Notes { get; }

    /// <param name="start">Inclusive.</param>
    /// <param name="end">
    /// Exclusive: the first of the minutes that are read by themselves. Nothing is read where it is not after the start.
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

    /// <summary>The buckets of a resource, ascending; empty where there are none.</summary>
    public IReadOnlyList<HistorySample> Find(FleetResource resource) => samples.GetValueOrDefault(resource.Id) ?? [];
}
