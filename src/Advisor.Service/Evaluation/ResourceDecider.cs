using Advisor.Core;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Service.Evaluation;

/// <summary>Result of deciding about one resource in a tick.</summary>
/// <param name="Decision">The decision; null when there is no new minute, or when deciding is impossible.</param>
/// <param name="Problem">Fault that prevented a decision; null otherwise.</param>
internal sealed record ResourceDecision(Decision? Decision, ResourceState? State, string? Problem)
{
    /// <summary>
    /// Whether the newest minute that metrics can have by now was already evaluated: no minute is new and none is missing.
    /// </summary>
    public bool IsCurrent { get; init; }

    /// <summary>The first minute that waits for a late metric and is decided on again when it has come; null = none does.</summary>
    public DateTimeOffset? AwaitedSince { get; init; }

    /// <summary>Whether the whole past was learned from the metrics that were read, by the settings of now.</summary>
    public bool HasLearnedPast { get; init; }
}

/// <summary>Decides about one resource from the minutes since its last decision.</summary>
/// <param name="before">State after the last decision; null for the first one.</param>
/// <param name="past">
/// Earlier metrics, ascending, from which and the minutes the past is learned again by the settings of now; null = it is kept.
/// </param>
internal sealed class ResourceDecider(
    RuleSet rules,
    FleetResource resource,
    ResourceState? before,
    IReadOnlyList<HistorySample>? past,
    bool changing,
    FleetConstraints fleet,
    DateTimeOffset now
)
{
    private readonly Observation template = ResourceObservation.Create(resource, fleet) with { ChangeInProgress = changing };

    private DateTimeOffset NewestMinute => Minutes.Floor(now - rules.Policy.MetricLag);

    /// <summary>
    /// Decides on the newest minute whose metrics have all come, unless what is known of the minutes after it scales out further, or is the
    /// first to require more than is left: then on the newest, without what is missing. The state waits in both cases, so that each minute
    /// is learned with all of its metrics.
    /// </summary>
    /// <param name="series">Minutes read, ascending; those already evaluated are skipped.</param>
    /// <param name="wholeAt">Newest minute with all metrics that a scale-in needs; null = none is known.</param>
    /// <param name="throttledCloses">Connections closed as throttled in the newest of them; null when unknown.</param>
    public ResourceDecision Decide(IReadOnlyList<MinuteSample> series, DateTimeOffset? wholeAt, double? throttledCloses)
    {
        var awaited = LateMetrics.CountAwaited(series, wholeAt);
        if (awaited > 0 && before is null)
        {
            // The whole past is learned once; the next tick, a minute later, looks at what comes after it.
            return Decide([.. series.SkipLast(awaited)], throttledCloses: null) with { AwaitedSince = series[^awaited].Time };
        }

        var newest = Decide(series, throttledCloses);
        if (awaited == 0 || newest.Decision is not { } early)
        {
            return newest;
        }

        var whole = Decide([.. series.SkipLast(awaited)], throttledCloses: null) with { AwaitedSince = series[^awaited].Time };
        return RequiresMore(early, whole.Decision, resource.Units)
            ? whole with
            {
                Decision = early,
                State = whole.State!.WithRequest(newest.State!),
            }
            : whole;
    }

    /// <summary>
    /// Whether a decision without a late metric scales out further than that on the newest whole minute, or is the first to require more
    /// than is left.
    /// </summary>
    /// <param name="units">Units in force, where there is no decision on a whole minute.</param>
    public static bool RequiresMore(Decision early, Decision? whole, int units)
    {
        var (left, required) = (whole?.Units ?? units, whole?.UnitsRequired ?? 0);
        return (early.Action == ScalingAction.ScaleOut && early.Units > left) || (early.UnitsRequired > left && required <= left);
    }

    private ResourceDecision Decide(IReadOnlyList<MinuteSample> series, double? throttledCloses)
    {
        var fresh = series.Where(sample => before is null || sample.Time > before.Time).ToList();
        if (fresh.Count == 0 && before is not null && now - before.Time <= rules.Policy.StaleAfter)
        {
            // Metrics are late at times: no decision leaves the size unchanged, and late minutes still update the model.
            return new ResourceDecision(null, before, null) { IsCurrent = before.Time >= NewestMinute.AddMinutes(-1) };
        }

        var isPast = before?.IsPastOf(rules, template.Service, template.Settings, template.Sku) == true;
        var learned =
            before is null ? LearnHistory([], fresh)
            : !isPast || past is not null ? LearnHistory(past ?? [], series)
            : null;
        var state = before is null ? learned : LearnUnseen(before, fresh.SkipLast(1), fresh);
        state = before is not null && learned is not null ? state!.WithPast(learned) : state;
        var newest = fresh.Count > 0 ? fresh[^1] : new MinuteSample(NewestMinute, default);
        var last = template with
        {
            Time = newest.Time,
            Readings = newest.Readings,
            ThrottledCloses = fresh.Count > 0 ? throttledCloses : null,
            Steady = FindSteadyAdvice(resource.Settings.Mode),
        };
        var outcome = ScalingAdvisor.Decide(rules, last, state, now);

        // Without a single reading the past, that of another SKU too, waits for its history, which is read when metrics arrive.
        var isUnlearned = fresh.Count == 0 && state?.IsPastOf(rules, template.Service, template.Settings, template.Sku) != true;

        // The state waits for late minutes, as if Advisor were stopped, for as long as they are read; it knows what is requested meanwhile.
        var next =
            isUnlearned ? before
            : fresh.Count == 0 && outcome.Decision is not null ? GiveUp(state!).WithRequest(outcome.State!)
            : outcome.State;
        return new ResourceDecision(outcome.Decision, next, outcome.Problem?.Text)
        {
            HasLearnedPast = !isUnlearned && (learned is not null || !isPast),
        };
    }

    private ResourceState? LearnHistory(IReadOnlyList<HistorySample> earlier, IReadOnlyList<MinuteSample> series) =>
        HistoryBackfill.BuildState(
            rules,
            template,
            earlier.Concat(series.SkipLast(1).Select(m => new HistorySample(m.Time, TimeSpan.FromMinutes(1), m.Readings)))
        );

    /// <param name="unseen">Minutes to learn, ascending.</param>
    /// <param name="fresh">Those and the later ones that are known.</param>
    private ResourceState LearnUnseen(ResourceState state, IEnumerable<MinuteSample> unseen, List<MinuteSample> fresh)
    {
        var sku = rules.GetCatalog(template.Service, template.Settings).Find(template.Sku);
        foreach (var sample in unseen)
        {
            // As seen at that time: metrics with their usual lag, and the units in force by then, which a later minute shows. With those of
            // the minute itself, a size that a decision has seen in force would change back, as if by others.
            var then = sample.Time + rules.Policy.MetricLag;
            var seen = template with
            {
                Time = sample.Time,
                Readings = sample.Readings,
                Units = UnitsAtMinute.Find(sku, fresh.Find(later => later.Time >= then).Readings) ?? template.Units,
                ChangeInProgress = true,
            };
            state = ScalingAdvisor.Decide(rules, seen, state, then).State!;
        }

        return state;
    }

    private ResourceState GiveUp(ResourceState state)
    {
        var minute = NewestMinute - UnseenMinutes.CatchUpWindow;
        return state.Time >= minute ? state : LearnUnseen(state, [new(minute, default)], []);
    }

    // A tick shows nothing beside its decision: a size that decides nothing is not computed every minute.
    private static SteadyAdvice FindSteadyAdvice(AdvisorMode mode) =>
        mode.GetSteadyAdvice() is not SteadyAdvice.Beside and var advice ? advice : SteadyAdvice.None;
}
