using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.Saturation;

namespace Advisor.Core.Scaling.State;

/// <content>Adds a minute to the history, and learns from it.</content>
internal sealed partial class CoarseLearner
{
    /// <summary>Minutes from one search of analogs to the next: the grain of two weeks of metrics. A decision searches every 5.</summary>
    public const int SearchMinutes = 15;

    /// <summary>As <see cref="StateUpdater.AppendMinute"/>.</summary>
    private void Append(in PastRequirement need, int units, int measuredUnits, in MetricReadings readings, bool isRead)
    {
        var known = need.IsKnown;
        var required = Math.Max(need.Units ?? 0, need.IsInsufficient ? lastUnitsRequired : 0);
        var isSizeFull =
            known
            && FullSize.IsFull(
                readings,
                measuredUnits,
                sku!.ConnectionsPerUnit,
                need.ExpectedLoad,
                throttledCloses: null,
                rules.Policy.FullSize
            );
        required = isSizeFull
            ? FullSize.ComputeAtLeast(measuredUnits, required, isRefusing: false, model!.Targets, rules.Policy)
            : required;
        var (minutesBefore, code) = (history.Count, known ? UnitsCode.Encode(required) : UnitsCode.Unknown);
        var isSearched = measuredMinute / SearchMinutes != analogs.Minute / SearchMinutes;
        var isLast = history.Count >= RequiredUnitsHistory.MinutesKept - 1;
        if (
            isSearched
            || isLast
            || pending == PersistenceForecast.MaxRange
            || measuredMinute != history.NextMinute
            || (isRead && !history.LowerBounds.IsEmpty)
        )
        {
            LearnPending();
        }

        history.Add(measuredMinute, code, isSizeFull);
        if (
            isRead
            && known
            && !isSizeFull
            && history.LowerBounds.Newest is not null
            && FullSize.IsDemandShown(readings.ServerLoad, need.ExpectedLoad, rules.Policy.FullSize)
        )
        {
            // Only a bucket that was read shows what the full ones before it wanted; the minutes between are interpolated.
            history.ReplaceBounds(measuredMinute - FullSize.ShownWithinMinutes, code);
        }

        var isFull = history.Count == RequiredUnitsHistory.MinutesKept;
        highestCode = history.Count > minutesBefore || isFull ? Math.Max(highestCode, code) : code;
        meanSlope = StateUpdater.UpdateMeanSlope(meanSlope, measuredMinute, history);
        if (isSearched)
        {
            analogs = AnalogSearch.Find(history, meanSlope, analogs);
            maxCode = isFull ? history.FindMaxCode() : highestCode;
        }

        pending++;
        if (isLast)
        {
            LearnPending();
        }

        lastUnitsRequired = known ? required : lastUnitsRequired;
        overloadedMinutes =
            need.Units > units ? overloadedMinutes + 1
            : need.Units is null ? overloadedMinutes
            : 0;
        stormMinute = ReconnectStorm.IsStorm(readings.ConnectionOpenCount, units, rules.Policy) ? measuredMinute : stormMinute;
        piecesPerMinute = StateUpdater.UpdateMeanMessages(piecesPerMinute, minutesBefore, readings);
    }

    /// <summary>
    /// Learns the persistence of the minutes since the last search, which have the same analogs, at once: before there are others, before
    /// a value changes, and before the history drops a minute.
    /// </summary>
    private void LearnPending()
    {
        if (pending > 0)
        {
            persistence.LearnRangeInPlace(history, analogs, pending);
            pending = 0;
        }
    }
}
