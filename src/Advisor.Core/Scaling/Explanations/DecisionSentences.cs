using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using static Advisor.Core.Scaling.Explanations.FullSizeReason;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// Writes the sentence for the main reason of a decision. It calls a size too small, or enough, only if the decision's own figures show it:
/// the units required, and the forecast that it names.
/// </summary>
internal static class DecisionSentences
{
    /// <summary>Returns the sentence for a reason code.</summary>
    /// <param name="wanted">Preferred step before the guards.</param>
    /// <param name="code">Reason code of the preferred step.</param>
    public static string Describe(DecisionContext context, int wanted, string code) =>
        code switch
        {
            ReasonCodes.ForecastExceedsCapacity => ScaleOutSentence.Describe(context, wanted),
            ReasonCodes.FullSize =>
                $"{FullSizeReason.Describe(context)}; {DescribeEnough(context, wanted, context.Full!.Value.LeadUnits)}.",
            ReasonCodes.SustainedOverload => DescribeSustainedOverload(context, wanted),
            ReasonCodes.ScaleInReverted => DescribeRevertedScaleIn(context, wanted),
            ReasonCodes.AnnouncedMinimum => DescribeAnnouncedMinimum(context, wanted),
            ReasonCodes.NoSizeSuffices => DescribeNoSize(context),
            ReasonCodes.ShortOverload => DescribeBrief(context)
                ?? FigureText.Create(
                    $"{DescribeNeed(context)} {FormatAbove(context.UnitsRequired, context.Observation.Units)} units now, "
                        + $"more than the current {context.Observation.Units}; "
                        + $"{DescribeLikely(context, context.Levels.Middle, context.ShownForecast.Quantiles[0, 0])} "
                        + $"before a change could take effect."
                ),
            ReasonCodes.MinimumSize => MinimumReason.DescribeSettings(context, wanted),
            ReasonCodes.EndpointGroup => FigureText.Create(
                $"The sizes of the endpoints of the group '{context.Observation.Fleet.Endpoints!.Name}' move together: the largest of the "
                    + $"others needs {Wording.FormatCount(context.EndpointUnits!.Value, "unit")} for its own load; "
                    + $"{context.UnitsRequired:0.00} are needed here now."
            ),
            ReasonCodes.FailoverHeadroom => FailoverReason.Describe(context, wanted),
            ReasonCodes.Pinned => FigureText.Create($"{context.Pin!.Describe(context.Now)} {context.UnitsRequired:0.00} are needed now."),
            ReasonCodes.MaximumSize => DescribeAtMaximum(context),
            ReasonCodes.Oversized => DescribeScaleIn(context, wanted),
            ReasonCodes.SteadySize => SteadySentences.Describe(
                context.Steady!,
                context.Observation.Units,
                context.Required.RoutingWallUnits,
                context.IsSkuTooLarge,
                context.Ladder[wanted],
                isPinned: context.Pin is not null
            ),
            _ => DescribeWithinCapacity(context),
        };

    /// <summary>
    /// Returns "3 are enough", "8 are the size to keep" where fewer would do now, or why no more are requested if they are not.
    /// </summary>
    internal static string DescribeEnough(DecisionContext context, int step, double needed)
    {
        var units = context.Ladder[step];
        var isToKeep = context.IsSteady && step > context.Ladder.FindIndexAtLeast(needed);
        return units + ScaleOutCause.MinShown >= needed ? $"{FormatCount(units)} {(isToKeep ? "the size to keep" : "enough")}"
            : step == context.Ladder.Count - 1 ? $"{context.Sku.Name} ends at {units}"
            : step == context.MaxStep ? $"{DescribeMaximum(context)}"
            : step == SizeSelector.FindMaxUsefulStep(context) ? FigureText.Create($"more than {units} won't help")
            : FigureText.Create($"the sizing experts with the lowest recent cost choose {units}");
    }

    private static string DescribeSustainedOverload(DecisionContext context, int wanted)
    {
        var needed = Math.Max(context.UnitsRequired, context.Required.Units ?? 0);
        return FigureText.Create(
            $"{DescribeNeed(context)} {FormatAbove(needed, context.Observation.Units)} units, "
                + $"more than the current {context.Observation.Units}, for "
                + $"{Wording.FormatMinutes(context.State.OverloadedMinutes)}; {DescribeEnough(context, wanted, needed)}."
        );
    }

    private static string DescribeRevertedScaleIn(DecisionContext context, int wanted)
    {
        var (changes, needed) = (context.State.Changes, Math.Max(context.UnitsRequired, context.Required.Units ?? 0));
        var age = Wording.FormatCount(context.State.DecisionMinute - changes.ChangedAt ?? 0, "minute");
        var above = FormatAbove(needed, context.Observation.Units);
        return FigureText.Create($"{DescribeNeed(context)} {above} units {age} after the scale-in from {changes.ChangedFrom} ")
            + $"to {context.Observation.Units}: Advisor reverts it; {DescribeEnough(context, wanted, needed)}.";
    }

    private static string DescribeAnnouncedMinimum(DecisionContext context, int wanted) =>
        MinimumReason.Describe(context)
        + (
            wanted < context.FindMinimumStep(context.Minimum)
            || (context.Minimum is { Window.MaxUnits: null, Units: var units } && units > context.Ladder.Max)
                ? $" {Capitalize(DescribeEnough(context, wanted, context.Minimum.Units))}."
                : ""
        );

    private static string DescribeAtMaximum(DecisionContext context)
    {
        var floor =
            context.Minimum is { Window: { } window, Units: var minimum } && minimum > context.Ladder[context.MaxStep]
                ? FigureText.Create($"; {window.Name} requires {minimum}")
                : "";
        return FigureText.Create($"{Capitalize(DescribeMaximum(context))}; {context.UnitsRequired:0.00} are needed now{floor}.");
    }

    private static string DescribeNoSize(DecisionContext context)
    {
        var units = context.Observation.Units;
        return context.Required.ByLimit.Routing is double.PositiveInfinity
            ? FigureText.Create(
                $"Routing exceeds what {context.Sku.Name} carries at any size, so Advisor adds no units for it; "
                    + $"the other limits need {context.Required.UnitsWithoutRouting:0.00}, and {FormatCount(units)} "
                    + $"{(context.Required.UnitsWithoutRouting <= units + ScaleOutCause.MinShown ? "enough" : "too few")}."
            )
            : $"{DescribeNeed(context)} {FormatAbove(context.UnitsRequired, units)} units; "
                + (units == context.Ladder.Max ? $"{context.Sku.Name} ends at {units}." : $"more than the current {units} won't help.");
    }

    /// <summary>Returns the longest time for which the smaller size is 80 % likely to suffice.</summary>
    private static string DescribeScaleIn(DecisionContext context, int wanted)
    {
        var to = context.Ladder[wanted];
        for (var horizon = Forecast.Horizons - 2; horizon > 0; horizon--)
        {
            if (context.ShownForecast.Quantiles[horizon, 1] <= to)
            {
                return FigureText.Create(
                    $"{DescribeNeed(context)} {context.UnitsRequired:0.00} units; "
                        + $"{DescribeLikely(context, context.Levels.Upper, context.ShownForecast.Quantiles[horizon, 1])} for the next "
                        + $"{FormatSpan(Forecast.HoldMinutes[horizon - 1])}. {FormatCount(to, "unit")} enough."
                );
            }
        }

        return FigureText.Create(
            $"{DescribeNeed(context)} {context.UnitsRequired:0.00} units; {FormatCount(to, "unit")} "
                + $"{(context.UnitsRequired <= to ? "enough now" : "what the sizing experts with the lowest recent cost choose")}."
        );
    }

    private static string DescribeWithinCapacity(DecisionContext context)
    {
        var (units, upper) = (context.Observation.Units, context.ShownForecast.Quantiles[0, 1]);
        return context.UnitsRequired > units + ScaleOutCause.MinShown
                ? FigureText.Create(
                    $"{DescribeNeed(context)} {FormatAbove(context.UnitsRequired, units)} units, more than the current {units}."
                )
            : upper <= units
                ? FigureText.Create(
                    $"{DescribeNeed(context)} {context.UnitsRequired:0.00} units now; "
                        + $"{DescribeLikely(context, context.Levels.Upper, upper)} until a change could take effect. "
                        + $"{FormatCount(units, "unit")} enough."
                )
            : FigureText.Create(
                $"{DescribeNeed(context)} {context.UnitsRequired:0.00} units now; {FormatCount(units, "unit")} enough. "
                    + $"{DescribeRise(context, upper)}"
            );
    }

    // The largest size that is sold, allowed or of use does not follow a rise.
    private static string DescribeRise(DecisionContext context, double upper) =>
        context.CurrentStep < Math.Min(context.MaxStep, SizeSelector.FindMaxUsefulStep(context))
            ? FigureText.Create($"Advisor scales out if the requirement rises to {FormatAbove(upper, context.Observation.Units)}.")
            : FigureText.Create(
                $"The requirement may rise to {FormatAbove(upper, context.Observation.Units)}; "
                    + $"{DescribeEnough(context, context.CurrentStep, upper)}."
            );

    // A forecast below what is required now expects a fall.
    private static string DescribeLikely(DecisionContext context, double level, double under) =>
        FigureText.Create(
            $"{level * 100:0.#} % likely to {(Math.Round(under, 2) < Math.Round(context.UnitsRequired, 2) ? "fall" : "stay")} "
                + $"under {under:0.00}"
        );

    private static string DescribeMaximum(DecisionContext context) =>
        context.Maximum is { Window: { } window } maximum
            ? FigureText.Create(
                $"{window.Name} allows at most {Wording.FormatCount(maximum.Units, "unit")} until "
                    + $"{window.End.UtcDateTime:yyyy-MM-dd HH:mm} UTC"
            )
        : context.Settings.MaxUnits is null
            ? $"without maxUnits in the settings, at most {Wording.FormatCount(context.Maximum.Units, "unit")} are allowed"
        : $"the settings allow at most {Wording.FormatCount(context.Maximum.Units, "unit")}";

    private static string FormatSpan(int minutes) => minutes == 60 ? "hour" : Wording.FormatCount(minutes, "minute");

    internal static string FormatCount(int units, string? noun = null) =>
        $"{(noun is null ? units.ToString() : Wording.FormatCount(units, noun))} {Wording.FormatIsOrAre(units)}";

    /// <summary>Formats two decimals, or more if two would not show that the value exceeds the units.</summary>
    internal static string FormatAbove(double value, int units) =>
        value > units && Math.Round(value, 2) <= units ? value.ToString("0.0000") : FigureText.Create(value, "0.00");

    private static string Capitalize(string sentence) => char.ToUpperInvariant(sentence[0]) + sentence[1..];
}
