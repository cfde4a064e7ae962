using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;

namespace Advisor.Core;

/// <summary>
/// Builds the state of a resource from its past metrics, so that its daily and weekly patterns are known from the first decision.
/// </summary>
public static class HistoryBackfill
{
    /// <summary>Time between the histories of a longer look-back: a day less than each keeps, so that they overlap.</summary>
    private static readonly TimeSpan PartLength = TimeSpan.FromMinutes(RequiredUnitsHistory.MinutesKept - 1440);

    /// <summary>Longest time between the middles of two samples that is interpolated; minutes are never interpolated.</summary>
    private static readonly TimeSpan MaxGrain = TimeSpan.FromHours(1);

    /// <summary>
    /// Learns from every minute of a past as if it had been observed at its time. Minutes between coarse samples teach the required units,
    /// but not the cost of each expert, which the samples hide.
    /// </summary>
    /// <param name="template">Resource in its present form; time, units and readings are replaced by those of the past.</param>
    /// <param name="samples">Samples of 14 to 28 days, ascending, fine or coarse, with or without gaps.</param>
    /// <returns>Null when there is nothing to learn from.</returns>
    public static ResourceState? BuildState(RuleSet rules, Observation template, IEnumerable<HistorySample> samples) =>
        Learn(rules, template, samples, [], []);

    /// <summary>
    /// Builds the state as <see cref="BuildState"/> does, and keeps what was required before the 14 days that the state keeps.
    /// </summary>
    /// <param name="samples">Samples of any length of time, ascending.</param>
    /// <returns>Nulls when there is nothing to learn from; nothing earlier when the samples are of 14 days or less.</returns>
    public static (ResourceState? State, EarlierRequirements? Earlier) BuildLookBack(
        RuleSet rules,
        Observation template,
        IReadOnlyList<HistorySample> samples
    )
    {
        var cuts = new Stack<DateTimeOffset>();
        if (samples.Count > 0 && samples[^1].Start - samples[0].Start > TimeSpan.FromMinutes(RequiredUnitsHistory.MinutesKept))
        {
            for (var cut = samples[^1].Start - PartLength; cut > samples[0].Start; cut -= PartLength)
            {
                cuts.Push(cut);
            }
        }

        var parts = new List<RequiredUnitsHistory>();
        var state = Learn(rules, template, samples, cuts, parts);
        return (state, parts.Count > 0 ? new EarlierRequirements(parts) : null);
    }

    /// <param name="cuts">Times at which the history until then is added to the parts, the earliest on top.</param>
    private static ResourceState? Learn(
        RuleSet rules,
        Observation template,
        IEnumerable<HistorySample> samples,
        Stack<DateTimeOffset> cuts,
        List<RequiredUnitsHistory> parts
    )
    {
        var catalog = rules.GetCatalog(template.Service, template.Settings);
        var sku = catalog.Find(template.Sku);
        template = template with { ChangeInProgress = false };
        ResourceState? state = null;
        CoarseLearner? learner = null;
        HistorySample? last = null;
        foreach (var sample in samples)
        {
            if (cuts.TryPeek(out var cut) && sample.Start > cut)
            {
                cuts.Pop();
                state = learner is null ? state : learner.ToState();
                learner = null;
                parts.AddRange(state is { History.Count: > 0 } ? [state.History] : []);
            }

            if (sample.Length > TimeSpan.FromMinutes(1))
            {
                learner ??= new CoarseLearner(rules, template, state);
                Learn(learner, last is { } known ? Read(known) : null, Read(sample));
            }
            else
            {
                state = learner is null ? state : learner.ToState();
                learner = null;
                state = Decide(rules, template, sku, Read(sample), state, GetMiddle(sample) + rules.Policy.MetricLag).Outcome.State;
            }

            last = sample;
        }

        // Past changes were not made by Advisor, so they are not reviewed.
        state = learner is null ? state : learner.ToState();
        return state is null ? null : state with { Changes = SizeChangeHistory.Empty, FirstScaleIn = null, OtherController = null };

        PastReadings Read(in HistorySample read) => PastReadings.Create(catalog, sku, template.Units, read);
    }

    /// <summary>
    /// Decides about a minute of the past as seen at its time: at the units of that minute. Where another SKU was in force, server load and
    /// quota utilization are those that the present size would have shown.
    /// </summary>
    /// <param name="template">Resource in its present form; time, units and readings are replaced by those of the minute.</param>
    /// <param name="before">State after the minute before; null for the first.</param>
    /// <param name="then">When the decision was made.</param>
    /// <returns>The minute as it was decided on, and the decision.</returns>
    public static (Observation Seen, DecisionOutcome Outcome) Decide(
        RuleSet rules,
        Observation template,
        in HistorySample minute,
        ResourceState? before,
        DateTimeOffset then
    )
    {
        var catalog = rules.GetCatalog(template.Service, template.Settings);
        var sku = catalog.Find(template.Sku);
        return Decide(rules, template, sku, PastReadings.Create(catalog, sku, template.Units, minute), before, then);
    }

    private static (Observation Seen, DecisionOutcome Outcome) Decide(
        RuleSet rules,
        Observation template,
        Sku? sku,
        in PastReadings past,
        ResourceState? before,
        DateTimeOffset then
    )
    {
        var (time, readings) = (GetMiddle(past.Sample), past.Readings);
        var observation = template with { Time = time, Units = UnitsAtMinute.Find(sku, readings) ?? template.Units, Readings = readings };
        var outcome = ScalingAdvisor.Decide(rules, observation, before, then);
        return (
            observation,
            past.OtherUnits is { } units && outcome.State is { } state && state != before
                ? outcome with
                {
                    State = StateUpdater.CountUsage(
                        state with
                        {
                            Usage = before?.Usage ?? DailyUsage.None,
                        },
                        state.MeasuredMinute,
                        observation.Minutes,
                        readings.DropImpossible(),
                        units
                    ),
                }
                : outcome
        );
    }

    /// <summary>Learns from a coarse sample and the minutes before it: linear from the middle of the last one to its own.</summary>
    private static void Learn(CoarseLearner learner, in PastReadings? last, in PastReadings past)
    {
        var (to, end) = (past.Readings.DropImpossible(), GetMiddle(past.Sample));
        var newest = ToNumber(end);
        if (last is { } before && end - GetMiddle(before.Sample) <= MaxGrain)
        {
            var (from, oldest) = (before.Readings.DropImpossible(), ToNumber(GetMiddle(before.Sample)));
            for (var minute = oldest + 1; minute < newest; minute++)
            {
                var way = (double)(minute - oldest) / (newest - oldest);
                learner.Learn(minute, MetricReadings.Interpolate(from, to, way), null);
            }
        }

        learner.Learn(newest, to, past.Sample, past.OtherUnits);
    }

    /// <summary>Readings of a sample of the past, by the minute.</summary>
    /// <param name="Readings">
    /// Server load and quota utilization as the size in force now would have shown them, where another SKU was in force.
    /// </param>
    /// <param name="OtherUnits">Units of the other SKU; null where the present one was in force.</param>
    private readonly record struct PastReadings(HistorySample Sample, MetricReadings Readings, int? OtherUnits)
    {
        public static PastReadings Create(SkuCatalog catalog, Sku? sku, int unitsNow, in HistorySample sample)
        {
            var readings = sample.NormalizeToMinute();
            return sku is null || UnitsAtMinute.FindOfOtherSku(catalog, sku, readings) is not { } units
                ? new(sample, readings, null)
                : new(
                    sample,
                    readings with
                    {
                        ServerLoad = readings.ServerLoad * units / unitsNow,
                        ConnectionQuotaUtilization = readings.ConnectionQuotaUtilization * units / unitsNow,
                    },
                    units
                );
        }
    }

    private static DateTimeOffset GetMiddle(in HistorySample sample) => Minutes.Floor(sample.Start + (sample.Length / 2));

    // Samples of any year may be given; the learner takes those of possible years.
    private static long ToNumber(DateTimeOffset minute) => minute.ToUnixTimeSeconds() / 60;
}
