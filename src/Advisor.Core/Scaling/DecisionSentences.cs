using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling;

/// <summary>
/// The sentence of what decided. It says that a size is too small, or enough, only where the decision's own figures say so: units required, and the forecast
/// that it names.
/// </summary>
internal static class DecisionSentences
{
    private static readonly CultureInfo Plain = CultureInfo.InvariantCulture;

    /// <param name="wanted">The step wanted before the guards.</param>
    /// <param name="code">What decided it.</param>
    public static string Of(Situation s, int wanted, string code) => code switch
    {
        ReasonCodes.ForecastExceedsCapacity => ScaleOut(s, wanted),
        ReasonCodes.StandingOverload => Standing(s, wanted),
        ReasonCodes.ShrinkUndone => Undone(s, wanted),
        ReasonCodes.PlannedFloor => Planned(s, wanted),
        ReasonCodes.NoSizeSuffices => NoSize(s),
        ReasonCodes.ShortOverload => FigureText.Create(
            $"Needs {Above(s.Units, s.Observation.Units)} units now, more than the {s.Observation.Units} in force; 50 % likely to stay under {s.Shown.Quantiles[0, 0]:0.00} before a change could take effect."),
        ReasonCodes.LeastSize => FigureText.Create(
            $"The settings require at least {Wording.Counted(s.Settings.LeastUnits, "unit")}; {s.Units:0.00} are needed now."),
        ReasonCodes.GreatestSize => AtMaximum(s),
        ReasonCodes.Oversized => ScaleIn(s, wanted),
        _ => Within(s),
    };

    /// <summary>"3 are enough", or why no more are wanted where they are not.</summary>
    private static string Enough(Situation s, int step, double needed)
    {
        var units = s.Ladder[step];
        return units >= needed ? $"{Are(units)} enough"
            : step == s.Highest ? $"{Maximum(s)}"
            : step == s.Ladder.Count - 1 ? $"{s.Sku.Name} ends at {units}"
            : step == Choice.HighestThatHelps(s) ? FigureText.Create($"more than {units} do not help")
            : FigureText.Create($"{units} are the next step");
    }

    private static string ScaleOut(Situation s, int wanted)
    {
        var units = s.Observation.Units;
        if (ScaleOutCause.Find(s) is not { } cause)
        {
            return FigureText.Create($"Needs {s.Units:0.00} units now; what costs least lately is {Wording.Counted(s.Ladder[wanted], "unit")}.");
        }

        if (cause.Kind == ScaleOutCauseKind.Clock && ClockWords.Of(s) is { } clock)
        {
            return FigureText.Create($"{clock.Text} {Are(units)} too few, {Enough(s, wanted, cause.Units)}.");
        }

        var upper = s.Shown.Quantiles[0, 1];
        var (figure, named) = cause.Kind switch
        {
            ScaleOutCauseKind.Now when upper > cause.Units && upper <= s.Ladder[wanted] =>
                (FigureText.Create($" and up to {upper:0.00} before a change could take effect"), upper),
            ScaleOutCauseKind.Now => ("", cause.Units),
            ScaleOutCauseKind.Forecast =>
                (FigureText.Create($" and up to {Above(cause.Units, units)} before a change could take effect"), cause.Units),
            ScaleOutCauseKind.PastMoments =>
                (FigureText.Create($"; past moments like this one needed up to {Above(cause.Units, units)} before a change could take effect"), cause.Units),
            ScaleOutCauseKind.Trend => (
                FigureText.Create($", rising to {Above(cause.Units, units)} within {Wording.Counted(s.Rules.Policy.Margins.TrendMinutes, "minute")} at the present rate"),
                cause.Units),
            _ => (FigureText.Create($", {Above(cause.Units, units)} with the margin of the policy"), cause.Units),
        };
        return FigureText.Create($"Needs {Above(s.Units, units)} units now{figure}; {Are(units)} too few, {Enough(s, wanted, named)}.");
    }

    private static string Standing(Situation s, int wanted)
    {
        var needed = Math.Max(s.Units, s.Need.Units ?? 0);
        return FigureText.Create(
            $"Needs {Above(needed, s.Observation.Units)} units, more than the {s.Observation.Units} in force for {Wording.Counted(s.State.OverloadedMinutes, "minute")}; {Enough(s, wanted, needed)}.");
    }

    private static string Undone(Situation s, int wanted)
    {
        var (changes, needed) = (s.State.Changes, Math.Max(s.Units, s.Need.Units ?? 0));
        return FigureText.Create(
            $"Needs {needed:0.00} units {Wording.Counted(s.State.Decided - changes.ChangedAt ?? 0, "minute")} after the scale-in from {changes.ChangedFrom} to {s.Observation.Units}: it is undone; {Enough(s, wanted, needed)}.");
    }

    private static string Planned(Situation s, int wanted)
    {
        var window = Choice.Floor(s)!;
        var cut = s.Ladder[wanted] < window.LeastUnits ? $" {Upper(Enough(s, wanted, window.LeastUnits.Value))}." : "";
        return FigureText.Create(
            $"{window.Name} requires at least {Wording.Counted(window.LeastUnits!.Value, "unit")} from {window.Start.UtcDateTime:yyyy-MM-dd HH:mm} to {window.End.UtcDateTime:HH:mm}; {s.Units:0.00} are needed now.{cut}");
    }

    private static string AtMaximum(Situation s)
    {
        var floor = Choice.Floor(s) is { LeastUnits: { } least } window && least > s.Ladder[s.Highest]
            ? FigureText.Create($"; {window.Name} requires {least}")
            : "";
        return FigureText.Create($"{Upper(Maximum(s))}; {s.Units:0.00} are needed now{floor}.");
    }

    private static string NoSize(Situation s)
    {
        var units = s.Observation.Units;
        return s.Need.Needs.Routing is double.PositiveInfinity
            ? FigureText.Create(
                $"Routing needs more than any number of units of {s.Sku.Name} carries, so none are added for it; the other limits need {s.Need.Others:0.00}, and {Are(units)} {(s.Need.Others <= units ? "enough" : "too few")}.")
            : FigureText.Create($"Needs {Above(s.Units, units)} units; more than the {units} in force do not help, so no size of {s.Sku.Name} is enough.");
    }

    /// <summary>The longest time for which the smaller size is 80 % likely to be enough.</summary>
    private static string ScaleIn(Situation s, int wanted)
    {
        var to = s.Ladder[wanted];
        for (var horizon = Forecast.Horizons - 2; horizon > 0; horizon--)
        {
            if (s.Shown.Quantiles[horizon, 1] <= to)
            {
                return FigureText.Create(
                    $"Needs {s.Units:0.00} units; {s.Levels.Upper * 100:0.#} % likely to stay under {s.Shown.Quantiles[horizon, 1]:0.00} for the next {Span(Forecast.HoldMinutes[horizon - 1])}. {Are(to, "unit")} enough.");
            }
        }

        return FigureText.Create($"Needs {s.Units:0.00} units; {Are(to, "unit")} {(s.Units <= to ? "enough now" : "what the rules that cost least lately choose")}.");
    }

    private static string Within(Situation s)
    {
        var (units, upper) = (s.Observation.Units, s.Shown.Quantiles[0, 1]);
        return s.Units > units + ScaleOutCause.LeastShown
            ? FigureText.Create($"Needs {Above(s.Units, units)} units, more than the {units} in force.")
            : upper <= units
                ? FigureText.Create($"Needs {s.Units:0.00} units now; {s.Levels.Upper * 100:0.#} % likely to stay under {upper:0.00} until a change could take effect. {Are(units, "unit")} enough.")
            : FigureText.Create($"Needs {s.Units:0.00} units now; {Are(units, "unit")} enough, and a rise to {upper:0.00} would be answered when it comes.");
    }

    private static string Maximum(Situation s) => s.Maximum is { Window: { } window } most
        ? FigureText.Create($"{window.Name} allows at most {Wording.Counted(most.Units, "unit")} until {window.End.UtcDateTime:yyyy-MM-dd HH:mm}")
        : $"the settings allow at most {Wording.Counted(s.Maximum.Units, "unit")}";

    private static string Span(int minutes) => minutes == 60 ? "hour" : Wording.Counted(minutes, "minute");

    private static string Are(int units, string? noun = null) =>
        $"{(noun is null ? units.ToString(Plain) : Wording.Counted(units, noun))} {Wording.Are(units)}";

    /// <summary>Two decimals; more of them where two would not show that the value lies above the units.</summary>
    internal static string Above(double value, int units) =>
        value > units && Math.Round(value, 2) <= units ? value.ToString("0.0000", CultureInfo.InvariantCulture) : FigureText.Create(value, "0.00");

    private static string Upper(string sentence) => char.ToUpperInvariant(sentence[0]) + sentence[1..];
}
