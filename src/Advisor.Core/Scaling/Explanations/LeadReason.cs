using Advisor.Core.Decisions;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Explains the forecast of the lead window by its facts: "When a change could take effect, 4.70 to 5.20 units are needed (50 to 95 %
/// likely to suffice): it rose 3 % in five minutes, rose 12 % at this time yesterday".
/// </summary>
internal static class LeadReason
{
    // Smaller changes are shown as 0 %, which explains nothing.
    private const double MinShown = 0.005;

    /// <summary>Returns the reason; null without a regression.</summary>
    public static Reason? Find(DecisionContext context)
    {
        if (context.Lead.Facts is not { } facts)
        {
            return null;
        }

        var (low, high) = (context.Lead.Units[0], context.Lead.Units[LeadUnits.Count - 1]);
        string?[] changes =
        [
            Describe(facts[LeadFacts.FiveMinutes], "in five minutes"),
            Describe(facts[LeadFacts.Yesterday], "in these minutes of yesterday"),
            Describe(facts[LeadFacts.SameMinute], "on average after this minute of the last six hours"),
        ];
        var known = changes.Where(change => change is not null).ToList();
        var cause = known.Count == 0 ? "it has barely changed now, yesterday or in the last hours" : $"it {string.Join(", ", known)}";
        return new(
            ReasonCodes.LeadWindow,
            FigureText.Create(
                $"When a change could take effect, {low:0.00} units are {context.Levels.Middle * 100:0.#} % likely to suffice and "
                    + $"{high:0.00} are {context.Levels.High * 100:0.#} %: {cause}."
            )
        );
    }

    /// <summary>Returns the part of a sentence about a scale-out that names a quantile of the lead window.</summary>
    public static string DescribeCause(double lead, int units) =>
        $"; its rise and earlier days suggest up to {DecisionSentences.FormatAbove(lead, units)} before a change could take effect";

    private static string? Describe(double logarithm, string when)
    {
        var change = Math.Exp(logarithm) - 1;
        var more = Math.Abs(logarithm) >= LeadFacts.MaxShort ? " or more" : "";
        return Math.Abs(change) < MinShown
            ? null
            : $"{(change > 0 ? "rose" : "fell")} {Wording.FormatPercent(Math.Abs(change))}{more} {when}";
    }
}
