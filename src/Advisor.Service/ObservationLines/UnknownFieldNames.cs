using System.Text.Json;
using Advisor.Configuration.Yaml;
using Advisor.Core.Metrics;

namespace Advisor.Service.ObservationLines;

/// <summary>Finds the names in a line that the contract does not define, for a warning: a misspelled metric counts as missing.</summary>
internal static class UnknownFieldNames
{
    private static readonly string[] Fields =
    [
        "resource",
        "time",
        "now",
        "sku",
        "units",
        "changeInProgress",
        "targets",
        "countsServerLeg",
        "workload",
        "metrics",
    ];

    private static readonly string[] Metrics = [.. MetricTable.LineNames.Select(known => known.Name)];

    private static readonly string[] Targets = ["serverLoad", "connections", "inbound", "outbound", "routing"];

    /// <summary>
    /// Returns a text such as "metric 'ServerLod' (did you mean 'ServerLoad'?), field 'unit' (did you mean 'units'?)"; empty when all names
    /// are known.
    /// </summary>
    /// <param name="json">A line that was parsed before and is valid JSON.</param>
    public static string Find(ReadOnlySpan<byte> json)
    {
        try
        {
            using var line = JsonDocument.Parse(json.ToArray());
            var all = line.RootElement;
            return string.Join(
                ", ",
                Find("field", all, Fields)
                    .Concat(FindInside(all, "metrics", "metric", Metrics))
                    .Concat(FindInside(all, "targets", "target", Targets))
                    .Distinct()
            );
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return "a name that is not text"; // half of a surrogate pair, which the parser of the line skips
        }
    }

    private static IEnumerable<string> FindInside(JsonElement line, string field, string noun, string[] known) =>
        line.TryGetProperty(field, out var inner) && inner.ValueKind == JsonValueKind.Object ? Find(noun, inner, known) : [];

    private static IEnumerable<string> Find(string noun, JsonElement of, string[] known) =>
        of.EnumerateObject()
            .Where(p => !known.Contains(p.Name, StringComparer.Ordinal))
            .Select(p =>
                $"{noun} '{p.Name}'{(NameSuggestions.FindNearest(p.Name, known) is { } near ? $" (did you mean '{near}'?)" : "")}"
            );
}
