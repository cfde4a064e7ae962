using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Advisor.Core.Capacity;

namespace Advisor.Azure.Metrics;

/// <summary>
/// What the answers of Azure Monitor have taught since the program started: names it does not know (one fails the whole call), metrics that
/// it refuses to aggregate for now, and resources that the batch call does not take. Only an unknown name is remembered for as long as the
/// process lives.
/// </summary>
internal sealed partial class MetricCapabilities(TimeProvider time)
{
    /// <summary>How long a metric whose aggregation was refused is left out of the calls.</summary>
    public static readonly TimeSpan RefusalExpiresAfter = TimeSpan.FromMinutes(15);

    private static readonly TimeSpan BatchExclusionExpiresAfter = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<(ServiceKind, string), bool> unknown = new();
    private readonly ConcurrentDictionary<(ServiceKind, string), DateTimeOffset> refused = new();
    private readonly ConcurrentDictionary<string, DateTimeOffset> excludedFromBatch = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<ServiceKind, bool> oneAggregation = new();

    /// <summary>
    /// The batch calls that a service needs: one for each aggregation, because a call is refused where a metric lacks one that it names.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<CatalogMetric>> GroupForBatch(ServiceKind service)
    {
        var known = MetricCatalog.ForService(service).Metrics.Where(m => !unknown.ContainsKey((service, m.Name))).ToList();
        var asked = known.Where(m => !IsRefused((service, m.Name))).ToList();
        return GroupByAggregation(asked.Count > 0 ? asked : known);
    }

    /// <summary>The calls for a single resource: one, or one for each aggregation where Azure has refused the mixture.</summary>
    public IReadOnlyList<IReadOnlyList<CatalogMetric>> GroupForSingle(ServiceKind service, IReadOnlyList<CatalogMetric> metrics) =>
        oneAggregation.ContainsKey(service) || metrics.Count == 0 ? GroupByAggregation(metrics) : [metrics];

    /// <summary>Metrics by the one aggregation that each has.</summary>
    public static IReadOnlyList<IReadOnlyList<CatalogMetric>> GroupByAggregation(IEnumerable<CatalogMetric> metrics) =>
        [.. metrics.GroupBy(m => m.Aggregation).OrderBy(group => group.Key).Select(group => (IReadOnlyList<CatalogMetric>)[.. group])];

    /// <summary>Remembers that a call for a single resource must name one aggregation only.</summary>
    public void RequireOneAggregation(ServiceKind service) => oneAggregation.TryAdd(service, true);

    /// <summary>Leaves a metric out of the calls until the refusal expires.</summary>
    public void MarkRefused(ServiceKind service, string metric) => refused[(service, metric)] = time.GetUtcNow() + RefusalExpiresAfter;

    /// <summary>Ends the refusal of metrics that were answered.</summary>
    public void MarkAnswered(ServiceKind service, IEnumerable<CatalogMetric> metrics)
    {
        foreach (var metric in refused.IsEmpty ? [] : metrics)
        {
            refused.TryRemove((service, metric.Name), out _);
        }
    }

    /// <summary>Remembers that the batch call does not take a resource, so that the next ones need not find out again.</summary>
    public void ExcludeFromBatch(string id) => excludedFromBatch[id] = time.GetUtcNow() + BatchExclusionExpiresAfter;

    /// <summary>Whether a resource is asked for by itself, because the batch call did not take it within the last hour.</summary>
    public bool IsExcludedFromBatch(string id) => excludedFromBatch.TryGetValue(id, out var until) && until > time.GetUtcNow();

    /// <summary>
    /// Reads the names that a refused call blames, such as "Failed to find metric configuration for provider: ..., metric: MessageCount,
    /// Valid metrics: ServerLoad,InboundTraffic". Returns those that were dropped now; empty where the refusal was about something else.
    /// </summary>
    public IReadOnlyList<string> DropUnknown(ServiceKind service, IReadOnlyList<string> asked, string message)
    {
        var blamed = FindBlamed(asked, message).ToList();
        foreach (var name in blamed)
        {
            unknown.TryAdd((service, name), true);
        }

        return blamed;
    }

    // Where a refusal has expired, the first batch that comes along tries again; the others wait for what it finds.
    private bool IsRefused((ServiceKind, string) metric) =>
        refused.TryGetValue(metric, out var until)
        && (until > time.GetUtcNow() || !refused.TryUpdate(metric, time.GetUtcNow() + RefusalExpiresAfter, until));

    private static IEnumerable<string> FindBlamed(IReadOnlyList<string> asked, string message)
    {
        if (!UnknownMetricPattern().IsMatch(message))
        {
            return [];
        }

        if (ValidMetricsPattern().Match(message) is { Success: true } match)
        {
            var valid = match.Groups["names"].Value.Split(',', StringSplitOptions.TrimEntries).ToHashSet(StringComparer.OrdinalIgnoreCase);
            var others = asked.Where(name => !valid.Contains(name)).ToList();
            if (others.Count > 0 && others.Count < asked.Count)
            {
                return others;
            }
        }

        var head = message.Split("Valid metrics", 2, StringSplitOptions.None)[0];
        return asked
            .Where(name => Regex.IsMatch(head, $@"\b{Regex.Escape(name)}\b", RegexOptions.IgnoreCase, TimeSpan.FromSeconds(1)))
            .Take(asked.Count - 1);
    }

    [GeneratedRegex(
        "metric configuration|valid metrics|unknown metric|metric.{0,40}(not (found|supported|valid)|invalid)|invalid metric",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex UnknownMetricPattern();

    [GeneratedRegex(
        @"valid metrics:\s*(?<names>[\w\s,]+)",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex ValidMetricsPattern();
}
