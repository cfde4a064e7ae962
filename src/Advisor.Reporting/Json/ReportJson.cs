using System.Buffers;
using System.Text;
using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes a report as JSON: <c>{"resources":[…]}</c>, each with current and recommended size, cost, and all numbers behind them. The fields
/// are those of docs/schema/evaluate.schema.json. Ratios have four decimals, amounts two; null is unknown.
/// </summary>
public static class ReportJson
{
    private const int RatioDecimals = 4;

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
        WriteCost(writer, report.ComputeCost());
        WriteEndpointGroups(writer, EndpointGroupTotal.Compute(report.Resources));
        writer.WriteStartArray("failures");
        foreach (var failure in report.Failures)
        {
            writer.WriteStartObject();
            writer.WriteString("scope", failure.Scope);
            writer.WriteString("code", failure.Code);
            writer.WriteString("text", failure.Text);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteNumber("metricCalls", report.MetricCalls);
        WriteStrings(writer, "notes", report.AllNotes);
        writer.WriteEndObject();
    }

    private static void WriteCost(Utf8JsonWriter writer, ReportCost? cost) =>
        CostJson.Write(
            writer,
            cost?.Today,
            cost?.After,
            () =>
            {
                CostJson.WriteAmount(writer, "advisoryChange", cost!.AdvisoryChange);
                writer.WriteNumber("unpriced", cost.Unpriced);
            }
        );

    // Absent where no settings state a group.
    private static void WriteEndpointGroups(Utf8JsonWriter writer, IReadOnlyList<EndpointGroupTotal> groups)
    {
        if (groups.Count == 0)
        {
            return;
        }

        writer.WriteStartArray("endpointGroups");
        foreach (var group in groups)
        {
            writer.WriteStartObject();
            writer.WriteString("name", group.Name);
            writer.WriteString("service", group.Service.ToWireName());
            WriteStrings(writer, "endpoints", group.Endpoints);
            writer.WriteNumber("units", group.Units);
            writer.WriteNumber("recommendedUnits", group.UnitsAfter);
            DecisionDetailsJson.WriteNumber(writer, "connections", group.Connections);
            WriteCost(writer, group.Cost);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    /// <summary>Returns the name of a state: ok, failed, insufficientData, suspectMetric or autoscaleOn.</summary>
    public static string ToWireName(ReportState state) => JsonNamingPolicy.CamelCase.ConvertName(state.ToString());

    /// <summary>Writes one resource as an object.</summary>
    public static void Write(Utf8JsonWriter writer, ResourceReport resource)
    {
        writer.WriteStartObject();
        writer.WriteString("id", resource.Id);
        writer.WriteString("name", resource.Name);
        writer.WriteString("service", resource.Service.ToWireName());
        writer.WriteString("region", resource.Region);
        writer.WriteString("state", ToWireName(resource.State));
        writer.WriteString("sku", resource.Sku);
        writer.WriteNumber("units", resource.Units);
        WriteTarget(writer, resource);
        SteadyJson.Write(writer, resource.Decision);
        CostJson.Write(
            writer,
            resource.Cost,
            resource.CostAfter,
            () =>
            {
                var (messages, connections) = (resource.Decision?.Messages, resource.Decision?.MeanConnections);
                DecisionDetailsJson.WriteNumber(writer, "messagesPerMinute", messages?.PerMinute);
                DecisionDetailsJson.WriteNumber(writer, "meanConnections", connections);
                CostJson.WriteAmount(writer, "per1000Connections", CostText.ComputePer1000Connections(resource.Cost!.Value, connections));
                CostJson.WriteAmount(writer, "perMillionMessages", CostText.ComputePerMillionMessages(resource.Cost!.Value, messages));
                CostJson.Write(writer, resource.Month);
                CostJson.WritePrices(writer, resource.PriceOrigin, resource.PriceBasis);
            }
        );
        ActualCostJson.Write(writer, resource.PastCost);
        DecisionJson.WriteReasons(writer, resource.Decision?.Reasons ?? ListFailureReasons(resource));
        DecisionJson.WriteAlerts(writer, resource.Decision?.Alerts ?? []);
        ReportDetailsJson.Write(writer, resource);
        writer.WriteEndObject();
    }

    internal static void WriteStrings(Utf8JsonWriter writer, string name, IReadOnlyList<string> values)
    {
        writer.WriteStartArray(name);
        foreach (var value in values)
        {
            writer.WriteStringValue(value);
        }

        writer.WriteEndArray();
    }

    private static void WriteTarget(Utf8JsonWriter writer, ResourceReport resource)
    {
        var decision = resource.Decision;
        writer.WriteString("action", decision?.Action.ToWireName());
        writer.WriteString("targetSku", resource.Target?.Sku);
        DecisionDetailsJson.WriteNumber(writer, "targetUnits", resource.Target?.Units);
        writer.WriteString("recommendation", ReportPhrases.DescribeRecommendation(resource));
        writer.WriteString("advisoryReason", resource.Advisory);
        writer.WriteString("limitingFactor", decision is { HasAnyUtilization: true } ? decision.LimitingFactor.ToWireName() : null);
        DecisionJson.WriteUtilization(writer, decision?.Utilization ?? default);
        writer.WriteStartObject("targets");
        foreach (var limit in LimitingFactor.Limits)
        {
            WriteRatio(writer, limit.ToWireName(), decision?.Targets[limit]);
        }

        writer.WriteEndObject();
        WriteRatio(writer, "confidence", resource.Confidence);
    }

    // The reason of a resource that could not be read is its failure.
    private static IReadOnlyList<Reason> ListFailureReasons(ResourceReport resource) =>
        [new Reason(resource.Failure?.Code ?? "Unknown", resource.Failure?.Text ?? "Advisor could not read it.")];

    private static void WriteRatio(Utf8JsonWriter writer, string name, Ratio? ratio)
    {
        if (ratio is { } known)
        {
            writer.WriteNumber(name, Math.Round(known.Value, RatioDecimals));
        }
        else
        {
            writer.WriteNull(name);
        }
    }
}
