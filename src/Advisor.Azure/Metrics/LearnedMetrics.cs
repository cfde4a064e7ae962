using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Advisor.Core.Capacity;

namespace Advisor.Azure.Metrics;

/// <summary>
/// What Azure Monitor has taught about its metrics since the program started: names it does not know (one fails the whole call), and metrics
/// that do not bear being asked for together with another aggregation.
/// </summary>
internal sealed partial class LearnedMetrics
{
    private readonly ConcurrentDictionary<(ServiceKind, string), bool> unknown = new();
    private readonly ConcurrentDictionary<(ServiceKind, string), bool> apart = new();

    /// <summary>The calls needed for a service: one, and one more for each aggregation that must be asked for alone.</summary>
    public IEnumerable<MetricPlan> Plans(ServiceKind service)
    {
        var known = MetricCatalog.For(service).Metrics.Where(m => !unknown.ContainsKey((service, m.Name))).ToList();
        var alone = known.Where(m => apart.ContainsKey((service, m.Name))).ToList();
        var together = known.Except(alone).ToList();
        return together.Count == 0 ? Alone(alone) : Alone(alone).Prepend(MetricPlan.Of(together));
    }

    /// <summary>The calls for some metrics, each with its own aggregation only.</summary>
    public static IEnumerable<MetricPlan> Alone(IEnumerable<CatalogMetric> metrics) =>
        metrics.GroupBy(m => m.Aggregation).Select(group => MetricPlan.Of([.. group]));

    /// <summary>Remembers that a metric must be asked for with its own aggregation alone; false where that was known.</summary>
    public bool SetApart(ServiceKind service, string metric) => apart.TryAdd((service, metric), true);

    /// <summary>
    /// Reads the names that a refused call blames, such as "Failed to find metric configuration for provider: ..., metric: MessageCount, Valid
    /// metrics: ServerLoad,InboundTraffic". Returns those that were dropped now; empty where the refusal was about something else.
    /// </summary>
    public IReadOnlyList<string> Drop(ServiceKind service, IReadOnlyList<string> asked, string message)
    {
        var blamed = Blamed(asked, message).ToList();
        foreach (var name in blamed)
        {
            unknown.TryAdd((service, name), true);
        }

        return blamed;
    }

    private static IEnumerable<string> Blamed(IReadOnlyList<string> asked, string message)
    {
        if (!About().IsMatch(message))
        {
            return [];
        }

        if (Valid().Match(message) is { Success: true } match)
        {
            var valid = match.Groups["names"].Value.Split(',', StringSplitOptions.TrimEntries).ToHashSet(StringComparer.OrdinalIgnoreCase);
            var others = asked.Where(name => !valid.Contains(name)).ToList();
            if (others.Count > 0 && others.Count < asked.Count)
            {
                return others;
            }
        }

        var head = message.Split("Valid metrics", 2, StringSplitOptions.None)[0];
        return asked.Where(name => Regex.IsMatch(head, $@"\b{Regex.Escape(name)}\b", RegexOptions.IgnoreCase, TimeSpan.FromSeconds(1))).Take(asked.Count - 1);
    }

    [GeneratedRegex("metric configuration|valid metrics|unknown metric|metric.{0,40}(not (found|supported|valid)|invalid)|invalid metric", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex About();

    [GeneratedRegex(@"valid metrics:\s*(?<names>[\w\s,]+)", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Valid();
}
