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
    // Before this much history, the costs do not yet show which experts mistake noise for a trend.
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
    public static int Stabilize(DecisionContext context, int wantedStep)
    {
        if (wantedStep == context.CurrentStep || !context.Rules.Policy.Parts.HasFlag(PolicyParts.Stabilization))
        {
            return wantedStep;
        }

        if (HoldsLastChange(context, wantedStep))
        {
            return context.CurrentStep;
        }

        var needs = context.State.History;
        if (wantedStep > context.CurrentStep)
        {
            return IsNoise(context) || IsColdOutlier(context) ? context.CurrentStep : wantedStep;
        }

        var steadyRoom = SteadyLoad.Find(needs) is { } steady ? steady.RequiredCapacity(WasTooSmallFor(context, steady)) : 0;
        if (needs.Count >= ColdMinutes)
        {
            return Math.Clamp(context.Ladder.IndexAtLeast(steadyRoom), wantedStep, context.CurrentStep);
        }

        var noise = LoadNoise.Find(needs);
        var room = Math.Max(steadyRoom, Level(context, noise) * (1 + (RoomInDeviations * noise)));
        return Math.Clamp(context.Ladder.IndexAtLeast(room), wantedStep, context.CurrentStep);
    }

    /// <summary>
    /// Whether one reading of a steady load requires more, and neither a second in a row, nor the mean of the last minutes, nor the clock
    /// does.
    /// </summary>
    private static bool IsNoise(DecisionContext context) =>
        context.State.OverloadedMinutes < ConfirmedMinutes
        && Mean(context.State.History, context.State.MeasuredMinute, MeanMinutes) <= context.Observation.Units
        && SteadyLoad.Find(context.State.History) is { } steady
        && context.UnitsRequired <= steady.OutlierUnits
        && !IsStepAhead(context, steady.OutlierUnits);

    /// <summary>
    /// Whether only a reading of the first two hours requires more, with the tenth that stands for a forecast: the size in force carries
    /// it, and with a tenth what the load is without its noise. A load of 35.8 units reads 38.4 once in a day: that is no reason for more
    /// than 40.
    /// </summary>
    private static bool IsColdOutlier(DecisionContext context) =>
        context.State.History.Count < SteadyLoad.MinMinutes
        && context.UnitsRequired <= context.Observation.Units
        && !(context.Clock.Units > context.Observation.Units)
        && Level(context, LoadNoise.Find(context.State.History), QuarterMinutes) * ForecastUnlessKnown <= context.Observation.Units;

    /// <summary>Whether this same load was what the last change, a scale-out of the last day, was made for.</summary>
    private static bool WasTooSmallFor(DecisionContext context, SteadyLoad steady) =>
        context.State.Changes is { IsScaleIn: false, ScaledOutAt: { } at }
        && context.State.DecisionMinute - at <= DayMinutes
        && Mean(context.State.History, at - MeanMinutes, SteadyLoad.BlockMinutes) is { } then
        && steady.IsLike(then);

    /// <summary>
    /// Whether the days before needed more than noise explains, soon and not already at this time: then a step may come, and today is like
    /// those days.
    /// </summary>
    private static bool IsStepAhead(DecisionContext context, double outlier) =>
        context.Clock.Units > Math.Max(context.Observation.Units, outlier)
        && !(
            ClockForecast.Create(context.State.History, 1 - MeanMinutes, 0, context.Input.ClockRules, context.Settings.TimeZone).Units
            > outlier
        );

    /// <summary>
    /// Where the load is: the mean of an hour, or so many minutes, as long as that of the last minutes is not far from it, which says more
    /// of a steady load.
    /// </summary>
    private static double Level(DecisionContext context, double noise, int minutes = HourMinutes)
    {
        var lately = Mean(context.State.History, context.State.MeasuredMinute, MeanMinutes) ?? context.UnitsRequired;
        var longer = Mean(context.State.History, context.State.MeasuredMinute, minutes) ?? lately;
        return Math.Abs(lately - longer) <= SteadyInDeviations * noise * longer ? longer : lately;
    }

    private static bool HoldsLastChange(DecisionContext context, int wantedStep)
    {
        var needs = context.State.History;
        var coldScaleOut = wantedStep > context.CurrentStep && needs.Count < ColdMinutes;
        if (
            context.State.Changes is not { Requests: [.., var last] }
            || last.Units != context.Observation.Units
            || (context.State.DecisionMinute - last.Minute > HoldMinutes && !coldScaleOut)
        )
        {
            return false;
        }

        var then = last.Minute - context.Input.Lag;
        var moved = Math.Max(MinMove, MovedInDeviations * LoadNoise.Find(needs));
        return wantedStep > context.CurrentStep
            ? !(context.UnitsRequired > context.Observation.Units)
                && !(context.Clock.Units > context.Observation.Units)
                && needs.FindMaxFrom(then - MeanMinutes + 1, MeanMinutes) is { } before
                && context.UnitsRequired < before * (1 + moved)
            : !context.State.Changes.IsScaleIn
                && needs.Count < ColdMinutes
                && needs.FindMaxFrom(then - MeanMinutes, context.State.MeasuredMinute - then + MeanMinutes + 1) is { } highest
                && (Mean(needs, context.State.MeasuredMinute, MeanMinutes) ?? context.UnitsRequired) > highest * (1 - moved);
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
