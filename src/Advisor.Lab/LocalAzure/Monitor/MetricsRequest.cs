using System.Globalization;
using System.Text.RegularExpressions;
using Advisor.Lab.LocalAzure.Wire;
using Microsoft.AspNetCore.Http;

namespace Advisor.Lab.LocalAzure.Monitor;

/// <summary>A parsed metrics query: [StartMinute, EndMinute) in buckets of a grain, some metrics, split or not.</summary>
internal sealed partial record MetricsRequest(
    long StartMinute,
    long EndMinute,
    int GrainMinutes,
    string Interval,
    IReadOnlyList<MetricDefinition> Metrics,
    Aggregations RequestedAggregations,
    IReadOnlyDictionary<string, IReadOnlyList<string>> Split,
    int Top,
    bool MetadataOnly
)
{
    private const int DefaultTop = 10;

    /// <summary>Retention of metrics; older ones are deleted.</summary>
    public static readonly TimeSpan Retention = TimeSpan.FromDays(93);

    /// <summary>Parses a query, parameter names case-insensitive. Start and end are null when the call does not contain them.</summary>
    public static (MetricsRequest? Query, ArmError? Error) Parse(
        IQueryCollection parameters,
        string type,
        string? start,
        string? end,
        DateTimeOffset now
    )
    {
        if (!TryParseTime(end, now, out var until) || !TryParseTime(start, until - TimeSpan.FromHours(1), out var from))
        {
            return CreateError($"Invalid time range: '{start}' to '{end}'. Use ISO 8601, such as 2025-01-05T10:00:00Z.");
        }

        if (until <= from)
        {
            return CreateError($"Invalid time range: end time {until:o} is not after start time {from:o}.");
        }

        if (from < now - Retention)
        {
            var startTime = from.UtcDateTime.ToString("MM/dd/yyyy HH:mm:ss");
            return CreateError($"Query startTime: {startTime} is out of the Max metrics retention period: 93.00:00:00");
        }

        var startMinute = LocalClock.ToMinute(from);
        var endMinute = Math.Max(LocalClock.ToMinute(until), startMinute + 1);
        var interval = parameters["interval"].ToString() is { Length: > 0 } given ? given : "PT1M";
        var full = string.Equals(interval, TimeGrain.Full, StringComparison.OrdinalIgnoreCase);
        var grain = full ? (int)(endMinute - startMinute) : TimeGrain.ParseMinutes(interval);
        if (grain is null)
        {
            return CreateError(
                $"Invalid time grain duration: {interval}, supported ones are: "
                    + "00:01:00,00:05:00,00:15:00,00:30:00,01:00:00,06:00:00,12:00:00,1.00:00:00"
            );
        }

        var (metrics, unknown) = ParseMetrics(parameters, type);
        var aggregations = ParseAggregations(parameters["aggregation"].ToString(), out var wrong);
        var split = ParseSplit(parameters.ContainsKey("$filter") ? parameters["$filter"].ToString() : parameters["filter"].ToString());
        var problem = unknown ?? wrong ?? FindSplitProblem(metrics, split);
        _ = int.TryParse(
            parameters.ContainsKey("$top") ? parameters["$top"] : parameters["top"],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var top
        );
        var shown = full ? TimeGrain.FormatName(grain.Value) : interval.ToUpperInvariant();
        var metadata = string.Equals(parameters["resultType"], "metadata", StringComparison.OrdinalIgnoreCase);
        return problem is not null
            ? CreateError(problem)
            : (
                new MetricsRequest(
                    startMinute,
                    endMinute,
                    grain.Value,
                    shown,
                    metrics,
                    aggregations,
                    split,
                    top > 0 ? top : DefaultTop,
                    metadata
                ),
                null
            );
    }

    /// <summary>
    /// The error when a metric does not support all of the aggregations, as the batch call requires; null otherwise. Every metric supports
    /// Count.
    /// </summary>
    public ArmError? RefusedAggregation =>
        Metrics
            .Select(metric => (Metric: metric, Missing: RequestedAggregations & ~(metric.Supported | Aggregations.Count)))
            .Where(pair => pair.Missing != Aggregations.None)
            .Select(pair => CreateNotImplemented(pair.Metric, pair.Missing))
            .FirstOrDefault();

    /// <summary>Returns the error of a metric that lacks aggregations.</summary>
    public static ArmError CreateNotImplemented(MetricDefinition metric, Aggregations missing) =>
        new(
            StatusCodes.Status501NotImplemented,
            "NotImplemented",
            $"The aggregations {missing} are not implemented for metric {metric.Name}; it has {metric.Supported}."
        );

    private static (IReadOnlyList<MetricDefinition>, string?) ParseMetrics(IQueryCollection parameters, string type)
    {
        var known = MetricDefinitions.Find(type)!;
        var names = parameters["metricnames"].ToString().Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var found = new List<MetricDefinition>();
        foreach (var name in names.Length > 0 ? names : [known[0].Name])
        {
            if (known.FirstOrDefault(m => string.Equals(m.Name, name, StringComparison.OrdinalIgnoreCase)) is not { } metric)
            {
                var (provider, resourceType) = (type.Split('/')[0], type.Split('/', 2)[1]);
                return (
                    [],
                    $"Failed to find metric configuration for provider: {provider}, resource Type: {resourceType}, metric: {name}, "
                        + $"Valid metrics: {string.Join(",", known.Select(m => m.Name))}"
                );
            }

            found.Add(metric);
        }

        return (found, null);
    }

    private static Aggregations ParseAggregations(string text, out string? problem)
    {
        problem = null;
        var aggregations = Aggregations.None;
        foreach (var name in text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            if (Enum.TryParse<Aggregations>(name, ignoreCase: true, out var one) && one != Aggregations.None && char.IsLetter(name[0]))
            {
                aggregations |= one;
            }
            else
            {
                problem = $"Invalid aggregation type: {name}, supported ones are: Average,Minimum,Maximum,Total,Count";
            }
        }

        return aggregations;
    }

    private static Dictionary<string, IReadOnlyList<string>> ParseSplit(string filter) =>
        ConditionPattern()
            .Matches(filter)
            .GroupBy(m => m.Groups["name"].Value, m => m.Groups["value"].Value, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(g => g.Key, g => (IReadOnlyList<string>)[.. g], StringComparer.OrdinalIgnoreCase);

    private static string? FindSplitProblem(IReadOnlyList<MetricDefinition> metrics, Dictionary<string, IReadOnlyList<string>> split) =>
        metrics
            .Where(m => split.Keys.Any(name => !m.Dimensions.Any(d => string.Equals(d.Name, name, StringComparison.OrdinalIgnoreCase))))
            .Select(m =>
                $"Metric: {m.Name} does not support requested dimension combination: {string.Join(",", split.Keys)}, "
                + $"supported ones are: {string.Join(",", m.Dimensions.Select(d => d.Name))}"
            )
            .FirstOrDefault();

    private static bool TryParseTime(string? text, DateTimeOffset otherwise, out DateTimeOffset time)
    {
        time = otherwise;
        return string.IsNullOrEmpty(text)
            || DateTimeOffset.TryParse(
                text,
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                out time
            );
    }

    private static (MetricsRequest?, ArmError?) CreateError(string message) => (null, ArmError.Invalid("BadRequest", message));

    [GeneratedRegex(@"(?<name>\w+)\s+eq\s+'(?<value>[^']*)'", RegexOptions.IgnoreCase, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ConditionPattern();
}
