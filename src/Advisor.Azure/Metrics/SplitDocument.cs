using System.Text.Json;

namespace Advisor.Azure.Metrics;

/// <summary>The total of one value of a dimension, over the whole window.</summary>
internal sealed record SplitTotal(string Id, string Value, double Total);

/// <summary>An answer that is split by a dimension.</summary>
/// <param name="Answered">Resources whose metric came without an error; one without any total had none.</param>
internal sealed record SplitDocument(IReadOnlyList<string> Answered, IReadOnlyList<SplitTotal> Totals)
{
    /// <summary>Reads the answer of the batch call.</summary>
    /// <exception cref="JsonException">It is cut off or has another shape.</exception>
    public static SplitDocument Parse(ReadOnlyMemory<byte> utf8)
    {
        try
        {
            using var document = JsonDocument.Parse(utf8);
            var (answered, totals) = (new List<string>(), new List<SplitTotal>());
            foreach (var resource in document.RootElement.GetProperty("values").EnumerateArray())
            {
                var id = resource.GetProperty("resourceid").GetString()!;
                foreach (var metric in resource.GetProperty("value").EnumerateArray().Where(IsGood))
                {
                    answered.Add(id);
                    totals.AddRange(metric.GetProperty("timeseries").EnumerateArray().Select(series => new SplitTotal(id, ValueOf(series), TotalOf(series))));
                }
            }

            return new SplitDocument(answered, totals);
        }
        catch (Exception e) when (e is KeyNotFoundException or InvalidOperationException)
        {
            throw new JsonException("The answer has another shape than that of split metrics.", e);
        }
    }

    private static bool IsGood(JsonElement metric) =>
        !metric.TryGetProperty("errorCode", out var code) || string.Equals(code.GetString(), "Success", StringComparison.OrdinalIgnoreCase);

    private static string ValueOf(JsonElement series) =>
        series.GetProperty("metadatavalues").EnumerateArray().Select(label => label.GetProperty("value").GetString()).FirstOrDefault() ?? "";

    private static double TotalOf(JsonElement series) => series.GetProperty("data").EnumerateArray()
        .Sum(point => point.TryGetProperty("total", out var total) && total.ValueKind == JsonValueKind.Number ? total.GetDouble() : 0);
}
