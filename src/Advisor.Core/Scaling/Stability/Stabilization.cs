using Advisor.Core.Forecasting;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling.Stability;

/// <summary>
/// Suppresses changes caused by noise. Within an hour of a change, and at any time in the first two days, a scale-out requires a higher
/// load, an overload, or previous days. In the first two days a scale-in within an hour of a scale-out requires a lower load, and gives up
/// a step only if the load including its noise fits. While the load is steady, a single reading above the size in force does not scale out,
/// and a step that the noise crosses is kept. A size that is full as briefly as many times a day does not scale out each time.
/// </summary>
internal static class Stabilization
{
    // With less history, the costs do not yet show which experts mistake noise for a trend.
    private const int ColdMinutes = 2 * 1440;

    private const int HoldMinutes = 60,
        MeanMinutes = 5,
        QuarterMinutes = 15,
        HourMinutes = 60,
        ConfirmedMinutes = 2,
        ManyBrief = 6,
        DayMinutes = 1440;
    private const double RoomInDeviations = 4,
        SteadyInDeviations = 2,
        MovedInDeviations = 4,
        // The highest of five minutes lies 1.2 of a minute's deviation above their mean, and the mean of five differs by 0.6 from that of
        // five others: together four times that without any rise.
        RisenInDeviations = 1.3,
        MinMove = 0.01,
        ForecastUnlessKnown = 1.1;

    /// <summary>Returns the stabilized step, between the preferred one and the one in force.</summary>
    public static int Stabilize(DecisionContext context, int wantedStep)
    {
        if (wantedStep == context.CurrentStep || !context.Rules.Policy.Parts.HasFlag(PolicyParts.Stabilization))
        {
            return wantedStep;
        }

        if (ShouldHoldLastChange(context, wantedStep) || (wantedStep > context.CurrentStep && FindBriefFullness(context) is not null))
        {
            return context.CurrentStep;
        }

        var needs = context.State.History;
        if (wantedStep > context.CurrentStep)
        {
            return IsNoise(context) || IsColdOutlier(context) ? context.CurrentStep : wantedStep;
        }

        var steadyCapacity = SteadyLoad.Find(needs) is { } steady ? steady.ComputeRequiredCapacity(WasTooSmallFor(context, steady)) : 0;
        if (needs.Count >= ColdMinutes)
        {
            return Math.Clamp(context.Ladder.FindIndexAtLeast(steadyCapacity), wantedStep, context.CurrentStep);
        }

        var noise = LoadNoise.Find(needs);
        var requiredCapacity = Math.Max(steadyCapacity, EstimateLevel(context, noise) * (1 + (RoomInDeviations * noise)));
        return Math.Clamp(context.Ladder.FindIndexAtLeast(requiredCapacity), wantedStep, context.CurrentStep);
    }

    /// <summary>
    /// Whether only a single reading of a steady load requires more, confirmed neither by a second in a row, nor by the mean of the last
    /// minutes, nor by previous days.
    /// </summary>
    private static bool IsNoise(DecisionContext context) =>
        context.State.OverloadedMinutes < ConfirmedMinutes
        && Mean(context.State.History, context.State.MeasuredMinute, MeanMinutes) <= context.Observation.Units
        && SteadyLoad.Find(context.State.History) is { } steady
        && context.UnitsRequired <= steady.OutlierUnits
        && !IsStepAhead(context, steady.OutlierUnits);

    /// <summary>
    /// Whether, in the first two hours, only the 10 % added for a missing forecast require more: the size in force carries the reading, and
    /// carries the load without its noise + 10 %. A load of 35.8 units reads 38.4 once a day, which is no reason for more than 40.
    /// </summary>
    private static bool IsColdOutlier(DecisionContext context) =>
        context.State.History.Count < SteadyLoad.MinMinutes
        && context.UnitsRequired <= context.Observation.Units
        && !(context.Clock.Units > context.Observation.Units)
        && EstimateLevel(context, LoadNoise.Find(context.State.History), QuarterMinutes) * ForecastUnlessKnown <= context.Observation.Units;

    /// <summary>
    /// Finds how often the size was full in the last day before now, where each time was over before a scale-out could take effect, now is
    /// no longer than the longest of them, and there were many: another scale-out would come too late, too, and the scale-in after it drops
    /// connections. Not where previous days need more.
    /// </summary>
    /// <returns>The number of times, and the minutes of the longest; null where a scale-out may help.</returns>
    public static (int Times, int Minutes)? FindBriefFullness(DecisionContext context) =>
        context.Full is not null
        && !(context.Clock.Units > context.Observation.Units)
        && context.State.History.FullMinutes.FindBrief(context.State.MeasuredMinute - DayMinutes, AnalogForecast.LeadMinutes)
            is { Count: >= ManyBrief } brief
            ? brief
            : null;

    /// <summary>Whether the last change, a scale-out within the last day, was made for this same load.</summary>
    private static bool WasTooSmallFor(DecisionContext context, SteadyLoad steady) =>
        context.State.Changes is { IsScaleIn: false, ScaledOutAt: { } at }
        && context.State.DecisionMinute - at <= DayMinutes
        && Mean(context.State.History, at - MeanMinutes, SteadyLoad.BlockMinutes) is { } then
        && steady.IsLike(then);

    /// <summary>
    /// Whether previous days soon required more than noise explains, and did not already at this time: a step may follow, and today
    /// resembles those days.
    /// </summary>
    private static bool IsStepAhead(DecisionContext context, double outlier) =>
        context.Clock.Units > Math.Max(context.Observation.Units, outlier)
        && !(
            ClockForecast.Create(context.State.History, 1 - MeanMinutes, 0, context.Input.ClockRules, context.Settings.TimeZone).Units
            > outlier
        );

    /// <summary>
    /// Returns the level of the load: the mean of the given minutes, by default an hour, unless that of the last minutes differs by more
    /// than noise.
    /// </summary>
    private static double EstimateLevel(DecisionContext context, double noise, int minutes = HourMinutes)
    {
        var lately = Mean(context.State.History, context.State.MeasuredMinute, MeanMinutes) ?? context.UnitsRequired;
        var longer = Mean(context.State.History, context.State.MeasuredMinute, minutes) ?? lately;
        return Math.Abs(lately - longer) <= SteadyInDeviations * noise * longer ? longer : lately;
    }

    private static bool ShouldHoldLastChange(DecisionContext context, int wantedStep)
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

        var (then, noise) = (last.Minute - context.Input.Lag, LoadNoise.Find(needs));
        var lately = Mean(needs, context.State.MeasuredMinute, MeanMinutes) ?? context.UnitsRequired;
        return wantedStep > context.CurrentStep
            ? !(context.UnitsRequired > context.Observation.Units)
                && !(context.Clock.Units > context.Observation.Units)
                && needs.FindMaxFrom(then - MeanMinutes + 1, MeanMinutes) is { } before
                && context.UnitsRequired < before * (1 + Math.Max(MinMove, MovedInDeviations * noise))
                && lately < before * (1 + Math.Max(MinMove, RisenInDeviations * noise))
            : !context.State.Changes.IsScaleIn
                && needs.Count < ColdMinutes
                && needs.FindMaxFrom(then - MeanMinutes, context.State.MeasuredMinute - then + MeanMinutes + 1) is { } highest
                && lately > highest * (1 - Math.Max(MinMove, MovedInDeviations * noise));
    }

    /// <summary>Returns the mean required units of the minutes up to the given one; null if none is known.</summary>
    private static double? Mean(RequiredUnitsHistory needs, int minute, int minutes)
    {
        var (sum, count) = (0.0, 0);
        for (var at = minute - minutes + 1; at <= minute; at++)
        {
            if (needs.GetCode(at) is > UnitsCode.Unknown and var code)
            {
                sum += UnitsCode.Decode(code);
                count++;
            }
        }

        return count == 0 ? null : sum / count;
    }
}
