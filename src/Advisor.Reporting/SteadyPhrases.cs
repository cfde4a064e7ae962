using Advisor.Core.Advice;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Reporting;

/// <summary>Phrases about the size to keep, what sizing every minute would do in its place, and what would do right now.</summary>
public static class SteadyPhrases
{
    /// <summary>
    /// Returns "keep 8 (Tue 14:10 UTC needs 7.2) · with auto: 3 to 8, 4.6 on average, -41 % · now: 3 would do"; "would be 8 (...)" where a
    /// guard or a pin keeps another size, "none smaller than 100 (...)" where a smaller SKU is recommended; null without a steady size.
    /// </summary>
    public static string? Describe(Decision? decision) =>
        decision?.Steady is { } steady
            ? string.Join(
                " · ",
                new[]
                {
                    DescribeSize(steady, verb: SelectVerb(decision, steady)),
                    DescribeAutopilot(steady),
                    DescribeNow(decision),
                }.OfType<string>()
            )
            : null;

    private static string SelectVerb(Decision decision, SteadySize steady) =>
        IsHeldBack(decision, steady) ? "would be "
        : decision.IsSteady && decision.Target.Sku != steady.Sku && decision.Target.Units < steady.Units ? "none smaller than "
        : "keep ";

    private static bool IsHeldBack(Decision decision, SteadySize steady) =>
        decision.IsSteady
        && decision.Target.Units != steady.Units
        && (decision.Action == ScalingAction.Hold || decision.Reasons.Any(reason => reason.Code == ReasonCodes.Pinned));

    /// <summary>
    /// Returns "keep 8 (Tue 14:10 UTC needs 7.2)", "keep Premium_P1 x 8 (...)", or "none larger than 100 (...)" where none suffices; with
    /// ", +23 % a week" after the peak where the size allows for growth.
    /// </summary>
    /// <param name="sku">SKU to name; null = the one in force, which is not named.</param>
    public static string DescribeSize(SteadySize steady, string? sku = null, string verb = "keep ") =>
        (steady.NoneSuffices() ? "none larger than " : verb)
        + (sku is null && !steady.IsNextSku ? "" : $"{steady.Sku} x ")
        + $"{steady.Units} ({steady.Peak.At.UtcDateTime:ddd HH:mm} UTC needs "
        + $"{(steady.IsPeakBound ? "at least " : "")}{steady.Peak.Units:0.0}"
        + (steady.Growth is { } growth ? $", +{Wording.FormatPercent(growth.Ratio - 1)} a week)" : ")");

    /// <summary>Returns "with auto: 3 to 8, 4.6 on average, -41 %", beside the cost of the steady size; null when not replayed.</summary>
    public static string? DescribeAutopilot(SteadySize steady)
    {
        if (steady.Autopilot is not { } auto)
        {
            return null;
        }

        var range =
            auto.MinUnits == auto.MaxUnits
                ? Wording.FormatNumber(auto.MinUnits)
                : $"{auto.MinUnits} to {auto.MaxUnits}, {auto.MeanUnits:0.0} on average";
        return $"with auto: {range}" + (FormatAutopilotChange(steady) is { } change ? $", {change}" : "");
    }

    /// <summary>Returns the change of cost by autopilot beside the steady size, such as "-41 %"; null when no cost is known.</summary>
    public static string? FormatAutopilotChange(SteadySize steady)
    {
        if (
            steady is not { Chosen.Cost: { Total: { Amount: > 0 } kept }, Autopilot.Cost: { } auto }
            || auto.Total.Currency != kept.Currency
        )
        {
            return null;
        }

        var share = (double)(auto.Total.Amount / kept.Amount) - 1;
        return (Math.Round(share * 100) > 0 ? "+" : "") + Wording.FormatPercent(share);
    }

    /// <summary>Returns the smallest size for the units required now; null when they are unknown or no size suffices.</summary>
    public static int? FindUnitsNow(Decision decision) =>
        decision is { Steady: { } steady, UnitsRequired: { } required }
            ? steady.Sizes.FirstOrDefault(size => size.NextSku is null && size.Units >= required - 1e-9)?.Units
            : null;

    private static string? DescribeNow(Decision decision) =>
        FindUnitsNow(decision) is not { } units || units == decision.Steady!.Units ? null
        : decision.IsFull ? $"now: at least {units}"
        : $"now: {units} would do";
}
