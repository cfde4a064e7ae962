using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Rules;

namespace Advisor.Core.Scaling;

/// <summary>What a minute adds to what is remembered of a resource.</summary>
internal static class Memory
{
    private const int SlopeMinutes = 15, TrendMinutes = 5;
    private const double MinutesOfDay = 1440;

    /// <summary>Adds the minute to the history; looks for past moments like it; learns how long deviations last.</summary>
    public static ResourceState Remember(ResourceState state, NeedNow need, double units, Observation observation, RuleSet rules)
    {
        var known = need.State != DataState.InsufficientData && need.Units is not null;
        var needs = state.Needs.Append(state.Measured, known ? NeedCode.Of(units) : NeedCode.Unknown);
        var meanSlope = MeanSlope(state, needs);
        var analogs = state.Measured / NeedHistory.GridMinutes == state.Analogs.Minute / NeedHistory.GridMinutes
            ? state.Analogs
            : AnalogSearch.Find(needs, meanSlope) with { Highest = needs.HighestCode() };
        return state with
        {
            Needs = needs,
            MeanSlope = meanSlope,
            Analogs = analogs,
            Persistence = state.Persistence.Learn(needs, analogs),
            LastNeed = known ? units : state.LastNeed,
            OverloadedMinutes = need.Units > observation.Units ? state.OverloadedMinutes + 1 : need.Units is null ? state.OverloadedMinutes : 0,
            StormMinute = ConnectionRate.IsStorm(observation.Readings.ConnectionOpenCount, observation.Units, rules.Policy) ? state.Measured : state.StormMinute,
            PiecesPerMinute = Pieces(state.PiecesPerMinute, state.MinutesKnown, observation.Readings),
        };
    }

    /// <summary>One minute of every rule's imaginary resource.</summary>
    public static ResourceState Weigh(ResourceState state, DecisionMinute minute, double need, Forecast forecast, ClockForecast clock)
    {
        Span<double> asked = stackalloc double[SizeRules.Triggers];
        Span<double> kept = stackalloc double[SizeRules.Floors];
        var (parts, margins) = (minute.Rules.Policy.Parts, minute.Rules.Policy.Margins);
        var rise = parts.HasFlag(PolicyParts.Trend) ? RisePerMinute(state, need) : 0;
        var known = parts.HasFlag(PolicyParts.Forecast) ? forecast : Forecast.Exactly(need);
        SizeRules.Asked(need, rise, known, clock.Need, margins, asked);
        SizeRules.Kept(known, kept);
        if (!parts.HasFlag(PolicyParts.Floors))
        {
            kept.Clear();
        }

        return state with
        {
            Shadows = state.Shadows.Next(new ShadowMinute
            {
                Now = minute.Decided,
                Measured = minute.Measured,
                Need = need,
                Asked = asked,
                Kept = kept,
                Ladder = minute.Sku.Ladder,
                InForce = minute.InForce,
                Prices = minute.Prices,
                Rents = parts.HasFlag(PolicyParts.RentTimes),
                Weighs = parts.HasFlag(PolicyParts.Weighing),
            }),
        };
    }

    /// <summary>Units per minute over the last five, negative where the need falls; 0 where it is unknown.</summary>
    public static double RisePerMinute(ResourceState state, double need) =>
        state.Needs.At(state.Measured - TrendMinutes) is > NeedCode.Unknown and var then ? (need - NeedCode.Need(then)) / TrendMinutes : 0;

    private static double MeanSlope(ResourceState state, NeedHistory needs)
    {
        var (now, then) = (needs.At(state.Measured), needs.At(state.Measured - SlopeMinutes));
        return now == NeedCode.Unknown || then == NeedCode.Unknown
            ? state.MeanSlope
            : state.MeanSlope + (((Math.Abs(now - then) / NeedCode.PerE) - state.MeanSlope) / MinutesOfDay);
    }

    // The plain mean of what is known until that is a day, then one that forgets in about a day: the first minute must not stand for an hour.
    private static double? Pieces(double? mean, int minutes, in MetricReadings readings)
    {
        const double pieceBytes = 2048;
        var pieces = readings.MessageCount ?? (readings.OutboundTraffic / pieceBytes);
        return mean is { } known && pieces is { } seen ? known + ((seen - known) / Math.Clamp(minutes + 1, 1, MinutesOfDay)) : pieces ?? mean;
    }
}
