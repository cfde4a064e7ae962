using System.Text.Json.Serialization;
using Advisor.Core.Advice;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;

namespace Advisor.Reporting.Json;

/// <summary>A size and what it would have meant over the look-back.</summary>
/// <param name="sku">Absent where it is null: the size is of the SKU in force.</param>
internal class SteadyOptionJson(string? sku, SteadyOption option)
{
    [JsonPropertyOrder(-1), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Sku => sku;

    [JsonPropertyOrder(-1)]
    public int Units => option.Units;

    [JsonPropertyOrder(-1)]
    public int OverloadedMinutes => option.OverloadedMinutes;

    [JsonPropertyOrder(-1)]
    public int BeyondLimitMinutes => option.BeyondLimitMinutes;

    [JsonPropertyOrder(-1)]
    public DateTime? WorstHour => option.WorstHour?.UtcDateTime;

    [JsonPropertyOrder(-1)]
    public SizeCostJson? Cost => SizeCostJson.Create(option.Cost);
}

/// <summary>The size to keep until a person looks again, with every other size beside it.</summary>
internal sealed class SteadyJson(Decision decision, SteadySize steady) : SteadyOptionJson(steady.Sku, steady.Chosen)
{
    public decimal? Saving => MonthlyBill.ComputeChange(steady.Chosen.Cost, decision.CostNow).ToAmount();

    public int? UnitsNow => SteadyPhrases.FindUnitsNow(decision);

    public double LookBackDays => steady.LookBack.TotalDays;

    public int KnownMinutes => steady.KnownMinutes;

    public double Confidence => steady.Confidence.Round();

    public int DaysTested => steady.Trials.Days;

    public int DaysHeld => steady.Trials.Held;

    public bool IsAdvisory => steady.IsAdvisory;

    public DateTime PeakAt => steady.Peak.At.UtcDateTime;

    public double? PeakUnits => steady.Peak.Units.Round();

    public DateOnly? UnrepeatedDay => steady.UnrepeatedDay;

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? WeeklyGrowth => steady.Growth is { } growth ? JsonValues.RoundRatio(growth.Ratio - 1) : null;

    public QuietHourJson? QuietHour => steady.QuietHour is { } quiet ? new(quiet) : null;

    public AutopilotJson? Autopilot => steady.Autopilot is { } autopilot ? new(autopilot) : null;

    public IEnumerable<SteadyOptionJson> Sizes => steady.Sizes.Select(size => new SteadyOptionJson(size.NextSku, size));
}

/// <summary>The size to keep for another load, and its saving beside today's cost.</summary>
internal sealed class WhatIfSteadyJson(SteadySize steady, MonthlyCost? today) : SteadyOptionJson(steady.Sku, steady.Chosen)
{
    public decimal? Saving => MonthlyBill.ComputeChange(steady.Chosen.Cost, today).ToAmount();

    public int KnownMinutes => steady.KnownMinutes;

    public DateTime PeakAt => steady.Peak.At.UtcDateTime;

    public double? PeakUnits => steady.Peak.Units.Round();
}

/// <summary>The hour of the day, UTC, with the lowest load.</summary>
internal sealed class QuietHourJson(QuietHour quiet)
{
    public int Hour => quiet.Hour;

    public double? Units => quiet.Units.Round();
}

/// <summary>What sizing every interval would have done over the look-back.</summary>
internal sealed class AutopilotJson(AutopilotReplayResult autopilot)
{
    public int MinUnits => autopilot.MinUnits;

    public int MaxUnits => autopilot.MaxUnits;

    public double? MeanUnits => autopilot.MeanUnits.Round();

    public double OverloadedShare => autopilot.OverloadedShare.Round();

    public SizeCostJson? Cost => SizeCostJson.Create(autopilot.Cost);
}
