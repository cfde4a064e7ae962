using System.Text.Json;
using Advisor.Core.Quantities;

namespace Advisor.Lab.Replays;

/// <summary>
/// Writes a backtest as JSON: the summaries, then every scenario with its runs. Ratios and shares are plain numbers; money has a currency.
/// </summary>
public static class BacktestJson
{
    /// <param name="unitPricePerDay">Price of a unit for a day; null when the rules have none.</param>
    public static void Write(Stream to, IReadOnlyList<ScenarioResult> results, Money? unitPricePerDay) =>
        ReplayJson.Write(
            to,
            json =>
            {
                json.WriteArray("policies", Summary.Compute(results), summary => Write(json, summary, unitPricePerDay));
                json.WriteArray("scenarios", results, result => Write(json, result, unitPricePerDay));
            }
        );

    private static void Write(Utf8JsonWriter json, Summary summary, Money? price)
    {
        json.WriteString("policy", summary.Policy.Name);
        json.WriteNumber("scenarios", summary.Scenarios);
        json.WriteNumber("regretMedian", summary.MedianRegret);
        json.WriteNumber("regretMean", summary.MeanRegret);
        json.WriteNumber("regret90", summary.Regret90);
        json.WriteNumber("paidToNeededMedian", summary.MedianPaidRatio);
        json.WriteNumber("overloadedShareMean", summary.OverloadedShare);
        json.WriteNumber("changesPerDayMean", summary.ChangesPerDay);
        json.WriteNumber("unitsRemovedPerDayMean", summary.RemovedPerDay);
        WriteMoney(json, "unitsPerMonthMean", price is { } p ? summary.ComputeMonthlyCost(p) : null);
    }

    private static void Write(Utf8JsonWriter json, ScenarioResult result, Money? price)
    {
        var scenario = result.Scenario;
        json.WriteString("trace", scenario.Trace);
        json.WriteString("shape", scenario.Shape);
        WriteNumber(json, "peakUnits", scenario.PeakUnits);
        json.WriteString("start", scenario.Start.UtcDateTime);
        json.WriteNumber("minutes", scenario.Minutes);
        json.WriteStartObject("law");
        json.WriteNumber("cpuLoad", scenario.Parameters.CpuLoad);
        json.WriteNumber("connectionLoad", scenario.Parameters.ConnectionLoad);
        json.WriteNumber("noiseSd", scenario.Parameters.NoiseSd);
        json.WriteNumber("lagMinutes", scenario.Parameters.LagMinutes);
        json.WriteNumber("slowChance", scenario.Parameters.SlowChance);
        json.WriteEndObject();
        json.WriteArray("runs", result.Runs, run => Write(json, run, price));
    }

    private static void Write(Utf8JsonWriter json, PolicyRun run, Money? price)
    {
        var score = run.Score;
        json.WriteString("policy", run.Policy.Name);
        json.WriteNumber("regret", score.Regret);
        json.WriteNumber("unitCost", score.UnitCost);
        json.WriteNumber("overloadCost", score.OverloadCost);
        json.WriteNumber("removedCost", score.RemovedCost);
        json.WriteNumber("paidToNeeded", score.PaidRatio);
        json.WriteNumber("overloadedShare", score.OverloadedShare);
        json.WriteNumber("changesPerDay", score.ChangesPerDay);
        json.WriteNumber("unitsRemovedPerDay", score.RemovedPerDay);
        WriteMoney(json, "unitsPaid", price is { } p ? p * (decimal)(score.UnitMinutes / 1440) : null);
    }

    private static void WriteNumber(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } number)
        {
            json.WriteNumber(name, number);
        }
        else
        {
            json.WriteNull(name);
        }
    }

    private static void WriteMoney(Utf8JsonWriter json, string name, Money? money)
    {
        if (money is not { } amount)
        {
            json.WriteNull(name);
            return;
        }

        json.WriteStartObject(name);
        json.WriteNumber("amount", decimal.Round(amount.Amount, 2));
        json.WriteString("currency", amount.Currency);
        json.WriteEndObject();
    }
}
