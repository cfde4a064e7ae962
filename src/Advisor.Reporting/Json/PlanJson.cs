using System.Buffers;
using System.Text.Json;
using Advisor.Core.Planning;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a plan as one JSON object, with the fields of docs/schema/plan.schema.json. Ratios have four decimals; null is unknown or not
/// available: <c>targetSku</c> and <c>targetUnits</c> when no size is enough, <c>appServers</c> when the guide states none (extrapolated
/// beyond its last column).
/// </summary>
public static class PlanJson
{
    public static string Render(Plan plan)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, DecisionJson.Document))
        {
            JsonSerializer.Serialize(writer, new PlanDocument(plan), ReportingJson.Default.PlanDocument);
        }

        return TerminalSafeJson.ToText(buffer.WrittenSpan) + "\n";
    }
}
