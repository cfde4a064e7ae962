using System.Text.Json;
using Advisor.Core.Advice;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;

namespace Advisor.Reporting.Json;

/// <summary>Writes the size to keep until a person looks again, with every other size beside it.</summary>
public static class SteadyJson
{
    private const int ShareDecimals = 4;

    /// <summary>Writes <c>"steady":{…}</c>; null when nothing of the past is known.</summary>
    public static void Write(Utf8JsonWriter writer, Decision? decision)
    {
        if (decision?.Steady is not { } steady)
        {
            writer.WriteNull("steady");
            return;
        }

        var chosen = steady.Chosen;
        writer.WriteStartObject("steady");
        writer.WriteString("sku", steady.Sku);
        WriteOption(writer, chosen);
        CostJson.WriteAmount(writer, "saving", MonthlyBill.ComputeChange(chosen.Cost, decision.CostNow));
        DecisionDetailsJson.WriteNumber(writer, "unitsNow", SteadyPhrases.FindUnitsNow(decision));
        writer.WriteNumber("lookBackDays", steady.LookBack.TotalDays);
        writer.WriteNumber("knownMinutes", steady.KnownMinutes);
        writer.WriteNumber("confidence", Math.Round(steady.Confidence.Value, ShareDecimals));
        writer.WriteNumber("daysTested", steady.Trials.Days);
        writer.WriteNumber("daysHeld", steady.Trials.Held);
        writer.WriteBoolean("isAdvisory", steady.IsAdvisory);
        writer.WriteString("peakAt", steady.Peak.At.UtcDateTime);
        DecisionDetailsJson.WriteNumber(writer, "peakUnits", steady.Peak.Units);
        writer.WriteString("unrepeatedDay", steady.UnrepeatedDay?.ToString("yyyy-MM-dd"));
        WriteAutopilot(writer, steady.Autopilot);
        writer.WriteStartArray("sizes");
        foreach (var size in steady.Sizes)
        {
            writer.WriteStartObject();
            if (size.NextSku is { } next)
            {
                writer.WriteString("sku", next);
            }

            WriteOption(writer, size);
            writer.WriteEndObject();
        }

        writer.WriteEndArray();
        writer.WriteEndObject();
    }

    /// <summary>
    /// Writes <c>"steady":{…}</c> of another load: the size to keep and its saving beside today's cost; null when nothing of the past is
    /// known.
    /// </summary>
    public static void Write(Utf8JsonWriter writer, SteadySize? steady, MonthlyCost? today)
    {
        if (steady is null)
        {
            writer.WriteNull("steady");
            return;
        }

        writer.WriteStartObject("steady");
        writer.WriteString("sku", steady.Sku);
        WriteOption(writer, steady.Chosen);
        CostJson.WriteAmount(writer, "saving", MonthlyBill.ComputeChange(steady.Chosen.Cost, today));
        writer.WriteNumber("knownMinutes", steady.KnownMinutes);
        writer.WriteString("peakAt", steady.Peak.At.UtcDateTime);
        DecisionDetailsJson.WriteNumber(writer, "peakUnits", steady.Peak.Units);
        writer.WriteEndObject();
    }

    private static void WriteOption(Utf8JsonWriter writer, SteadyOption size)
    {
        writer.WriteNumber("units", size.Units);
        writer.WriteNumber("overloadedMinutes", size.OverloadedMinutes);
        writer.WriteNumber("beyondLimitMinutes", size.BeyondLimitMinutes);
        if (size.WorstHour is { } hour)
        {
            writer.WriteString("worstHour", hour.UtcDateTime);
        }
        else
        {
            writer.WriteNull("worstHour");
        }

        CostJson.Write(writer, size.Cost);
    }

    private static void WriteAutopilot(Utf8JsonWriter writer, AutopilotReplayResult? autopilot)
    {
        if (autopilot is null)
        {
            writer.WriteNull("autopilot");
            return;
        }

        writer.WriteStartObject("autopilot");
        writer.WriteNumber("minUnits", autopilot.MinUnits);
        writer.WriteNumber("maxUnits", autopilot.MaxUnits);
        DecisionDetailsJson.WriteNumber(writer, "meanUnits", autopilot.MeanUnits);
        writer.WriteNumber("overloadedShare", Math.Round(autopilot.OverloadedShare.Value, ShareDecimals));
        CostJson.Write(writer, autopilot.Cost);
        writer.WriteEndObject();
    }
}
