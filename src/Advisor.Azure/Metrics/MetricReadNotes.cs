using System.Collections.Concurrent;
using Advisor.Core.Quantities;

namespace Advisor.Azure.Metrics;

/// <summary>
/// What the reads of one evaluation showed about subscriptions and metrics, over all of its batches. Several calls add to it concurrently.
/// </summary>
internal sealed class MetricReadNotes
{
    private readonly ConcurrentDictionary<string, string> fallbacks = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<(string Metric, string Code), int> missing = new();
    private readonly ConcurrentDictionary<string, bool> others = new();

    public bool IsReadOneByOne(string subscription) => fallbacks.ContainsKey(subscription);

    /// <summary>Switches a subscription to one call per resource; <paramref name="why"/> is reported once.</summary>
    public void FallBackToOneByOne(string subscription, string why) => fallbacks.TryAdd(subscription, why);

    public void Add(string text) => others.TryAdd(text, true);

    /// <summary>Counts an answer without a metric.</summary>
    public void CountMissing(MetricError error) => missing.AddOrUpdate((error.Metric, error.Code), 1, (_, count) => count + 1);

    /// <summary>Returns the notes: refused batch calls, missing metrics, all others.</summary>
    public IReadOnlyList<string> List() =>
        [
            .. fallbacks.OrderBy(s => s.Key, StringComparer.OrdinalIgnoreCase).Select(s => s.Value),
            .. missing
                .OrderBy(m => m.Key)
                .Select(m =>
                    $"Azure Monitor could not provide {m.Key.Metric} ({m.Key.Code}) in {Wording.FormatCount(m.Value, "response")}: "
                    + "Advisor treats it as missing, not as zero."
                ),
            .. others.Keys.Order(StringComparer.Ordinal),
        ];
}
