using System.Text.Json;
using Advisor.Azure.Resources;

namespace Advisor.Azure.Metrics;

/// <summary>Total of one value of a dimension in one bucket.</summary>
internal sealed record SplitTotal(string Id, string Value, DateTimeOffset Minute, double Total);

/// <summary>Response split by a dimension.</summary>
/// <param name="Answered">Resources whose metric was returned without an error; one without any total had no events.</param>
internal sealed record SplitDocument(IReadOnlyList<string> Answered, IReadOnlyList<SplitTotal> Totals)
{
    /// <summary>
    /// Parses the response of the batch call. A resource that cannot be parsed is omitted: its totals are unknown, and the others are not
    /// affected.
    /// </summary>
    /// <exception cref="JsonException">The response is truncated or has no list of resources.</exception>
    public static SplitDocument Parse(ReadOnlyMemory<byte> utf8)
    {
        using var document = JsonDocument.Parse(utf8);
        if (ResourceJson.GetChild(document.RootElement, "values") is not { ValueKind: JsonValueKind.Array } values)
        {
            throw new JsonException("The answer has another shape than that of split metrics.");
        }

        var (answered, totals) = (new List<string>(), new List<SplitTotal>());
        foreach (var resource in values.EnumerateArray())
        {
            if (ResourceJson.GetText(resource, "resourceid") is { } id && ParseTotals(id, resource) is { } some)
            {
                answered.Add(id);
                totals.AddRange(some);
            }
        }

        return new SplitDocument(answered, totals);
    }

    /// <summary>Returns the totals; null if there is no metric, or one of another shape.</summary>
    private static List<SplitTotal>? ParseTotals(string id, JsonElement resource)
    {
        try
        {
            var metrics = resource.GetProperty("value").EnumerateArray().Where(IsSuccess).ToList();
            return metrics.Count == 0
                ? null
                : [.. metrics.SelectMany(metric => EnumerateArray(metric, "timeseries")).SelectMany(series => ListTotals(id, series))];
        }
        catch (Exception e) when (e is KeyNotFoundException or InvalidOperationException or FormatException)
        {
            return null;
        }
    }

    private static bool IsSuccess(JsonElement metric) =>
        !metric.TryGetProperty("errorCode", out var code) || MetricError.IsSuccess(code.GetString());

    private static string ParseValue(JsonElement series) =>
        EnumerateArray(series, "metadatavalues").Select(label => label.GetProperty("value").GetString()).FirstOrDefault() ?? "";

    private static IEnumerable<SplitTotal> ListTotals(string id, JsonElement series) =>
        from point in EnumerateArray(series, "data")
        where point.TryGetProperty("total", out var total) && total.ValueKind == JsonValueKind.Number && double.IsFinite(total.GetDouble())
        select new SplitTotal(
            id,
            ParseValue(series),
            (point.TryGetProperty("timeStamp", out var at) ? at : point.GetProperty("timestamp")).GetDateTimeOffset(),
            point.GetProperty("total").GetDouble()
        );

    // A null list counts as empty.
    private static IEnumerable<JsonElement> EnumerateArray(JsonElement element, string name) =>
        element.GetProperty(name) is { ValueKind: not JsonValueKind.Null } list ? list.EnumerateArray() : [];
}
