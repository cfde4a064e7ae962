using System.Text.Json;
using Advisor.Core.Scaling;

namespace Advisor.Reporting.Json;

/// <summary>The numbers behind a decision, for outputs that have room for them: needs, forecast, sizes with their cost, ways out.</summary>
public static class DecisionDetailsJson
{
    private const int Decimals = 3;

    /// <summary>Writes the fields into the object that the caller has begun.</summary>
    public static void Write(Utf8JsonWriter writer, Decision decision)
    {
        writer.WriteStartObject("needs");
        WriteNumber(writer, "serverLoad", decision.Needs.ServerLoad);
        WriteNumber(writer, "connections", decision.Needs.Connections);
        WriteNumber(writer, "inbound", decision.Needs.Inbound);
        WriteNumber(writer, "outbound", decision.Needs.Outbound);
        WriteNumber(writer, "routing", decision.Needs.Routing);
        writer.WriteEndObject();
        WriteForecast(writer, decision);
        WriteSizes(writer, decision);
        WriteWaysOut(writer, decision.WaysOut);
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

    /// <summary>Writes <c>"waysOut":[…]</c>.</summary>
    public static void WriteWaysOut(Utf8JsonWriter writer, IReadOnlyList<WayOut> ways)
    {
        writer.WriteStartArray("waysOut");
        foreach (var way in ways)
        {
            writer.WriteStartObject();
            writer.WriteString("kind", way.Kind);
            writer.WriteString("text", way.Text);
            writer.WriteString("sku", way.Sku);
            WriteNumber(writer, "units", way.Units);
            writer.WriteNumber("instances", way.Instances);
            CostJson.Write(writer, way.Cost);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
    }

    /// <summary>Writes a number with three decimals; null where it is unknown or infinite.</summary>
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
