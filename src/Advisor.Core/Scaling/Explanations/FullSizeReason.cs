using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Scaling.Stability;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Explains a full size: "The 4 units are full: at least 4.44 are needed, and no metric shows how many more; the estimate is 8.20, since
/// on 4 of 5 earlier days that filled this size at about this time 8 to 9 were needed".
/// </summary>
internal static class FullSizeReason
{
    /// <summary>Returns "Needs", or "Needs at least" where the size was full.</summary>
    public static string DescribeNeed(DecisionContext context) => context.Full is null ? "Needs" : "Needs at least";

    /// <summary>Returns the sentence without its end.</summary>
    public static string Describe(DecisionContext context)
    {
        var full = context.Full!.Value;
        var (atLeast, be) = (DecisionSentences.FormatAbove(full.AtLeast, full.Units), full.AtLeast > 1 ? "are" : "is");
        return $"{DescribeSize(full)}: at least {atLeast} {be} needed, and no metric shows how many more; {DescribeLead(context, full)}";
    }

    /// <summary>Returns why a size that is full again and again for minutes is kept; null where that is not why.</summary>
    public static string? DescribeBrief(DecisionContext context) =>
        Stabilization.FindBriefFullness(context) is not { } brief
            ? null
            : $"{DescribeSize(context.Full!.Value)}, as {Wording.FormatNumber(brief.Times)} times in the last 24 h for at most "
                + $"{Wording.FormatCount(brief.Minutes, "minute")}: a scale-out would come too late each time. A higher minUnits carries "
                + "such peaks.";

    private static string DescribeSize(in FullSize full) =>
        full.Units == 1 ? "The unit is full" : $"The {Wording.FormatNumber(full.Units)} units are full";

    // Names the term that decided: what is needed at least, earlier days, or the factor on the size.
    private static string DescribeLead(DecisionContext context, in FullSize full)
    {
        var factor = FigureText.Create($"{context.Rules.Policy.FullSize.Lead:0.##} times the size");
        var lead = FigureText.Create($"the estimate is {full.LeadUnits:0.00}");
        return full.LeadUnits <= full.AtLeast ? $"the estimate is the same, at least {factor}"
            : full.EarlierDays.Units is not { } needed ? $"{lead}, {factor}, since no earlier day filled it at about this time"
            : needed < full.LeadUnits ? $"{lead}, {factor}; on {DescribeDays(full.EarlierDays)}"
            : $"{lead}, since on {DescribeDays(full.EarlierDays)}";
    }

    private static string DescribeDays(in ClockForecast days)
    {
        var (low, high) = (Math.Ceiling(days.Lowest), Math.Ceiling(days.Highest));
        var range = low < high ? FigureText.Create($"{low:0} to {high:0}") : FigureText.Create($"{high:0}");
        var such = Wording.FormatCount(days.Days, "earlier day");
        such = days.AlikeDays < days.Days ? $"{Wording.FormatNumber(days.AlikeDays)} of {such}" : such;
        return $"{such} that filled this size at about this time {range} were needed";
    }
}
