using System.Text.Json;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Lines;

/// <summary>The names of a line that the contract does not know, for a warning: a misspelled metric reads as a missing one.</summary>
internal static class UnknownNames
{
    private static readonly string[] Fields = ["resource", "time", "now", "sku", "units", "changeInProgress", "targets", "countsServerLeg", "workload", "metrics"];

    private static readonly string[] Metrics =
    [
        "ServerLoad", "ConnectionCount", "TotalConnectionCount", "ConnectionQuotaUtilization", "InboundTraffic", "OutboundTraffic", "MessageCount", "ConnectionOpenCount",
    ];

    private static readonly string[] Targets = ["serverLoad", "connections", "inbound", "outbound", "routing"];

    /// <summary>"metric 'ServerLod' (did you mean 'ServerLoad'?), field 'unit' (did you mean 'units'?)"; empty where all are known.</summary>
    /// <param name="json">A line that was read before, so that it is JSON.</param>
    public static string Of(ReadOnlySpan<byte> json)
    {
        try
        {
            using var line = JsonDocument.Parse(json.ToArray());
            var all = line.RootElement;
            return string.Join(", ", Of("field", all, Fields).Concat(Inside(all, "metrics", "metric", Metrics)).Concat(Inside(all, "targets", "target", Targets)).Distinct());
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return "a name that is no text"; // half of a surrogate pair, which the line's own reader passes over
        }
    }

    private static IEnumerable<string> Inside(JsonElement line, string field, string noun, string[] known) =>
        line.TryGetProperty(field, out var inner) && inner.ValueKind == JsonValueKind.Object ? Of(noun, inner, known) : [];

    private static IEnumerable<string> Of(string noun, JsonElement of, string[] known) => of.EnumerateObject()
        .Where(p => !known.Contains(p.Name, StringComparer.Ordinal))
        .Select(p => $"{noun} '{p.Name}'{(Spelling.Nearest(p.Name, known) is { } near ? $" (did you mean '{near}'?)" : "")}");
}
