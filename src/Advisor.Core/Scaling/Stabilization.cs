using Advisor.Core.Forecasting;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <summary>
/// Noise is no reason to change a size. Within an hour of a change, and at any time in the first two days, a scale-out needs a load that rose, an overload, or
/// the clock. In those days a scale-in within an hour of a scale-out needs a load that fell, and gives a step up only where the load with its noise leaves room.
/// While a load is steady, one reading beyond the size in force scales nothing out, and a step is kept that its noise crosses.
/// </summary>
internal static class Stabilization
{
    // Until so much is known, the rules that take noise for a trend are not yet told from the others by what they cost.
    private const int ColdMinutes = 2 * 1440;

    private const int StandsForMinutes = 60, MeanMinutes = 5, QuarterMinutes = 15, HourMinutes = 60, ConfirmedMinutes = 2, DayMinutes = 1440;
    private const double RoomInDeviations = 4, SteadyInDeviations = 2, MovedInDeviations = 4, MovedAtLeast = 0.01, ForecastUnlessKnown = 1.1;

    /// <summary>The step that is left of one wished, between it and the one in force.</summary>
    public static int Of(Situation s, int wished)
    {
        if (wished == s.InForce || !s.Rules.Policy.Parts.HasFlag(PolicyParts.Stabilization))
        {
            return wished;
        }

        if (Stands(s, wished))
        {
            return s.InForce;
        }

        var needs = s.State.Needs;
        if (wished > s.InForce)
        {
            return IsNoise(s) || IsColdOutlier(s) ? s.InForce : wished;
        }

        var steadyRoom = SteadyLoad.Find(needs) is { } steady ? steady.Room(WasTooSmallFor(s, steady)) : 0;
        if (needs.Count >= ColdMinutes)
        {
            return Math.Clamp(s.Ladder.IndexAtLeast(steadyRoom), wished, s.InForce);
        }

        var noise = LoadNoise.Find(needs);
        var room = Math.Max(steadyRoom, Level(s, noise) * (1 + (RoomInDeviations * noise)));
        return Math.Clamp(s.Ladder.IndexAtLeast(room), wished, s.InForce);
    }

    /// <summary>Whether one reading of a steady load asks for more, and neither a second in a row, nor the mean of the last minutes, nor the clock does.</summary>
    private static bool IsNoise(Situation s) =>
        s.State.OverloadedMinutes < ConfirmedMinutes
            && Mean(s.State.Needs, s.State.Measured, MeanMinutes) <= s.Observation.Units
            && SteadyLoad.Find(s.State.Needs) is { } steady && s.Units <= steady.Outlier && !IsStepAhead(s, steady.Outlier);

    /// <summary>
    /// Whether only a reading of the first two hours asks for more, with the tenth that stands for a forecast: the size in force carries it, and with a tenth
    /// what the load is without its noise. A load of 35.8 units reads 38.4 once in a day: that is no reason for more than 40.
    /// </summary>
    private static bool IsColdOutlier(Situation s) =>
        s.State.Needs.Count < SteadyLoad.LeastMinutes && s.Units <= s.Observation.Units && !(s.Clock.Need > s.Observation.Units)
            && Level(s, LoadNoise.Find(s.State.Needs), QuarterMinutes) * ForecastUnlessKnown <= s.Observation.Units;

    /// <summary>Whether this same load was what the last change, a scale-out of the last day, was made for.</summary>
    private static bool WasTooSmallFor(Situation s, SteadyLoad steady) =>
        s.State.Changes is { Shrank: false, GrownAt: { } at } && s.State.Decided - at <= DayMinutes
            && Mean(s.State.Needs, at - MeanMinutes, SteadyLoad.BlockMinutes) is { } then && steady.IsLike(then);

    /// <summary>Whether the days before needed more than noise explains, soon and not already at this time: then a step may come, and today is like those days.</summary>
    private static bool IsStepAhead(Situation s, double outlier) =>
        s.Clock.Need > Math.Max(s.Observation.Units, outlier)
            && !(ClockForecast.Of(s.State.Needs, 1 - MeanMinutes, 0, s.Minute.Clock, s.Settings.TimeZone).Need > outlier);

    /// <summary>Where the load is: the mean of an hour, or so many minutes, as long as that of the last minutes is not far from it, which says more of a steady load.</summary>
    private static double Level(Situation s, double noise, int minutes = HourMinutes)
    {
        var lately = Mean(s.State.Needs, s.State.Measured, MeanMinutes) ?? s.Units;
        var longer = Mean(s.State.Needs, s.State.Measured, minutes) ?? lately;
        return Math.Abs(lately - longer) <= SteadyInDeviations * noise * longer ? longer : lately;
    }

    private static bool Stands(Situation s, int wished)
    {
        var needs = s.State.Needs;
        var coldScaleOut = wished > s.InForce && needs.Count < ColdMinutes;
        if (s.State.Changes is not { Asks: [.., var last] } || last.Units != s.Observation.Units
            || (s.State.Decided - last.Minute > StandsForMinutes && !coldScaleOut))
        {
            return false;
        }

        var then = last.Minute - s.Minute.Lag;
        var moved = Math.Max(MovedAtLeast, MovedInDeviations * LoadNoise.Find(needs));
        return wished > s.InForce
            ? !(s.Units > s.Observation.Units) && !(s.Clock.Need > s.Observation.Units)
                && needs.HighestOf(then - MeanMinutes + 1, MeanMinutes) is { } before && s.Units < before * (1 + moved)
            : !s.State.Changes.Shrank && needs.Count < ColdMinutes
                && needs.HighestOf(then - MeanMinutes, s.State.Measured - then + MeanMinutes + 1) is { } highest
                && (Mean(needs, s.State.Measured, MeanMinutes) ?? s.Units) > highest * (1 - moved);
    }

    /// <summary>The mean need of so many minutes up to one, in units; null where none of them is known.</summary>
    private static double? Mean(NeedHistory needs, int minute, int minutes)
    {
        var (sum, count) = (0.0, 0);
        for (var at = minute - minutes + 1; at <= minute; at++)
        {
            if (needs.At(at) is > NeedCode.Unknown and var code)
            {
                sum += NeedCode.Need(code);
                count++;
            }
        }

        return count == 0 ? null : sum / count;
    }
}
