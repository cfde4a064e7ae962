using System.Globalization;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Explanations;

/// <summary>
/// The sentence of what decided. It says that a size is too small, or enough, only where the decision's own figures say so: units required,
/// and the forecast that it names.
/// </summary>
internal static class DecisionSentences
{
    private static readonly CultureInfo Plain = CultureInfo.InvariantCulture;

    /// <param name="wanted">The step wanted before the guards.</param>
    /// <param name="code">What decided it.</param>
    public static string Describe(DecisionContext s, int wanted, string code) =>
        code switch
        {
            ReasonCodes.ForecastExceedsCapacity => ScaleOut(s, wanted),
            ReasonCodes.SustainedOverload => SustainedOverload(s, wanted),
            ReasonCodes.ScaleInReverted => ScaleInReverted(s, wanted),
            ReasonCodes.AnnouncedMinimum => AnnouncedMinimum(s, wanted),
            ReasonCodes.NoSizeSuffices => NoSize(s),
            ReasonCodes.ShortOverload => FigureText.Create(
                $"Needs {FormatAbove(s.UnitsRequired, s.Observation.Units)} units now, more than the {s.Observation.Units} in "
                    + $"force; 50 % likely to stay under {s.ShownForecast.Quantiles[0, 0]:0.00} before a change could take effect."
            ),
            ReasonCodes.MinimumSize => FigureText.Create(
                $"The settings require at least {Wording.Count(s.Settings.MinUnits, "unit")}; {s.UnitsRequired:0.00} are needed now."
            ),
            ReasonCodes.MaximumSize => AtMaximum(s),
            ReasonCodes.Oversized => ScaleIn(s, wanted),
            _ => WithinCapacity(s),
        };

    /// <summary>"3 are enough", or why no more are wanted where they are not.</summary>
    private static string Enough(DecisionContext s, int step, double needed)
    {
        var units = s.Ladder[step];
        return units >= needed ? $"{Are(units)} enough"
            : step == s.MaxStep ? $"{Maximum(s)}"
            : step == s.Ladder.Count - 1 ? $"{s.Sku.Name} ends at {units}"
            : step == SizeSelector.MaxUsefulStep(s) ? FigureText.Create($"more than {units} do not help")
            : FigureText.Create($"{units} are the next step");
    }

    private static string ScaleOut(DecisionContext s, int wanted)
    {
        var units = s.Observation.Units;
        if (ScaleOutCause.Find(s) is not { } cause)
        {
            return FigureText.Create(
                $"Needs {s.UnitsRequired:0.00} units now; the sizing experts with the lowest recent cost choose "
                    + $"{Wording.Count(s.Ladder[wanted], "unit")}."
            );
        }

        if (cause.Kind == ScaleOutCauseKind.Clock && ClockReason.Find(s) is { } clock)
        {
            return FigureText.Create($"{clock.Text} {Are(units)} too few, {Enough(s, wanted, cause.Units)}.");
        }

        var upper = s.ShownForecast.Quantiles[0, 1];
        var (figure, named) = cause.Kind switch
        {
            ScaleOutCauseKind.Now when upper > cause.Units && upper <= s.Ladder[wanted] => (
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
            ScaleOutCauseKind.Trend => (
                FigureText.Create(
                    $", rising to {FormatAbove(cause.Units, units)} within "
                        + $"{Wording.Count(s.Rules.Policy.Margins.TrendMinutes, "minute")} at the present rate"
                ),
                cause.Units
            ),
            _ => (FigureText.Create($", {FormatAbove(cause.Units, units)} with the margin of the policy"), cause.Units),
        };
        return FigureText.Create(
            $"Needs {FormatAbove(s.UnitsRequired, units)} units now{figure}; {Are(units)} too few, {Enough(s, wanted, named)}."
        );
    }

    private static string SustainedOverload(DecisionContext s, int wanted)
    {
        var needed = Math.Max(s.UnitsRequired, s.Required.Units ?? 0);
        return FigureText.Create(
            $"Needs {FormatAbove(needed, s.Observation.Units)} units, more than the {s.Observation.Units} in force for "
                + $"{Wording.Count(s.State.OverloadedMinutes, "minute")}; {Enough(s, wanted, needed)}."
        );
    }

    private static string ScaleInReverted(DecisionContext s, int wanted)
    {
        var (changes, needed) = (s.State.Changes, Math.Max(s.UnitsRequired, s.Required.Units ?? 0));
        return FigureText.Create(
            $"Needs {needed:0.00} units {Wording.Count(s.State.DecisionMinute - changes.ChangedAt ?? 0, "minute")} after the "
                + $"scale-in from {changes.ChangedFrom} to {s.Observation.Units}: it is undone; {Enough(s, wanted, needed)}."
        );
    }

    private static string AnnouncedMinimum(DecisionContext s, int wanted)
    {
        var window = SizeSelector.FindAnnouncedMinimum(s)!;
        var cut = s.Ladder[wanted] < window.MinUnits ? $" {Capitalize(Enough(s, wanted, window.MinUnits.Value))}." : "";
        return FigureText.Create(
            $"{window.Name} requires at least {Wording.Count(window.MinUnits!.Value, "unit")} from "
                + $"{window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to {window.End.UtcDateTime:HH:mm}; "
                + $"{s.UnitsRequired:0.00} are needed now.{cut}"
        );
    }

    private static string AtMaximum(DecisionContext s)
    {
        var floor =
            SizeSelector.FindAnnouncedMinimum(s) is { MinUnits: { } minimum } window && minimum > s.Ladder[s.MaxStep]
                ? FigureText.Create($"; {window.Name} requires {minimum}")
                : "";
        return FigureText.Create($"{Capitalize(Maximum(s))}; {s.UnitsRequired:0.00} are needed now{floor}.");
    }

    private static string NoSize(DecisionContext s)
    {
        var units = s.Observation.Units;
        return s.Required.ByLimit.Routing is double.PositiveInfinity
            ? FigureText.Create(
                $"Routing needs more than any number of units of {s.Sku.Name} carries, so none are added for it; "
                    + $"the other limits need {s.Required.UnitsWithoutRouting:0.00}, and {Are(units)} "
                    + $"{(s.Required.UnitsWithoutRouting <= units ? "enough" : "too few")}."
            )
            : FigureText.Create(
                $"Needs {FormatAbove(s.UnitsRequired, units)} units; more than the {units} in force do not help, so no size of "
                    + $"{s.Sku.Name} is enough."
            );
    }

    /// <summary>The longest time for which the smaller size is 80 % likely to be enough.</summary>
    private static string ScaleIn(DecisionContext s, int wanted)
    {
        var to = s.Ladder[wanted];
        for (var horizon = Forecast.Horizons - 2; horizon > 0; horizon--)
        {
            if (s.ShownForecast.Quantiles[horizon, 1] <= to)
            {
                return FigureText.Create(
                    $"Needs {s.UnitsRequired:0.00} units; {s.Levels.Upper * 100:0.#} % likely to stay under "
                        + $"{s.ShownForecast.Quantiles[horizon, 1]:0.00} for the next {Span(Forecast.HoldMinutes[horizon - 1])}. "
                        + $"{Are(to, "unit")} enough."
                );
            }
        }

        return FigureText.Create(
            $"Needs {s.UnitsRequired:0.00} units; {Are(to, "unit")} "
                + $"{(s.UnitsRequired <= to ? "enough now" : "what the sizing experts with the lowest recent cost choose")}."
        );
    }

    private static string WithinCapacity(DecisionContext s)
    {
        var (units, upper) = (s.Observation.Units, s.ShownForecast.Quantiles[0, 1]);
        return s.UnitsRequired > units + ScaleOutCause.MinShown
                ? FigureText.Create($"Needs {FormatAbove(s.UnitsRequired, units)} units, more than the {units} in force.")
            : upper <= units
                ? FigureText.Create(
                    $"Needs {s.UnitsRequired:0.00} units now; {s.Levels.Upper * 100:0.#} % likely to stay under {upper:0.00} "
                        + $"until a change could take effect. {Are(units, "unit")} enough."
                )
            : FigureText.Create(
                $"Needs {s.UnitsRequired:0.00} units now; {Are(units, "unit")} enough, and a rise to {upper:0.00} would be "
                    + $"answered when it comes."
            );
    }

    private static string Maximum(DecisionContext s) =>
        s.Maximum is { Window: { } window } most
            ? FigureText.Create(
                $"{window.Name} allows at most {Wording.Count(most.Units, "unit")} until {window.End.UtcDateTime:yyyy-MM-dd HH:mm}"
            )
            : $"the settings allow at most {Wording.Count(s.Maximum.Units, "unit")}";

    private static string Span(int minutes) => minutes == 60 ? "hour" : Wording.Count(minutes, "minute");

    private static string Are(int units, string? noun = null) =>
        $"{(noun is null ? units.ToString(Plain) : Wording.Count(units, noun))} {Wording.IsOrAre(units)}";

    /// <summary>Two decimals; more of them where two would not show that the value lies above the units.</summary>
    internal static string FormatAbove(double value, int units) =>
        value > units && Math.Round(value, 2) <= units
            ? value.ToString("0.0000", CultureInfo.InvariantCulture)
            : FigureText.Create(value, "0.00");

    private static string Capitalize(string sentence) => char.ToUpperInvariant(sentence[0]) + sentence[1..];
}
