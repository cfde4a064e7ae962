using System.Text.Json;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>
/// Writes the actual cost of past days as <c>{"from":"2026-10-23","to":"2026-11-21","readAt":…,"totals":[…],"compared":{…}}</c>.
/// </summary>
public static class ActualCostJson
{
    /// <summary>Writes <c>"actualCost":{…}</c>; nothing when the actual cost is not asked for, or not known.</summary>
    /// <param name="writer">A writer inside an object.</param>
    public static void Write(Utf8JsonWriter writer, PastCost? cost)
    {
        if (cost is null)
        {
            return;
        }

        writer.WriteStartObject("actualCost");
        writer.WriteString("from", cost.Window.From.ToString("yyyy-MM-dd"));
        writer.WriteString("to", cost.Window.To.ToString("yyyy-MM-dd"));
        writer.WriteString("readAt", cost.ReadAt.UtcDateTime);
        writer.WriteStartArray("totals");
        foreach (var total in cost.Totals)
        {
            writer.WriteStartObject();
            WriteMoney(writer, total);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        if (cost.Comparison is { } compared)
        {
            WriteComparison(writer, compared);
        }
        else
        {
            writer.WriteNull("compared");
        }

        writer.WriteEndObject();
    }

    /// <summary>Returns the name of the billing that the actual units are nearest to: prorated or dailyPeak; null for neither.</summary>
    public static string? FormatNearest(CostComparison compared) =>
        compared.FindNearest() is { } nearest ? JsonNamingPolicy.CamelCase.ConvertName(nearest.ToString()) : null;

    private static void WriteComparison(Utf8JsonWriter writer, CostComparison compared)
    {
        writer.WriteStartObject("compared");
        writer.WriteNumber("days", compared.Days);
        WriteMoney(writer, compared.Actual);
        WriteUnits(writer, compared.UnitDays);
        WriteReading(writer, "prorated", compared.Prorated);
        WriteReading(writer, "dailyPeak", compared.DailyPeak);
        writer.WriteString("nearest", FormatNearest(compared));
        writer.WriteEndObject();
    }

    private static void WriteReading(Utf8JsonWriter writer, string name, CostReading reading)
    {
        writer.WriteStartObject(name);
        WriteMoney(writer, reading.Cost);
        WriteUnits(writer, reading.UnitDays);
        writer.WriteEndObject();
    }

    private static void WriteMoney(Utf8JsonWriter writer, Money? money)
    {
        CostJson.WriteAmount(writer, "amount", money?.RoundToCents());
        writer.WriteString("currency", money?.Currency);
    }

    private static void WriteUnits(Utf8JsonWriter writer, decimal? units)
    {
        if (units is { } known)
        {
            writer.WriteNumber("unitDays", decimal.Round(known, 4));
        }
        else
        {
            writer.WriteNull("unitDays");
        }
    }
}
