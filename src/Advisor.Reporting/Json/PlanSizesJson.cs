using System.Text.Json;
using Advisor.Core.Planning;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes the sizes of a plan as JSON: every size that can be bought, the one that fits server connections, and the one that Advisor would
/// run.
/// </summary>
internal static class PlanSizesJson
{
    private const int RatioDecimals = 4;

    public static void Write(Utf8JsonWriter writer, Plan plan)
    {
        writer.WriteStartArray("sizes");
        foreach (var size in plan.Sizes)
        {
            writer.WriteStartObject();
            writer.WriteString("sku", size.Sku);
            writer.WriteNumber("units", size.Units);
            writer.WriteBoolean("fits", size.Fits);
            WriteFlag(writer, "fitsServerConnections", size.FitsServerConnections);
            writer.WriteString("limitingFactor", size.LimitingFactor.ToWireName());
            PlanJson.WriteUtilization(writer, size.Utilization);
            writer.WriteBoolean("interpolated", size.IsInterpolated);
            CostJson.Write(writer, size.Cost);
            if (plan.SolvedFor is { } quantity)
            {
                DecisionDetailsJson.WriteNumber(writer, PlanJson.ToWireName(quantity), size.Solved);
            }

            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    public static void WriteServers(Utf8JsonWriter writer, ServerConnectionCapacity? capacity)
    {
        if (capacity is null)
        {
            writer.WriteNull("serverConnections");
            return;
        }

        writer.WriteStartObject("serverConnections");
        writer.WriteNumber("perServer", capacity.PerServer);
        writer.WriteNumber("total", capacity.Total);
        writer.WriteBoolean("fit", capacity.IsEnough);
        writer.WriteString("sku", capacity.Size?.Sku);
        DecisionDetailsJson.WriteNumber(writer, "units", capacity.Size?.Units);
        writer.WriteEndObject();
    }

    /// <summary>
    /// Writes <c>"required"</c>, the size that keeps the guide's limits, and <c>"recommended"</c>, the one that keeps the targets.
    /// </summary>
    public static void WriteAnswers(Utf8JsonWriter writer, Plan plan)
    {
        if (plan is { Sku: { } sku, Units: { } required })
        {
            writer.WriteStartObject("required");
            writer.WriteString("sku", sku);
            writer.WriteNumber("units", required);
            writer.WriteEndObject();
        }
        else
        {
            writer.WriteNull("required");
        }

        if (plan.RecommendedSize is not { } at)
        {
            writer.WriteNull("recommended");
            return;
        }

        writer.WriteStartObject("recommended");
        writer.WriteString("sku", at.Size?.Sku);
        DecisionDetailsJson.WriteNumber(writer, "units", at.Size?.Units);
        DecisionDetailsJson.WriteNumber(writer, "serverConnections", at.ServerConnections);
        CostJson.Write(writer, PlanTable.FindRecommended(plan)?.Cost);
        writer.WriteStartObject("targets");
        foreach (var limit in PlanPhrases.Limits)
        {
            writer.WriteNumber(limit.ToWireName(), Math.Round(at.Targets[limit].Value, RatioDecimals));
        }

        writer.WriteEndObject();
        writer.WriteEndObject();
    }

    private static void WriteFlag(Utf8JsonWriter writer, string name, bool? value)
    {
        if (value is { } known)
        {
            writer.WriteBoolean(name, known);
        }
        else
        {
            writer.WriteNull(name);
        }
    }
}
