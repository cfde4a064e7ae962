using Advisor.Core.Quantities;
using static Advisor.Core.Scaling.Explanations.DecisionSentences;
using static Advisor.Core.Scaling.Explanations.FullSizeReason;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Writes the sentence about a size that is too small, now or soon: "Needs 2.24 units now and up to 2.46 before a change could take
/// effect; 2 are too few, 3 are enough".
/// </summary>
internal static class ScaleOutSentence
{
    /// <summary>Returns the sentence.</summary>
    /// <param name="wanted">Preferred step before the guards.</param>
    public static string Describe(DecisionContext context, int wanted)
    {
        var units = context.Observation.Units;
        if (ScaleOutCause.Find(context) is not { } cause)
        {
            return FigureText.Create(
                $"{DescribeNeed(context)} {context.UnitsRequired:0.00} units now; the sizing experts with the lowest recent cost "
                    + $"choose {Wording.FormatCount(context.Ladder[wanted], "unit")}."
            );
        }

        var upper = context.ShownForecast.Quantiles[0, 1];
        var (figure, named) = cause.Kind switch
        {
            ScaleOutCauseKind.Now when Math.Round(upper, 2) > Math.Round(cause.Units, 2) && upper <= context.Ladder[wanted] => (
                FigureText.Create($" and up to {upper:0.00} before a change could take effect"),
                upper
            ),
            ScaleOutCauseKind.Now => ("", cause.Units),
            ScaleOutCauseKind.Forecast => (
                FigureText.Create($" and up to {FormatAbove(cause.Units, units)} before a change could take effect"),
                cause.Units
            ),
            ScaleOutCauseKind.PastMoments => (
                FigureText.Create(
                    $"; past moments like this one needed up to {FormatAbove(cause.Units, units)} before a change could take effect"
                ),
                cause.Units
            ),
            ScaleOutCauseKind.LeadWindow => (LeadReason.DescribeCause(cause.Units, units), cause.Units),
            ScaleOutCauseKind.Trend => (
                FigureText.Create(
                    $", rising to {FormatAbove(cause.Units, units)} within "
                        + $"{Wording.FormatCount(context.Rules.Policy.Margins.TrendMinutes, "minute")} at the present rate"
                ),
                cause.Units
            ),
            _ => (FigureText.Create($", {FormatAbove(cause.Units, units)} with the margin of the policy"), cause.Units),
        };
        if ((cause.Kind == ScaleOutCauseKind.Clock || IsDecidedByClock(context, wanted, named)) && ClockReason.Find(context) is { } clock)
        {
            return FigureText.Create(
                $"{clock.Text} {FormatCount(units)} too few, {DescribeEnough(context, wanted, context.Clock.Units!.Value)}."
            );
        }

        return FigureText.Create(
            $"{DescribeNeed(context)} {FormatAbove(context.UnitsRequired, units)} units now{figure}; "
                + $"{FormatCount(units)} too few, {DescribeEnough(context, wanted, named)}."
        );
    }

    // Only the previous days explain the size, not the figure that is named.
    private static bool IsDecidedByClock(DecisionContext context, int wanted, double named) =>
        context.Ladder.FindIndexAtLeast(named) < wanted
        && context.Clock.Units is { } clock
        && context.Ladder.FindIndexAtLeast(clock) >= wanted;
}
