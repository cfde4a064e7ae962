using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Advisor.Core.Metrics;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Capabilities of Azure Monitor learned from its responses since the start of the program: unknown metric names (one fails the whole
/// call), metrics whose aggregation is refused for now, and resources that the batch call does not accept. Only unknown names are kept for
/// the lifetime of the process.
/// </summary>
internal sealed partial class MetricCapabilities(TimeProvider time)
{
    /// <summary>Time for which a metric is left out of the calls after its aggregation was refused.</summary>
    public static readonly TimeSpan RefusalExpiresAfter = TimeSpan.FromMinutes(15);

    /// <summary>Maximum number of resources in a batch call of Azure Monitor.</summary>
    public const int MaxIdsPerCall = 50;

    // About its square root: one resource at fault among 50 is alone among 7, and those are then read one by one.
    private const int FewIdsPerCall = 7;

    // More may be an outage, after which the others are read in few calls again. Where it is none, they come next.
    private const int MaxSplit = 500;

    // Shorter failures pass by themselves.
    private static readonly TimeSpan FewAfter = TimeSpan.FromMinutes(5),
        AloneAfter = TimeSpan.FromMinutes(7);

    private static readonly TimeSpan BatchExclusionExpiresAfter = TimeSpan.FromHours(1);

    private readonly ConcurrentDictionary<(MetricType, string), bool> unknown = new();
    private readonly ConcurrentDictionary<(MetricType, string), DateTimeOffset> refused = new();
    private readonly ConcurrentDictionary<string, DateTimeOffset> excludedFromBatch = new(StringComparer.OrdinalIgnoreCase);

    // Null = to be split later.
    private readonly ConcurrentDictionary<string, DateTimeOffset?> failingSince = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<MetricType, bool> oneAggregation = new();

    /// <summary>
    /// Returns the batch calls for a resource type: one per aggregation, since a call is refused if a metric does not support an
    /// aggregation that it names.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<Metric>> GroupForBatch(MetricType type)
    {
        var known = MetricCatalog.GetMetrics(type).Metrics.Where(m => !unknown.ContainsKey((type, m.Name))).ToList();
        var supported = known.Where(m => !IsRefused((type, m.Name))).ToList();
        return GroupByAggregation(supported.Count > 0 ? supported : known);
    }

    /// <summary>Returns the calls for a single resource: one, or one per aggregation if Azure has refused the mixture.</summary>
    public IReadOnlyList<IReadOnlyList<Metric>> GroupForSingle(MetricType type, IReadOnlyList<Metric> metrics) =>
        oneAggregation.ContainsKey(type) || metrics.Count == 0 ? GroupByAggregation(metrics) : [metrics];

    /// <summary>Groups metrics by their aggregation.</summary>
    public static IReadOnlyList<IReadOnlyList<Metric>> GroupByAggregation(IEnumerable<Metric> metrics) =>
        [.. metrics.GroupBy(m => m.Aggregation).OrderBy(group => group.Key).Select(group => (IReadOnlyList<Metric>)[.. group])];

    /// <summary>Records that a call for a single resource must name only one aggregation.</summary>
    public void RequireOneAggregation(MetricType type) => oneAggregation.TryAdd(type, true);

    /// <summary>Leaves a metric out of the calls until the refusal expires.</summary>
    public void MarkRefused(MetricType type, string metric) => refused[(type, metric)] = time.GetUtcNow() + RefusalExpiresAfter;

    /// <summary>Ends the refusal of metrics that were returned.</summary>
    public void MarkAnswered(MetricType type, IEnumerable<Metric> metrics)
    {
        foreach (var metric in refused.IsEmpty ? [] : metrics)
        {
            refused.TryRemove((type, metric.Name), out _);
        }
    }

    /// <summary>Records that the batch call does not accept a resource, so that the next calls need not find out again.</summary>
    public void ExcludeFromBatch(string id) => excludedFromBatch[id] = time.GetUtcNow() + BatchExclusionExpiresAfter;

    /// <summary>Whether a resource is read separately, because the batch call did not accept it within the last hour.</summary>
    public bool IsExcludedFromBatch(string id) => excludedFromBatch.TryGetValue(id, out var until) && until > time.GetUtcNow();

    /// <summary>Records that a batch call failed with an internal error.</summary>
    public void MarkFailing(IEnumerable<string> ids)
    {
        DateTimeOffset? since = failingSince.Count(one => one.Value is not null) < MaxSplit ? time.GetUtcNow() : null;
        foreach (var id in ids)
        {
            failingSince.AddOrUpdate(id, since, (_, before) => before ?? since);
        }
    }

    /// <summary>Records that the batch calls returned a resource.</summary>
    public void MarkRead(string id) => failingSince.TryRemove(id, out _);

    /// <summary>Whether the batch calls with a resource have failed since they last returned it.</summary>
    public bool IsFailing(string id) => failingSince.ContainsKey(id);

    /// <summary>
    /// Returns the circuit of a batch call among those of its subscription and region; null = that of what does not fail. What fails has
    /// others, whole batches and parts of them each one: it keeps no sound batch from being read.
    /// </summary>
    public string? FindCircuit(IReadOnlyList<string> ids) => ids.Any(IsFailing) ? $"failing, {FindMaxIdsPerCall(ids[0])} a call" : null;

    /// <summary>
    /// Returns how many resources a batch call with this one may have: fewer the longer such calls have failed, so that one resource at
    /// fault does not leave the others without metrics.
    /// </summary>
    public int FindMaxIdsPerCall(string id)
    {
        var failing = failingSince.TryGetValue(id, out var since) && since is { } first ? time.GetUtcNow() - first : TimeSpan.Zero;
        return failing >= AloneAfter ? 1
            : failing >= FewAfter ? FewIdsPerCall
            : MaxIdsPerCall;
    }

    /// <summary>
    /// Parses the names in a refusal, such as "Failed to find metric configuration for provider: ..., metric: MessageCount, Valid metrics:
    /// ServerLoad,InboundTraffic". Returns those dropped now; empty if the refusal has another cause.
    /// </summary>
    public IReadOnlyList<string> DropUnknown(MetricType type, IReadOnlyList<string> names, string message)
    {
        var blamed = FindBlamed(names, message).ToList();
        foreach (var name in blamed)
        {
            unknown.TryAdd((type, name), true);
        }

        return blamed;
    }

    // When a refusal has expired, the first batch tries again; the others wait for its result.
    private bool IsRefused((MetricType, string) metric) =>
        refused.TryGetValue(metric, out var until)
        && (until > time.GetUtcNow() || !refused.TryUpdate(metric, time.GetUtcNow() + RefusalExpiresAfter, until));

    private static IEnumerable<string> FindBlamed(IReadOnlyList<string> names, string message)
    {
        if (!UnknownMetricPattern().IsMatch(message))
        {
            return [];
        }

        if (ValidMetricsPattern().Match(message) is { Success: true } match)
        {
            var valid = match.Groups["names"].Value.Split(',', StringSplitOptions.TrimEntries).ToHashSet(StringComparer.OrdinalIgnoreCase);
            var others = names.Where(name => !valid.Contains(name)).ToList();
            if (others.Count > 0 && others.Count < names.Count)
            {
                return others;
            }
        }

        var head = message.Split("Valid metrics", 2, StringSplitOptions.None)[0];
        return names
            .Where(name => Regex.IsMatch(head, $@"\b{Regex.Escape(name)}\b", RegexOptions.IgnoreCase, TimeSpan.FromSeconds(1)))
            .Take(names.Count - 1);
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
