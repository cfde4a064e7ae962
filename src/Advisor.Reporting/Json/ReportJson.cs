using System.Buffers;
using System.Text;
using System.Text.Json;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;

namespace Advisor.Reporting.Json;

/// <summary>
/// A report as JSON: <c>{"resources":[…]}</c>, each with the fields of a decision line, and id, region, cost, state and every number behind it.
/// </summary>
public static class ReportJson
{
    public static string Render(EvaluationReport report)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var writer = new Utf8JsonWriter(buffer, DecisionJson.Document))
        {
            Write(writer, report);
        }

        return Encoding.UTF8.GetString(buffer.WrittenSpan) + "\n";
    }

    public static void Write(Utf8JsonWriter writer, EvaluationReport report)
    {
        writer.WriteStartObject();
        writer.WriteString("time", report.Time.UtcDateTime);
        writer.WriteStartArray("resources");
        foreach (var resource in report.Shown)
        {
            Write(writer, resource);
        }

        writer.WriteEndArray();
        MoneyJson.Write(writer, "monthlyCostChange", report.MonthlyCostChange());
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
        WriteStrings(writer, "notes", report.Notes);
        writer.WriteEndObject();
    }

    /// <summary>The name of a state: ok, failed, insufficientData, suspectMetric or autoscaleOn.</summary>
    public static string WireName(ReportState state) => JsonNamingPolicy.CamelCase.ConvertName(state.ToString());

    /// <summary>One resource as an object.</summary>
    public static void Write(Utf8JsonWriter writer, ResourceReport resource)
    {
        writer.WriteStartObject();
        writer.WriteString("id", resource.Id);
        writer.WriteString("name", resource.Name);
        writer.WriteString("service", resource.Service.WireName());
        writer.WriteString("region", resource.Region);
        writer.WriteString("state", WireName(resource.State));
        writer.WriteStartObject("current");
        writer.WriteString("sku", resource.Sku);
        writer.WriteNumber("units", resource.Units);
        writer.WriteEndObject();
        DecisionJson.WriteFields(writer, resource.Decision ?? Unread(resource));
        writer.WriteStartObject("cost");
        MoneyJson.Write(writer, "monthly", resource.MonthlyCost);
        MoneyJson.Write(writer, "change", resource.Decision?.MonthlyCostChange);
        writer.WriteEndObject();
        WriteSurroundings(writer, resource);
        if (resource.Decision is { } decision)
        {
            DecisionDetailsJson.Write(writer, decision);
        }

        WriteLimits(writer, resource);
        writer.WriteEndObject();
    }

    private static void WriteLimits(Utf8JsonWriter writer, ResourceReport resource)
    {
        writer.WriteString("workload", resource.WorkloadText);
        writer.WriteStartArray("limits");
        foreach (var limit in resource.Limits)
        {
            writer.WriteStartObject();
            writer.WriteString("dimension", limit.Dimension.WireName());
            DecisionDetailsJson.WriteNumber(writer, "used", limit.Used);
            DecisionDetailsJson.WriteNumber(writer, "limit", limit.Limit);
            WriteStrings(writer, "rows", limit.Rows);
            writer.WriteString("source", limit.Source);
            writer.WriteBoolean("interpolated", limit.IsInterpolated);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteSurroundings(Utf8JsonWriter writer, ResourceReport resource)
    {
        writer.WriteNumber("minutesSeen", resource.MinutesSeen);
        writer.WriteNumber("historyHours", Math.Round(resource.History.TotalHours, 1));
        writer.WriteString("advisory", resource.Advisory);
        writer.WriteString("autoscaleSetting", resource.AutoscaleSetting);
        writer.WriteStartArray("replicas");
        foreach (var replica in resource.Replicas)
        {
            writer.WriteStartObject();
            writer.WriteString("name", replica.Name);
            writer.WriteString("region", replica.Region);
            DecisionDetailsJson.WriteNumber(writer, "units", replica.Units);

            writer.WriteBoolean("sized", false);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    // A resource that could not be read holds its size, knows no utilization, and gives the failure as its reason.
    private static Decision Unread(ResourceReport resource) => new()
    {
        ResourceId = resource.Id,
        Time = resource.Newest?.Time ?? DateTimeOffset.UnixEpoch,
        Action = ScalingAction.Hold,
        Sku = resource.Sku,
        Units = resource.Units,
        Binding = Dimension.None,
        Utilization = default,
        Confidence = new Ratio(0),
        Reasons = [new Reason(resource.Failure?.Code ?? "Unknown", resource.Failure?.Text ?? "It could not be read.")],
    };

    private static void WriteStrings(Utf8JsonWriter writer, string name, IReadOnlyList<string> values)
    {
        writer.WriteStartArray(name);
        foreach (var value in values)
        {
            writer.WriteStringValue(value);
        }

        writer.WriteEndArray();
    }
}
