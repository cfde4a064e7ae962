using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.Saturation;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.State;

/// <summary>Updates the state of a resource with a minute.</summary>
internal static class StateUpdater
{
    private const int SlopeMinutes = 15,
        TrendMinutes = 5;
    private const double MinutesOfDay = 1440;

    /// <summary>Adds the minute to the history, finds its analogs, and learns the persistence of deviations.</summary>
    /// <param name="isLowerBound">Whether at least these units are required, since the size was full.</param>
    /// <param name="showsDemand">Whether the minute shows what full minutes of the last hour wanted.</param>
    /// <param name="searchMinutes">Minutes from one search of analogs to the next, a multiple of the grid's.</param>
    public static ResourceState AppendMinute(
        ResourceState state,
        RequiredUnits need,
        double units,
        bool isLowerBound,
        bool showsDemand,
        Observation observation,
        RuleSet rules,
        int searchMinutes = RequiredUnitsHistory.GridMinutes
    )
    {
        var known = IsKnown(need);
        var code = known ? UnitsCode.Encode(units) : UnitsCode.Unknown;
        var needs = state.History.Append(state.MeasuredMinute, code, known && isLowerBound);
        if (showsDemand)
        {
            needs.ReplaceBounds(state.MeasuredMinute - FullSize.ShownWithinMinutes, code);
        }

        var meanSlope = UpdateMeanSlope(state.MeanSlope, state.MeasuredMinute, needs);
        var analogs =
            state.MeasuredMinute / searchMinutes == state.Analogs.Minute / searchMinutes
                ? state.Analogs
                : AnalogSearch.Find(needs, meanSlope, state.Analogs) with
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
            StormMinute = ReconnectStorm.IsStorm(observation.Readings.ConnectionOpenCount, observation.Units, rules.Policy)
                ? state.MeasuredMinute
                : state.StormMinute,
            PiecesPerMinute = UpdateMeanMessages(state.PiecesPerMinute, state.MinutesKept, observation.Readings),
        };
    }

    internal static bool IsKnown(RequiredUnits need) => need.DataState != DataState.InsufficientData && need.Units is not null;

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

    /// <summary>Returns the shadow policies advanced by one minute.</summary>
    /// <param name="before">History before this minute.</param>
    /// <param name="need">Units required by the minute of the metrics.</param>
    /// <param name="full">Size that was full, which requires more than is known; null if none was.</param>
    public static ShadowPolicies AdvanceExperts(
        ResourceState state,
        RequiredUnitsHistory before,
        DecisionInput input,
        double need,
        FullSize? full,
        Forecast forecast,
        LeadForecast lead,
        ClockForecast clock
    )
    {
        Span<double> triggerUnits = stackalloc double[SizingExperts.Triggers];
        Span<double> kept = stackalloc double[SizingExperts.Floors];
        var (parts, margins) = (input.Rules.Policy.Parts, input.Rules.Policy.Margins);
        var rise = parts.HasFlag(PolicyParts.Trend) ? ComputeRisePerMinute(state, need) : 0;
        var isForecast = parts.HasFlag(PolicyParts.Forecast);
        var isRegression = isForecast && parts.HasFlag(PolicyParts.LeadRegression);
        var known = isForecast ? forecast : Forecast.CreateConstant(need);
        SizingExperts.WriteTriggers(
            need,
            rise,
            isRegression ? lead : LeadForecast.FromAnalogs(known, need),
            clock.Units,
            margins,
            triggerUnits
        );
        SizingExperts.RaiseTo(full?.LeadUnits ?? 0, full?.UsualUnits ?? 0, triggerUnits);
        SizingExperts.WriteFloors(known, kept);
        if (!parts.HasFlag(PolicyParts.Floors))
        {
            kept.Clear();
        }

        Span<CorrectedMinute> corrected = stackalloc CorrectedMinute[ShadowPolicies.MinutesKept];
        var count = FindCorrected(before, state.History, corrected);
        return state.Shadows.Advance(
            new ShadowStep
            {
                DecisionMinute = input.DecisionMinute,
                MeasuredMinute = input.MeasuredMinute,
                UnitsRequired = need,
                IsWeekend = ZonedTime.IsWeekend(input.Now, input.Observation.Settings.TimeZone),
                Corrected = corrected[..count],
                TriggerUnits = triggerUnits,
                FloorUnits = kept,
                Ladder = input.Sku.Ladder,
                CurrentStep = input.CurrentStep,
                Prices = input.Prices,
                UsesRetention = parts.HasFlag(PolicyParts.HoldingTimes),
                UsesWeights = parts.HasFlag(PolicyParts.ExpertWeights),
            }
        );
    }

    /// <summary>Finds the recent minutes that were a lower bound before this minute and are known now; returns their number.</summary>
    private static int FindCorrected(RequiredUnitsHistory before, RequiredUnitsHistory after, Span<CorrectedMinute> corrected)
    {
        var count = 0;
        if (before.LowerBounds.Newest is not { } newest)
        {
            return 0;
        }

        for (var minute = newest; minute > after.NextMinute - 1 - corrected.Length && count < corrected.Length; minute--)
        {
            if (before.LowerBounds.Contains(minute) && !after.LowerBounds.Contains(minute))
            {
                corrected[count++] = new(minute, UnitsCode.Decode(before.GetCode(minute)), UnitsCode.Decode(after.GetCode(minute)));
            }
        }

        return count;
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
