using Advisor.Core.Capacity;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;

namespace Advisor.Core;

/// <summary>
/// Builds the state of a resource from its past metrics, so that its daily and weekly patterns are known from the first decision.
/// </summary>
public static class HistoryBackfill
{
    /// <summary>Longest time between the middles of two samples that is interpolated; minutes are never interpolated.</summary>
    private static readonly TimeSpan MaxGrain = TimeSpan.FromHours(1);

    /// <summary>
    /// Learns from every minute of a past as if it had been observed at its time. Minutes between coarse samples teach the required units,
    /// but not the cost of each expert, which the samples hide.
    /// </summary>
    /// <param name="template">Resource in its present form; time, units and readings are replaced by those of the past.</param>
    /// <param name="samples">Samples of 14 to 28 days, ascending, fine or coarse, with or without gaps.</param>
    /// <returns>Null when there is nothing to learn from.</returns>
    public static ResourceState? BuildState(RuleSet rules, Observation template, IEnumerable<HistorySample> samples)
    {
        var sku = rules.GetCatalog(template.Service).Find(template.Sku);
        ResourceState? state = null;
        foreach (var (minute, isCoarse, isReading) in InterpolateMinutes(samples))
        {
            var observation = template with
            {
                Time = minute.Time,
                Units = UnitsAtMinute.Find(sku, minute.Readings) ?? template.Units,
                Readings = minute.Readings,
                ChangeInProgress = false,
            };
            state = isCoarse
                ? ScalingAdvisor.LearnFrom(rules, observation, state, isReading)
                : ScalingAdvisor.Decide(rules, observation, state, minute.Time + rules.Policy.MetricLag).State;
        }

        // Past changes were not made by Advisor, so they are not reviewed.
        return state is null ? null : state with { Changes = SizeChangeHistory.Empty, FirstScaleIn = null };
    }

    /// <summary>Interpolates coarse samples to minutes: linear from the middle of one to the middle of the next.</summary>
    private static IEnumerable<(MinuteSample Minute, bool IsCoarse, bool IsReading)> InterpolateMinutes(IEnumerable<HistorySample> samples)
    {
        HistorySample? last = null;
        foreach (var sample in samples)
        {
            if (last is { } before && sample.Length > TimeSpan.FromMinutes(1) && GetMiddle(sample) - GetMiddle(before) <= MaxGrain)
            {
                var (from, to) = (NormalizeToMinute(before), NormalizeToMinute(sample));
                var span = GetMiddle(sample) - GetMiddle(before);
                for (var time = GetMiddle(before) + TimeSpan.FromMinutes(1); time < GetMiddle(sample); time += TimeSpan.FromMinutes(1))
                {
                    yield return (new(time, Interpolate(from, to, (time - GetMiddle(before)) / span)), true, false);
                }
            }

            yield return (new(GetMiddle(sample), NormalizeToMinute(sample)), sample.Length > TimeSpan.FromMinutes(1), true);
            last = sample;
        }
    }

    private static DateTimeOffset GetMiddle(HistorySample sample) => Minutes.Floor(sample.Start + (sample.Length / 2));

    private static MetricReadings NormalizeToMinute(HistorySample sample)
    {
        var minutes = sample.Length.TotalMinutes;
        return sample.Readings with
        {
            InboundTraffic = sample.Readings.InboundTraffic / minutes,
            OutboundTraffic = sample.Readings.OutboundTraffic / minutes,
            MessageCount = sample.Readings.MessageCount / minutes,
        };
    }

    private static MetricReadings Interpolate(in MetricReadings from, in MetricReadings to, double way)
    {
        double? InterpolateValue(double? a, double? b) => a + ((b - a) * way);
        return new(
            InterpolateValue(from.ServerLoad, to.ServerLoad),
            InterpolateValue(from.ConnectionCount, to.ConnectionCount),
            InterpolateValue(from.ConnectionQuotaUtilization, to.ConnectionQuotaUtilization),
            InterpolateValue(from.InboundTraffic, to.InboundTraffic),
            InterpolateValue(from.OutboundTraffic, to.OutboundTraffic),
            InterpolateValue(from.MessageCount, to.MessageCount)
        );
    }
}
