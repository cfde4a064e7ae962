using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;

namespace Advisor.Core.Scaling.State;

/// <summary>Updates the state of a resource with a minute.</summary>
internal static class StateUpdater
{
    private const int SlopeMinutes = 15,
        TrendMinutes = 5;
    private const double MinutesOfDay = 1440;

    /// <summary>Adds the minute to the history, finds its analogs, and learns the persistence of deviations.</summary>
    public static ResourceState AppendMinute(ResourceState state, RequiredUnits need, double units, Observation observation, RuleSet rules)
    {
        var known = need.DataState != DataState.InsufficientData && need.Units is not null;
        var needs = state.History.Append(state.MeasuredMinute, known ? UnitsCode.Encode(units) : UnitsCode.Unknown);
        var meanSlope = UpdateMeanSlope(state.MeanSlope, state.MeasuredMinute, needs);
        var analogs =
            state.MeasuredMinute / RequiredUnitsHistory.GridMinutes == state.Analogs.Minute / RequiredUnitsHistory.GridMinutes
                ? state.Analogs
                : AnalogSearch.Find(needs, meanSlope) with
                {
                    MaxCode = needs.FindMaxCode(),
                };
        return state with
        {
            History = needs,
            MeanSlope = meanSlope,
            Analogs = analogs,
            Persistence = state.Persistence.Learn(needs, analogs),
            LastUnitsRequired = known ? units : state.LastUnitsRequired,
            OverloadedMinutes =
                need.Units > observation.Units ? state.OverloadedMinutes + 1
                : need.Units is null ? state.OverloadedMinutes
                : 0,
            StormMinute = ConnectionRate.IsStorm(observation.Readings.ConnectionOpenCount, observation.Units, rules.Policy)
                ? state.MeasuredMinute
                : state.StormMinute,
            PiecesPerMinute = UpdateMeanMessages(state.PiecesPerMinute, state.MinutesKept, observation.Readings),
        };
    }

    /// <summary>Counts the messages and units of a minute, or of a coarser bucket, by UTC day.</summary>
    /// <param name="start">First minute, counted from 1970.</param>
    /// <param name="minutes">Length in minutes.</param>
    /// <param name="readings">Readings; the messages per minute.</param>
    public static ResourceState CountUsage(ResourceState state, int start, int minutes, in MetricReadings readings, int units) =>
        state with
        {
            Usage = state.Usage.Append(
                start,
                new UsageInterval(minutes, CountPieces(readings), readings.ConnectionCount, state.Sku, units)
            ),
        };

    /// <summary>Advances the shadow policies by one minute.</summary>
    public static ResourceState UpdateExperts(ResourceState state, DecisionInput input, double need, Forecast forecast, ClockForecast clock)
    {
        Span<double> triggerUnits = stackalloc double[SizingExperts.Triggers];
        Span<double> kept = stackalloc double[SizingExperts.Floors];
        var (parts, margins) = (input.Rules.Policy.Parts, input.Rules.Policy.Margins);
        var rise = parts.HasFlag(PolicyParts.Trend) ? ComputeRisePerMinute(state, need) : 0;
        var known = parts.HasFlag(PolicyParts.Forecast) ? forecast : Forecast.CreateConstant(need);
        SizingExperts.WriteTriggers(need, rise, known, clock.Units, margins, triggerUnits);
        SizingExperts.WriteFloors(known, kept);
        if (!parts.HasFlag(PolicyParts.Floors))
        {
            kept.Clear();
        }

        return state with
        {
            Shadows = state.Shadows.Advance(
                new ShadowStep
                {
                    DecisionMinute = input.DecisionMinute,
                    MeasuredMinute = input.MeasuredMinute,
                    UnitsRequired = need,
                    TriggerUnits = triggerUnits,
                    FloorUnits = kept,
                    Ladder = input.Sku.Ladder,
                    CurrentStep = input.CurrentStep,
                    Prices = input.Prices,
                    UsesRetention = parts.HasFlag(PolicyParts.HoldingTimes),
                    UsesWeights = parts.HasFlag(PolicyParts.ExpertWeights),
                }
            ),
        };
    }

    /// <summary>Returns the rise in units per minute over the last five, negative when falling; 0 when unknown.</summary>
    public static double ComputeRisePerMinute(ResourceState state, double need) =>
        state.History.GetCode(state.MeasuredMinute - TrendMinutes) is > UnitsCode.Unknown and var then
            ? (need - UnitsCode.Decode(then)) / TrendMinutes
            : 0;

    internal static double UpdateMeanSlope(double mean, int minute, RequiredUnitsHistory needs)
    {
        var (now, then) = (needs.GetCode(minute), needs.GetCode(minute - SlopeMinutes));
        return now == UnitsCode.Unknown || then == UnitsCode.Unknown
            ? mean
            : mean + (((Math.Abs(now - then) / UnitsCode.PerE) - mean) / MinutesOfDay);
    }

    // Plain mean until a day is known, then an exponential one over about a day, so that the first minute does not count as much as an
    // hour.
    internal static double? UpdateMeanMessages(double? mean, int minutes, in MetricReadings readings)
    {
        var pieces = CountPieces(readings);
        return mean is { } known && pieces is { } seen
            ? known + ((seen - known) / Math.Clamp(minutes + 1, 1, MinutesOfDay))
            : pieces ?? mean;
    }

    internal static double? CountPieces(in MetricReadings readings)
    {
        const double pieceBytes = 2048;
        return readings.MessageCount ?? (readings.OutboundTraffic / pieceBytes);
    }
}
