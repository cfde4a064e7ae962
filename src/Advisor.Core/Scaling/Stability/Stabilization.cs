using Advisor.Core.Forecasting;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling.Stability;

/// <summary>
/// Noise is no reason to change a size. Within an hour of a change, and at any time in the first two days, a scale-out needs a load that
/// rose, an overload, or the clock. In those days a scale-in within an hour of a scale-out needs a load that fell, and gives a step up only
/// where the load with its noise leaves room. While a load is steady, one reading beyond the size in force scales nothing out, and a step
/// is kept that its noise crosses.
/// </summary>
internal static class Stabilization
{
    // Until so much is known, the rules that take noise for a trend are not yet told from the others by what they cost.
    private const int ColdMinutes = 2 * 1440;

    private const int HoldMinutes = 60,
        MeanMinutes = 5,
        QuarterMinutes = 15,
        HourMinutes = 60,
        ConfirmedMinutes = 2,
        DayMinutes = 1440;
    private const double RoomInDeviations = 4,
        SteadyInDeviations = 2,
        MovedInDeviations = 4,
        MinMove = 0.01,
        ForecastUnlessKnown = 1.1;

    /// <summary>The step that is left of one wished, between it and the one in force.</summary>
    public static int Stabilize(DecisionContext s, int wantedStep)
    {
        if (wantedStep == s.CurrentStep || !s.Rules.Policy.Parts.HasFlag(PolicyParts.Stabilization))
        {
            return wantedStep;
        }

        if (HoldsLastChange(s, wantedStep))
        {
            return s.CurrentStep;
        }

        var needs = s.State.History;
        if (wantedStep > s.CurrentStep)
        {
            return IsNoise(s) || IsColdOutlier(s) ? s.CurrentStep : wantedStep;
        }

        var steadyRoom = SteadyLoad.Find(needs) is { } steady ? steady.RequiredCapacity(WasTooSmallFor(s, steady)) : 0;
        if (needs.Count >= ColdMinutes)
        {
            return Math.Clamp(s.Ladder.IndexAtLeast(steadyRoom), wantedStep, s.CurrentStep);
        }

        var noise = LoadNoise.Find(needs);
        var room = Math.Max(steadyRoom, Level(s, noise) * (1 + (RoomInDeviations * noise)));
        return Math.Clamp(s.Ladder.IndexAtLeast(room), wantedStep, s.CurrentStep);
    }

    /// <summary>
    /// Whether one reading of a steady load requires more, and neither a second in a row, nor the mean of the last minutes, nor the clock
    /// does.
    /// </summary>
    private static bool IsNoise(DecisionContext s) =>
        s.State.OverloadedMinutes < ConfirmedMinutes
        && Mean(s.State.History, s.State.MeasuredMinute, MeanMinutes) <= s.Observation.Units
        && SteadyLoad.Find(s.State.History) is { } steady
        && s.UnitsRequired <= steady.OutlierUnits
        && !IsStepAhead(s, steady.OutlierUnits);

    /// <summary>
    /// Whether only a reading of the first two hours requires more, with the tenth that stands for a forecast: the size in force carries
    /// it, and with a tenth what the load is without its noise. A load of 35.8 units reads 38.4 once in a day: that is no reason for more
    /// than 40.
    /// </summary>
    private static bool IsColdOutlier(DecisionContext s) =>
        s.State.History.Count < SteadyLoad.MinMinutes
        && s.UnitsRequired <= s.Observation.Units
        && !(s.Clock.Units > s.Observation.Units)
        && Level(s, LoadNoise.Find(s.State.History), QuarterMinutes) * ForecastUnlessKnown <= s.Observation.Units;

    /// <summary>Whether this same load was what the last change, a scale-out of the last day, was made for.</summary>
    private static bool WasTooSmallFor(DecisionContext s, SteadyLoad steady) =>
        s.State.Changes is { IsScaleIn: false, ScaledOutAt: { } at }
        && s.State.DecisionMinute - at <= DayMinutes
        && Mean(s.State.History, at - MeanMinutes, SteadyLoad.BlockMinutes) is { } then
        && steady.IsLike(then);

    /// <summary>
    /// Whether the days before needed more than noise explains, soon and not already at this time: then a step may come, and today is like
    /// those days.
    /// </summary>
    private static bool IsStepAhead(DecisionContext s, double outlier) =>
        s.Clock.Units > Math.Max(s.Observation.Units, outlier)
        && !(ClockForecast.Create(s.State.History, 1 - MeanMinutes, 0, s.Input.ClockRules, s.Settings.TimeZone).Units > outlier);

    /// <summary>
    /// Where the load is: the mean of an hour, or so many minutes, as long as that of the last minutes is not far from it, which says more
    /// of a steady load.
    /// </summary>
    private static double Level(DecisionContext s, double noise, int minutes = HourMinutes)
    {
        var lately = Mean(s.State.History, s.State.MeasuredMinute, MeanMinutes) ?? s.UnitsRequired;
        var longer = Mean(s.State.History, s.State.MeasuredMinute, minutes) ?? lately;
        return Math.Abs(lately - longer) <= SteadyInDeviations * noise * longer ? longer : lately;
    }

    private static bool HoldsLastChange(DecisionContext s, int wantedStep)
    {
        var needs = s.State.History;
        var coldScaleOut = wantedStep > s.CurrentStep && needs.Count < ColdMinutes;
        if (
            s.State.Changes is not { Requests: [.., var last] }
            || last.Units != s.Observation.Units
            || (s.State.DecisionMinute - last.Minute > HoldMinutes && !coldScaleOut)
        )
        {
            return false;
        }

        var then = last.Minute - s.Input.Lag;
        var moved = Math.Max(MinMove, MovedInDeviations * LoadNoise.Find(needs));
        return wantedStep > s.CurrentStep
            ? !(s.UnitsRequired > s.Observation.Units)
                && !(s.Clock.Units > s.Observation.Units)
                && needs.FindMaxFrom(then - MeanMinutes + 1, MeanMinutes) is { } before
                && s.UnitsRequired < before * (1 + moved)
            : !s.State.Changes.IsScaleIn
                && needs.Count < ColdMinutes
                && needs.FindMaxFrom(then - MeanMinutes, s.State.MeasuredMinute - then + MeanMinutes + 1) is { } highest
                && (Mean(needs, s.State.MeasuredMinute, MeanMinutes) ?? s.UnitsRequired) > highest * (1 - moved);
    }

    /// <summary>The mean need of so many minutes up to one, in units; null where none of them is known.</summary>
    private static double? Mean(RequiredUnitsHistory needs, int minute, int minutes)
    {
        var (sum, count) = (0.0, 0);
        for (var at = minute - minutes + 1; at <= minute; at++)
        {
            if (needs.CodeAt(at) is > UnitsCode.Unknown and var code)
            {
                sum += UnitsCode.Decode(code);
                count++;
            }
        }

        return count == 0 ? null : sum / count;
    }
}
