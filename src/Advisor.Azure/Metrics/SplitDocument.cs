using System.Text.Json;
using Advisor.Azure.Resources;

namespace Advisor.Azure.Metrics;

/// <summary>Total of one value of a dimension over the whole window.</summary>
internal sealed record SplitTotal(string Id, string Value, double Total);

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
                :
                [
                    .. metrics
                        .SelectMany(metric => EnumerateArray(metric, "timeseries"))
                        .Select(series => new SplitTotal(id, ParseValue(series), SumTotals(series))),
                ];
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

    private static double SumTotals(JsonElement series) =>
        EnumerateArray(series, "data")
            .Sum(point =>
                point.TryGetProperty("total", out var total)
                && total.ValueKind == JsonValueKind.Number
                && double.IsFinite(total.GetDouble())
                    ? total.GetDouble()
                    : 0
            );

    // A null list counts as empty.
    private static IEnumerable<JsonElement> EnumerateArray(JsonElement element, string name) =>
        element.GetProperty(name) is { ValueKind: not JsonValueKind.Null } list ? list.EnumerateArray() : [];
}
