using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a report as JSON: <c>{"resources":[…]}</c>, each with current and recommended size, cost, and all numbers behind them. The fields
/// are those of docs/schema/evaluate.schema.json. Ratios have four decimals, amounts two; null is unknown.
/// </summary>
public static class ReportJson
{
    public static string Render(EvaluationReport report)
    {
        using var text = new StringWriter();
        Write(text, report);
        return text.ToString();
    }

    /// <summary>Writes a report as it is rendered, resource by resource, so that it need not fit in memory as text.</summary>
    /// <param name="compressed">JSON of the resources, where the report has only their summaries; null = it has all of each.</param>
    public static void Write(TextWriter output, EvaluationReport report, CompressedReports? compressed = null)
    {
        var buffer = new ArrayBufferWriter<byte>();
        var text = new ArrayBufferWriter<char>();
        using (var writer = new Utf8JsonWriter(buffer, DecisionJson.Document))
        {
            Write(writer, report, compressed is null ? Write : compressed.Write, Flush);
            Flush();

            void Flush()
            {
                writer.Flush();
                Encoding.UTF8.GetChars(TerminalSafeJson.Escape(buffer.WrittenSpan), text);
                output.Write(text.WrittenSpan);
                buffer.ResetWrittenCount();
                text.ResetWrittenCount();
            }
        }

        output.Write('\n');
    }

    public static void Write(Utf8JsonWriter writer, EvaluationReport report) => Write(writer, report, Write, null);

    private static void Write(
        Utf8JsonWriter writer,
        EvaluationReport report,
        Action<Utf8JsonWriter, ResourceReport> writeResource,
        Action? flush
    )
    {
        writer.WriteStartObject();
        writer.WriteString("time", report.Time.UtcDateTime);
        writer.WriteStartArray("resources");
        foreach (var resource in report.Shown)
        {
            writeResource(writer, resource);
            flush?.Invoke();
        }

        writer.WriteEndArray();
        WriteField(writer, "cost", FleetCostJson.Create(report.ComputeCost()), ReportingJson.Default.FleetCostJson);
        if (EndpointGroupTotal.Compute(report.Resources) is { Count: > 0 } groups)
        {
            WriteField(
                writer,
                "endpointGroups",
                groups.Select(group => new EndpointGroupJson(group)),
                ReportingJson.Default.IEnumerableEndpointGroupJson
            );
        }

        WriteField(writer, "failures", report.Failures, ReportingJson.Default.IReadOnlyListReportFailure);
        writer.WriteNumber("metricCalls", report.MetricCalls);
        WriteField(writer, "notes", report.AllNotes, ReportingJson.Default.IReadOnlyListString);
        writer.WriteEndObject();
    }

    /// <summary>Writes one resource as an object.</summary>
    public static void Write(Utf8JsonWriter writer, ResourceReport resource) =>
        JsonSerializer.Serialize(writer, new ResourceJson(resource), ReportingJson.Default.ResourceJson);

    private static void WriteField<T>(Utf8JsonWriter writer, string name, T value, JsonTypeInfo<T> type)
    {
        writer.WritePropertyName(name);
        JsonSerializer.Serialize(writer, value, type);
    }
}

/// <summary>Totals of the resources that one application spreads its clients over.</summary>
internal sealed class EndpointGroupJson(EndpointGroupTotal group)
{
    public string Name => group.Name;

    public string Service => group.Service.ToWireName();

    public IReadOnlyList<string> Endpoints => group.Endpoints;

    public int Units => group.Units;

    public int RecommendedUnits => group.UnitsAfter;

    public double? Connections => group.Connections.Round();

    public FleetCostJson? Cost => FleetCostJson.Create(group.Cost);
}
