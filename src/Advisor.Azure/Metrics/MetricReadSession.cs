using System.Collections.Concurrent;
using System.Globalization;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Metrics;

/// <summary>Results of one read of metrics so far. Several calls add to it concurrently.</summary>
internal sealed class MetricReadSession(DateTimeOffset start, DateTimeOffset end)
{
    private readonly ConcurrentDictionary<string, ConcurrentBag<IReadOnlyList<MinuteSample>>> parts = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, FleetFailure> failures = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, ConcurrentBag<(DateTimeOffset Start, DateTimeOffset End)>> failedWindows = new(
        StringComparer.OrdinalIgnoreCase
    );
    private readonly ConcurrentDictionary<string, FleetFailure> withoutAnswer = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, string> fallbacks = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<(string Metric, string Code), int> missing = new();
    private readonly ConcurrentDictionary<string, bool> notes = new();
    private int calls;

    public void CountCall() => Interlocked.Increment(ref calls);

    public bool IsReadOneByOne(string subscription) => fallbacks.ContainsKey(subscription);

    /// <summary>Switches a subscription to one call per resource; <paramref name="why"/> is reported once.</summary>
    public void FallBackToOneByOne(string subscription, string why) => fallbacks.TryAdd(subscription, why);

    public void AddNote(string text) => notes.TryAdd(text, true);

    /// <summary>
    /// Records that a call for a resource of the batch failed. Results of other calls for the same minutes are dropped: minutes that are
    /// only partly known would count as read, and never be read again.
    /// </summary>
    public void Fail(MetricBatch batch, FleetFailure failure)
    {
        failures.TryAdd(failure.ResourceId, failure);
        failedWindows.GetOrAdd(failure.ResourceId, _ => []).Add((batch.Start, batch.End));
    }

    /// <summary>Whether a call for the resource failed in the window of the batch.</summary>
    public bool HasFailed(MetricBatch batch, string id) =>
        failedWindows.TryGetValue(id, out var windows) && windows.Contains((batch.Start, batch.End));

    /// <summary>Records a failure that counts only if no other call returns anything for the resource.</summary>
    public void FailWithoutAnswer(FleetFailure failure) => withoutAnswer.TryAdd(failure.ResourceId, failure);

    /// <summary>Adds the response for a resource; <paramref name="requestedGrain"/> is the requested grain.</summary>
    public void AddSamples(string id, ResourceMetrics answer, TimeSpan requestedGrain)
    {
        if (answer.Grain != requestedGrain && answer.Samples.Count > 0)
        {
            var grains = FormattableString.Invariant($"{requestedGrain.TotalMinutes:0.##} into {answer.Grain.TotalMinutes:0.##}");
            AddNote($"Azure Monitor returned other intervals than requested (minutes: {grains}); totals were converted to one minute.");
        }

        foreach (var error in answer.Errors)
        {
            missing.AddOrUpdate((error.Metric, error.Code), 1, (_, count) => count + 1);
        }

        IReadOnlyList<MinuteSample> inside =
            answer.Samples.Count > 0 && answer.Samples[0].Time >= start && answer.Samples[^1].Time < end
                ? answer.Samples
                : [.. answer.Samples.Where(s => s.Time >= start && s.Time < end)];
        parts.GetOrAdd(id, _ => []).Add(inside);
    }

    public MetricReadResult ToAnswer()
    {
        var series = new Dictionary<string, IReadOnlyList<MinuteSample>>(parts.Count, StringComparer.OrdinalIgnoreCase);
        foreach (var (id, some) in parts)
        {
            var whole = failedWindows.TryGetValue(id, out var windows) ? RemoveWindows([.. windows], Merge(some)) : Merge(some);
            if (windows is null || whole.Count > 0)
            {
                series[id] = whole;
            }
        }

        var failed = failures.Values.Concat(
            withoutAnswer.Values.Where(f => !parts.ContainsKey(f.ResourceId) && !failures.ContainsKey(f.ResourceId))
        );
        return new MetricReadResult(series, [.. failed.OrderBy(f => f.ResourceId, StringComparer.OrdinalIgnoreCase)], calls, ListNotes());
    }

    private static List<MinuteSample> RemoveWindows(
        IReadOnlyList<(DateTimeOffset Start, DateTimeOffset End)> windows,
        IReadOnlyList<MinuteSample> samples
    ) => [.. samples.Where(sample => !windows.Any(window => sample.Time >= window.Start && sample.Time < window.End))];

    private List<string> ListNotes() =>
        [
            .. fallbacks.OrderBy(s => s.Key, StringComparer.OrdinalIgnoreCase).Select(s => s.Value),
            .. missing
                .OrderBy(m => m.Key)
                .Select(m =>
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"Azure Monitor could not give {m.Key.Metric} ({m.Key.Code}) in {m.Value} "
                            + $"{(m.Value == 1 ? "answer" : "answers")}: Advisor treats it as missing, not as zero."
                    )
                ),
            .. notes.Keys.Order(StringComparer.Ordinal),
        ];

    // Windows do not overlap, but the metrics of each aggregation arrive separately for the same minutes.
    private static IReadOnlyList<MinuteSample> Merge(ConcurrentBag<IReadOnlyList<MinuteSample>> some)
    {
        if (some.Count == 1)
        {
            return some.First();
        }

        var merged = new SortedDictionary<DateTimeOffset, MetricReadings>();
        foreach (var sample in some.SelectMany(part => part))
        {
            merged[sample.Time] = merged.TryGetValue(sample.Time, out var before) ? Join(before, sample.Readings) : sample.Readings;
        }

        return [.. merged.Select(pair => new MinuteSample(pair.Key, pair.Value))];
    }

    private static MetricReadings Join(MetricReadings a, MetricReadings b) =>
        new(
            a.ServerLoad ?? b.ServerLoad,
            a.ConnectionCount ?? b.ConnectionCount,
            a.ConnectionQuotaUtilization ?? b.ConnectionQuotaUtilization,
            a.InboundTraffic ?? b.InboundTraffic,
            a.OutboundTraffic ?? b.OutboundTraffic,
            a.MessageCount ?? b.MessageCount,
            a.SystemErrors ?? b.SystemErrors,
            a.ConnectionOpenCount ?? b.ConnectionOpenCount
        );
}
