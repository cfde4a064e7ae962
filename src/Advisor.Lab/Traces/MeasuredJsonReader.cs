using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;

namespace Advisor.Lab.Traces;

/// <summary>
/// Reads metrics from JSON: the response of Azure Monitor as printed by <c>az monitor metrics list</c> (an object with <c>value</c>), or an
/// array of objects with <c>time</c>, <c>units</c> and either a <c>metrics</c> object (as read by <c>advisor decide</c>) or the metric
/// names.
/// </summary>
public static class MeasuredJsonReader
{
    /// <param name="ladder">Sizes that <c>units</c> may be.</param>
    public static MeasuredReading Read(string text, string name, UnitLadder ladder)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            var root = document.RootElement;
            if (root.ValueKind == JsonValueKind.Array)
            {
                var rows = root.EnumerateArray().ToList();
                var service = MeasuredReading.FindService(rows.SelectMany(row => ListMetrics(row)).Select(metric => metric.Name));
                return MeasuredReading.Create(name, service, rows.Select(row => ParseRow(row, ladder)));
            }

            return
                root.ValueKind == JsonValueKind.Object
                && root.TryGetProperty("value", out var metrics)
                && metrics.ValueKind == JsonValueKind.Array
                ? MeasuredReading.Create(name, FindService(metrics), ParseMonitor(metrics), ParseInterval(root))
                : MeasuredReading.Fail($"{name}: neither an answer of Azure Monitor nor an array of samples.");
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            return MeasuredReading.Fail($"{name}: {e.Message.ReplaceLineEndings(" ")}");
        }
    }

    private static JsonElement.ObjectEnumerator ListMetrics(JsonElement row) =>
        (row.TryGetProperty("metrics", out var metrics) ? metrics : row).EnumerateObject();

    // The id of a metric is that of its resource, and more.
    private static ServiceKind FindService(JsonElement metrics) =>
        metrics
            .EnumerateArray()
            .Any(metric =>
                metric.TryGetProperty("id", out var id) && ResourceIds.FindService(id.GetString() ?? "") == ServiceKind.WebPubSub
            )
            ? ServiceKind.WebPubSub
            : MeasuredReading.FindService(metrics.EnumerateArray().Select(GetName));

    private static string GetName(JsonElement metric) =>
        metric.GetProperty("name").GetProperty("value").GetString() ?? throw new FormatException("a metric has no name.");

    private static MeasuredSample ParseRow(JsonElement row, UnitLadder ladder)
    {
        var time = row.TryGetProperty("time", out var named) ? named : row.GetProperty("timestamp");
        var readings = default(MetricReadings);
        foreach (var property in ListMetrics(row))
        {
            if (MetricTable.FindForSizing(property.Name) is { } metric && property.Value.ValueKind != JsonValueKind.Null)
            {
                readings = metric.With(readings, RequirePossible(property.Name, property.Value.GetDouble()));
            }
        }

        var units = row.TryGetProperty("units", out var size) && size.ValueKind == JsonValueKind.Number ? size.GetDouble() : (double?)null;
        return units is { } count && MeasuredReading.FindSizeProblem(count, ladder) is { } problem
            ? throw new FormatException($"{time.GetString()}: {problem}")
            : new MeasuredSample(ReadTime(time), (int?)units, readings);
    }

    private static IEnumerable<MeasuredSample> ParseMonitor(JsonElement metrics)
    {
        var byTime = new SortedDictionary<DateTimeOffset, MetricReadings>();
        foreach (var metric in metrics.EnumerateArray())
        {
            var metricName = GetName(metric);
            foreach (var point in metric.GetProperty("timeseries").EnumerateArray().SelectMany(s => s.GetProperty("data").EnumerateArray()))
            {
                var time = ReadTime(point.GetProperty("timeStamp"));
                var before = byTime.GetValueOrDefault(time);
                byTime[time] = MetricTable.FindForSizing(metricName) is { } sizing ? Add(before, sizing, metricName, point) : before;
            }
        }

        return byTime.Where(pair => !pair.Value.IsEmpty).Select(pair => new MeasuredSample(pair.Key, null, pair.Value));
    }

    private static MetricReadings Add(in MetricReadings before, Metric metric, string name, JsonElement point)
    {
        double? Find(string aggregation) =>
            point.TryGetProperty(aggregation, out var value) && value.ValueKind == JsonValueKind.Number ? value.GetDouble() : null;

        var value = metric.SelectAggregate(Find("maximum"), Find("total"), Find("average"));
        return metric.With(before, value is { } number ? RequirePossible(name, number) : null);
    }

    // Not the conversion of the element, which takes a time without an offset for that of this machine's time zone.
    private static DateTimeOffset ReadTime(JsonElement time)
    {
        var text = time.GetString() ?? "";
        return InstantText.TryParse(text, out var at) ? at : throw new FormatException(InstantText.DescribeProblem(text));
    }

    private static TimeSpan? ParseInterval(JsonElement root) =>
        root.TryGetProperty("interval", out var interval) && interval.ValueKind == JsonValueKind.String
            ? MetricInterval.Parse(interval.GetString())
            : null;

    private static double RequirePossible(string metric, double value) =>
        PossibleReadings.IsPossible(value) ? value : throw new FormatException($"{value} is not a value of {metric}; it is 0 or more.");
}
