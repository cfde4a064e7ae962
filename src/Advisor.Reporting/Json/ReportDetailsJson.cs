using System.Text.Json;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes the details of a resource: the history read, its context, units required, forecast, sizes, alternatives, limits.
/// </summary>
internal static class ReportDetailsJson
{
    private const int FactorDecimals = 4;

    public static void Write(Utf8JsonWriter writer, ResourceReport resource)
    {
        if (resource.Decision is { } decision)
        {
            writer.WriteString("time", decision.Time.UtcDateTime);
        }
        else
        {
            writer.WriteNull("time");
        }

        writer.WriteNumber("minutesSeen", resource.MinutesSeen);
        DecisionDetailsJson.WriteNumber(
            writer,
            "historyHours",
            resource.History > TimeSpan.Zero ? Math.Round(resource.History.TotalHours, 1) : null
        );
        writer.WriteString("autoscaleSetting", resource.AutoscaleSetting);
        WriteReplicas(writer, resource);
        if (resource.Decision is { HasAnyUtilization: true } known)
        {
            DecisionDetailsJson.Write(writer, known);
            ReportJson.WriteStrings(writer, "confidenceParts", known.ConfidenceFactors);
        }

        if (resource.ServerLeg is { } leg)
        {
            writer.WriteStartObject("serverLeg");
            DecisionDetailsJson.WriteNumber(writer, "inboundBytesPerSecond", leg.InboundBytes);
            DecisionDetailsJson.WriteNumber(writer, "outboundBytesPerSecond", leg.OutboundBytes);
            writer.WriteEndObject();
        }

        WriteLimits(writer, resource);
        WriteWhatIfs(writer, resource);
    }

    private static void WriteWhatIfs(Utf8JsonWriter writer, ResourceReport resource)
    {
        if (resource.WhatIfs.Count == 0)
        {
            return;
        }

        writer.WriteStartArray("whatIf");
        foreach (var size in resource.WhatIfs)
        {
            writer.WriteStartObject();
            writer.WriteNumber("connectionsFactor", Math.Round(size.Factors.Connections, FactorDecimals));
            writer.WriteNumber("messagesFactor", Math.Round(size.Factors.Messages, FactorDecimals));
            writer.WriteString("sku", size.Sku);
            writer.WriteNumber("units", size.Units);
            writer.WriteString("limitingFactor", size.Utilization == default ? null : size.LimitingFactor.ToWireName());
            DecisionJson.WriteUtilization(writer, size.Utilization);
            CostJson.Write(writer, size.Cost);
            SteadyJson.Write(writer, size.Steady, resource.Cost);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteReplicas(Utf8JsonWriter writer, ResourceReport resource)
    {
        writer.WriteStartArray("replicas");
        foreach (var replica in resource.Replicas)
        {
            writer.WriteStartObject();
            writer.WriteString("name", replica.Name);
            writer.WriteString("region", replica.Region);
            DecisionDetailsJson.WriteNumber(writer, "units", replica.Units);
            writer.WriteBoolean("sized", true);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteLimits(Utf8JsonWriter writer, ResourceReport resource)
    {
        writer.WriteString("workload", resource.WorkloadText);
        writer.WriteStartArray("limits");
        foreach (var limit in resource.Limits)
        {
            writer.WriteStartObject();
            writer.WriteString("dimension", limit.Limit.ToWireName());
            DecisionDetailsJson.WriteNumber(writer, "used", limit.Used);
            DecisionDetailsJson.WriteNumber(writer, "limit", limit.TargetLimit);
            ReportJson.WriteStrings(writer, "rows", limit.Rows);
            writer.WriteString("source", limit.Source);
            writer.WriteBoolean("interpolated", limit.IsInterpolated);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }
}
