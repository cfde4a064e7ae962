using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes the numbers behind a decision, for detailed outputs: units required, forecast, sizes with their cost, alternatives.
/// </summary>
public static class DecisionDetailsJson
{
    private const int Decimals = 3;

    /// <summary>Writes the fields into an object opened by the caller.</summary>
    public static void Write(Utf8JsonWriter writer, Decision decision)
    {
        writer.WriteStartObject("requiredUnits");
        WriteNumber(writer, "serverLoad", decision.RequiredUnits.ServerLoad);
        WriteNumber(writer, "connections", decision.RequiredUnits.Connections);
        WriteNumber(writer, "inbound", decision.RequiredUnits.Inbound);
        WriteNumber(writer, "outbound", decision.RequiredUnits.Outbound);
        WriteNumber(writer, "routing", decision.RequiredUnits.Routing);
        writer.WriteEndObject();
        if (decision.IsFull)
        {
            writer.WriteBoolean("requiredUnitsAreLowerBound", true);
        }

        WriteForecast(writer, decision);
        WriteSizes(writer, decision);
        WriteAlternatives(writer, decision.Alternatives);
    }

    private static void WriteForecast(Utf8JsonWriter writer, Decision decision)
    {
        writer.WriteStartArray("forecast");
        foreach (var quantiles in decision.Forecast)
        {
            writer.WriteStartObject();
            writer.WriteNumber("minutes", quantiles.Horizon.TotalMinutes);
            writer.WriteNumber("median", Math.Round(quantiles.Median, Decimals));
            writer.WriteNumber("upper", Math.Round(quantiles.Upper, Decimals));
            writer.WriteNumber("high", Math.Round(quantiles.High, Decimals));
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    private static void WriteSizes(Utf8JsonWriter writer, Decision decision)
    {
        writer.WriteStartArray("sizes");
        foreach (var size in decision.Sizes)
        {
            writer.WriteStartObject();
            writer.WriteNumber("units", size.Units);
            writer.WriteNumber("unitCost", Math.Round(size.UnitCost, Decimals));
            writer.WriteNumber("overloadCost", Math.Round(size.OverloadCost, Decimals));
            writer.WriteNumber("removedCost", Math.Round(size.RemovedCost, Decimals));
            CostJson.Write(writer, size.Cost);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    /// <summary>Writes <c>"alternatives":[…]</c>.</summary>
    public static void WriteAlternatives(Utf8JsonWriter writer, IReadOnlyList<Alternative> alternatives)
    {
        writer.WriteStartArray("alternatives");
        foreach (var alternative in alternatives)
        {
            writer.WriteStartObject();
            writer.WriteString("kind", alternative.Kind);
            writer.WriteString("text", alternative.Text);
            writer.WriteString("sku", alternative.Sku);
            WriteNumber(writer, "units", alternative.Units);
            writer.WriteNumber("instances", alternative.Instances);
            writer.WriteBoolean("changesApp", alternative.ChangesApp);
            writer.WriteStartArray("requires");
            foreach (var requirement in alternative.Requirements)
            {
                writer.WriteStringValue(requirement);
            }

            writer.WriteEndArray();
            CostJson.Write(writer, alternative.Cost);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    /// <summary>Writes a number with three decimals; null when it is unknown or infinite.</summary>
    public static void WriteNumber(Utf8JsonWriter writer, string name, double? value)
    {
        if (value is { } known && double.IsFinite(known))
        {
            writer.WriteNumber(name, Math.Round(known, Decimals));
        }
        else
        {
            writer.WriteNull(name);
        }
    }
}
