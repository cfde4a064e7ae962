using Advisor.Core.Advice;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>Writes the sentences about a steady size: what it holds, what it leaves above target, and what it is based on.</summary>
internal static class SteadySentences
{
    /// <summary>Returns the reason for the steady size beside the units in force.</summary>
    /// <param name="wall">Units beyond which more do not carry more routing; null when routing sets no limit.</param>
    /// <param name="isSkuTooLarge">Whether a smaller SKU is proposed: the size is the smallest of its own then, not one to keep.</param>
    /// <param name="wanted">Units preferred before the guards: more than the size where a minimum or other endpoints need them.</param>
    /// <param name="isPinned">Whether a person has pinned the size to <paramref name="wanted"/>.</param>
    public static string Describe(
        SteadySize steady,
        int unitsInForce,
        double? wall = null,
        bool isSkuTooLarge = false,
        int wanted = 0,
        bool isPinned = false
    )
    {
        var isOther = isPinned && wanted != steady.Units;
        var size = DescribeSize(steady, "unit");
        var days = Wording.FormatCount(steady.LookBack.TotalDays, "day");
        var first =
            steady.Units > unitsInForce && steady.Find(unitsInForce) is { OverloadedMinutes: > 0 } now
                ? $"{DescribeRisk(now, steady)}. {(isOther ? DescribeWithoutPin(steady) : DescribeSize(steady))} the size to keep: "
                    + $"{DescribeOverload(steady.Chosen)} would have been above target."
            : isOther ? $"{DescribeWithoutPin(steady, "unit")} the size to keep: {DescribeCover(steady, days, wall)}."
            : isSkuTooLarge ? $"{size} the fewest of {steady.Sku}: {DescribeCover(steady, days, wall)}."
            : steady.Units == unitsInForce
                ? (steady.NoneSuffices() ? $"No larger size of {steady.Sku}" : $"Keep {Wording.FormatCount(steady.Units, "unit")}")
                    + $": {DescribeCover(steady, days, wall)}."
            : $"{(wanted > steady.Units && !steady.IsNextSku ? $"By its own load, {size}" : size)} the size to keep: "
                + $"{DescribeCover(steady, days, wall)}.";
        return first
            + DescribeFull(steady)
            + DescribeUnrepeated(steady)
            + DescribeRecurring(steady)
            + DescribeRaised(steady)
            + DescribeGrowth(steady)
            + DescribeAdvisory(steady)
            + (steady.Units < unitsInForce ? DescribeQuietHour(steady) : "");
    }

    // "8 are", "8 units are", or "Premium_P2 x 200 is".
    private static string DescribeSize(SteadySize steady, string? unit = null) =>
        $"{FormatSize(steady, unit)} {(steady.IsNextSku ? "is" : Wording.FormatIsOrAre(steady.Units))}";

    private static string DescribeWithoutPin(SteadySize steady, string? unit = null) =>
        $"Without the pin, {FormatSize(steady, unit)} would be";

    private static string FormatSize(SteadySize steady, string? unit) =>
        steady.IsNextSku ? $"{new Size(steady.Sku, steady.Units)}"
        : unit is null ? $"{steady.Units}"
        : Wording.FormatCount(steady.Units, unit);

    private static string DescribeOverload(SteadyOption size) =>
        size.OverloadedMinutes == 0 ? "no minute" : Wording.FormatMinutes(size.OverloadedMinutes);

    /// <summary>
    /// Returns "At 8 units, 41 minutes in 14 days would be above target (none well above), worst on Fri 9 Jan from 08:00 UTC".
    /// </summary>
    private static string DescribeRisk(SteadyOption size, SteadySize steady)
    {
        var minutes = Wording.FormatMinutes(size.OverloadedMinutes);
        var share = steady.FormatMinutesIn(size.OverloadedMinutes);
        var above = $"At {Wording.FormatCount(size.Units, "unit")}, {share} would be above target";
        var beyond = size.BeyondLimitMinutes == 0 ? "none" : Wording.FormatMinutes(size.BeyondLimitMinutes);
        var wellAbove = beyond == minutes ? "all" : beyond;
        var worst = size.WorstHour is { } hour ? FigureText.Create($", worst on {FormatHour(hour)}") : "";
        return size.OverloadedMinutes == 0 ? above : $"{above} ({wellAbove} well above){worst}";
    }

    /// <summary>Returns the confidence in words: the known part of the look-back, and how often such a size has held.</summary>
    public static string DescribeConfidence(SteadySize steady) =>
        $"{Wording.FormatPercent(steady.Confidence.Value)}: {Wording.FormatPercent(steady.KnownShare.Value)} of the last "
        + $"{Wording.FormatCount(steady.LookBack.TotalDays, "day")}{DescribeHours(steady)} is known"
        + (
            steady.Trials.Days == 0
                ? ", too little to test such a size"
                : $", and a size {(steady.Growth?.ExceededUnits < steady.Units ? "that allows for no growth" : "so chosen")} held on "
                    + $"{steady.Trials.Held} of {Wording.FormatCount(steady.Trials.Days, "later day")}"
        );

    private static string DescribeCover(SteadySize steady, string days, double? wall)
    {
        var chosen = steady.Chosen;
        var at = $"on {Format(steady.Peak.At, "ddd d MMM HH:mm")} UTC";
        if (chosen.OverloadedMinutes == 0 && wall is { } end && UnitsCode.Encode(steady.Peak.Units) == UnitsCode.Encode(end))
        {
            var known = steady.IsAlmostAllKnown ? $"last {days}" : $"{Wording.FormatMinutes(steady.KnownMinutes)} known";
            return $"in the {known} only routing needed more, last {at}, and more units don't carry more of it";
        }

        var peak = FigureText.Create($"the peak was {(steady.IsPeakBound ? "at least " : "")}{steady.Peak.Units:0.0}, {at}");
        var minutes = Wording.FormatMinutes(chosen.OverloadedMinutes);
        return chosen.OverloadedMinutes == 0
            ? $"no {(steady.IsAlmostAllKnown ? "minute" : "known minute")} of the last {days}{DescribeHours(steady)} needed more; {peak}"
            : (
                steady.IsAlmostAllKnown
                    ? $"{(minutes == days ? "all" : minutes)} of the last {days}"
                    : steady.FormatMinutesIn(chosen.OverloadedMinutes)
            )
                + $"{DescribeHours(steady)} needed more"
                + (chosen.BeyondLimitMinutes == 0 ? ", none well above target" : "")
                + $"; {peak}";
    }

    private static string DescribeHours(SteadySize steady) => steady.HasHours ? " within steady.hours" : "";

    private static string DescribeFull(SteadySize steady) =>
        steady.FullMinutes > 0
            ? $" The size was full for {Wording.FormatMinutes(steady.FullMinutes)}, which hides demand: "
                + $"these minutes count {steady.FullFactor:0.##} times."
            : "";

    private static string DescribeUnrepeated(SteadySize steady) =>
        steady.UnrepeatedDay is { } day
            ? $" The load does not repeat: {Wording.FormatMinutes(steady.Chosen.OverloadedMinutes)} on "
                + $"{day.ToString("d MMM")}{(steady.Zone is { } zone ? $" ({zone.Id})" : "")} needed up to "
                + $"{Wording.FormatNumber(Math.Ceiling(steady.Peak.Units))}; "
                + $"{steady.Units} {(steady.Units == 1 ? "suffices" : "suffice")} otherwise."
            : "";

    private static string DescribeRecurring(SteadySize steady) =>
        steady.RecurringPeak is { } peak
            ? $" It comes back: {peak.FormatHours()} needs {peak.FormatUnits()} {(peak.Units == 1 ? "unit" : "units")}, well above "
                + $"{steady.Units}; where connections are the limit, Azure refuses clients. "
                + (
                    peak.Maximum is { } most ? $"The maximum of {Wording.FormatCount(most, "unit")} is below it."
                    : peak.IsBeyond ? "Mode auto scales out for it as far as the SKU goes."
                    : $"Mode auto scales out for it; with a schedule of minUnits {peak.Units} for these hours no smaller size is "
                        + "recommended."
                )
            : "";

    private static string DescribeRaised(SteadySize steady) =>
        steady.IsRaised ? " It is more than the look-back alone suggests because the load now or in the next 24 hours needs it." : "";

    private static string DescribeGrowth(SteadySize steady) =>
        steady.Growth is { } growth
            ? " The load grows: in its busy hours, each of the "
                + (growth.Days == 7 ? "last 7 days" : $"{growth.Days} days that can be compared")
                + $" needed at least {Wording.FormatPercent(growth.Ratio - 1)} more than the same day a week before. "
                + (
                    growth.Ratio > SteadyGrowth.MaxRatioAhead
                        ? $"Even at {Wording.FormatPercent(SteadyGrowth.MaxRatioAhead - 1)} a week"
                        : "If it goes on"
                )
                + $", {Wording.FormatCount(growth.ExceededUnits, "unit")} would be above target for "
                + $"{Wording.FormatMinutes(growth.OverloadedMinutes)} of the coming week."
            : "";

    private static string DescribeAdvisory(SteadySize steady) =>
        steady.IsAdvisory
            ? $" Only {Wording.FormatDuration(TimeSpan.FromMinutes(steady.HistoryMinutes))} of history is known; "
                + "a full week has busy and quiet days."
            : "";

    private static string DescribeQuietHour(SteadySize steady) =>
        steady.QuietHour is { } quiet
            ? FigureText.Create(
                $" The load is lowest from {quiet.Hour:00}:00 to {(quiet.Hour + 1) % 24:00}:00 UTC ({quiet.Units:0.0} units "
            )
                + (Math.Round(quiet.Units, 1) <= UnitsCode.MinUnits ? "or less " : "")
                + "on average): the best time to remove units."
            : "";

    private static string FormatHour(DateTimeOffset hour) => $"{Format(hour, "ddd d MMM")} from {Format(hour, "HH:mm")} UTC";

    private static string Format(DateTimeOffset at, string format) => at.UtcDateTime.ToString(format);
}
