using Advisor.Core;
using Advisor.Core.Advice;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Service.Alerts;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Decides about one resource by replaying the metrics at hand, oldest first, so that a single call uses all available history. The coarse
/// past is learned once: the rest of the fleet does not change what it teaches. The minutes are decided on in each run.
/// </summary>
internal sealed class ResourceReplay
{
    // Longer than almost every pending period; the reasons are computed for each minute in it.
    private static readonly TimeSpan AlertLookback = TimeSpan.FromMinutes(20);

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly RuleSet rules;
    private readonly FleetResource resource;
    private readonly int minutesOfSample;
    private readonly DateTimeOffset now;
    private readonly AlertSubject subject;
    private readonly ResourceState? learned;
    private readonly MinuteSample none;

    // After the newest whole minute.
    private readonly IReadOnlyList<MinuteSample> awaited;

    /// <summary>Learns from the past.</summary>
    /// <param name="past">History before the minutes, in coarser buckets, ascending.</param>
    /// <param name="series">Minutes read, ascending.</param>
    /// <param name="minutesOfSample">Minutes that each of the series stands for.</param>
    /// <param name="now">Time of the evaluation.</param>
    public ResourceReplay(
        RuleSet rules,
        FleetResource resource,
        IReadOnlyList<HistorySample> past,
        IReadOnlyList<MinuteSample> series,
        int minutesOfSample,
        DateTimeOffset now
    )
    {
        // A metric of the last minutes that is late has not come: the newest whole minute says more.
        var late = LateMetrics.CountAwaited(series, series.LastOrDefault(sample => sample.Readings.HasAllRequired()).Time);
        awaited = [.. series.TakeLast(late)];
        series = late == 0 ? series : [.. series.SkipLast(late)];
        (this.rules, this.resource, this.minutesOfSample, this.now, Series) = (rules, resource, minutesOfSample, now, series);
        subject = AlertSubjects.Create(resource);
        none = new MinuteSample(now - rules.Policy.MetricLag, default);
        History = Measure(past, series);
        (learned, Earlier) = HistoryBackfill.BuildLookBack(rules, CreateObservation(none, resource.Units, FleetConstraints.Unknown), past);
    }

    /// <summary>The minutes whose metrics have all come.</summary>
    public IReadOnlyList<MinuteSample> Series { get; }

    /// <summary>Time from the oldest to the newest metrics; zero if there were none.</summary>
    public TimeSpan History { get; }

    /// <summary>Requirements before the 14 days that the state keeps; null when none were read.</summary>
    public EarlierRequirements? Earlier { get; }

    /// <summary>
    /// Decides on every minute, and returns the decision on the newest with its alerts, as <see cref="ResourceDecider"/> does: on the
    /// newest whole one, unless what is known of the minutes after it requires more.
    /// </summary>
    /// <param name="fleet">Constraints from the rest of the fleet.</param>
    /// <returns>The decision, and the minute that it is about: one without readings when there are none.</returns>
    public (DecisionOutcome Outcome, MinuteSample Newest) Run(FleetConstraints fleet)
    {
        var (state, alerts) = Learn(Series.SkipLast(1), fleet, learned, ResourceAlerts.Empty);
        var newest = Series.Count > 0 ? Series[^1] : none;
        var whole = Decide(newest, fleet, state, alerts);
        if (awaited.Count == 0)
        {
            return (whole, newest);
        }

        (state, alerts) = Learn([newest, .. awaited.SkipLast(1)], fleet, state, alerts);
        var early = Decide(awaited[^1], fleet, state, alerts);
        return early.Decision is { } decision && ResourceDecider.RequiresMore(decision, whole.Decision, resource.Units)
            ? (early, awaited[^1])
            : (whole, newest);
    }

    private (ResourceState? State, ResourceAlerts Alerts) Learn(
        IEnumerable<MinuteSample> series,
        FleetConstraints fleet,
        ResourceState? state,
        ResourceAlerts alerts
    )
    {
        foreach (var sample in series)
        {
            // Metrics with their usual lag.
            var template = CreateObservation(sample, resource.Units, fleet) with
            {
                ChangeInProgress = false,
                Minutes = minutesOfSample,
            };
            var then = sample.Time + rules.Policy.MetricLag;
            then = then < now ? then : now;
            var minute = new HistorySample(sample.Time, Minute, sample.Readings);
            var (seen, (before, after, _)) = HistoryBackfill.Decide(rules, template, minute, state, then);
            state = after;
            alerts = before is null || now - then > AlertLookback ? alerts : Advance(alerts, seen, before, state, then).After;
        }

        return (state, alerts);
    }

    private DecisionOutcome Decide(in MinuteSample newest, FleetConstraints fleet, ResourceState? state, ResourceAlerts alerts)
    {
        var last = CreateObservation(newest, resource.Units, fleet) with
        {
            Minutes = minutesOfSample,
            Steady = resource.Settings.Mode.GetSteadyAdvice(),
            Earlier = Earlier,
        };
        var outcome = ScalingAdvisor.Decide(rules, last, state, now);
        return outcome.Decision is { } decision
            ? outcome with
            {
                Decision = Advance(alerts, last, decision, outcome.State, now).Decision,
            }
            : outcome;
    }

    private (ResourceAlerts After, Decision Decision) Advance(
        ResourceAlerts alerts,
        Observation seen,
        Decision decision,
        ResourceState? state,
        DateTimeOffset then
    ) =>
        alerts.AdvanceDecision(
            rules,
            subject,
            seen,
            decision,
            state?.FindMaxRequiredUnits(rules.Alerts),
            then,
            mostUnits: state?.FindMostUnits(seen.Units)
        );

    private Observation CreateObservation(in MinuteSample sample, int units, FleetConstraints fleet) =>
        ResourceObservation.Create(resource, fleet) with
        {
            Time = sample.Time,
            Units = units,
            ChangeInProgress = resource.IsUpdating,
            Readings = sample.Readings,
        };

    private static TimeSpan Measure(IReadOnlyList<HistorySample> past, IReadOnlyList<MinuteSample> series) =>
        (past, series) switch
        {
            ([var oldest, ..], [.., var newest]) => newest.Time + Minute - oldest.Start,
            ([], [var oldest, .., var newest]) => newest.Time + Minute - oldest.Time,
            ([var oldest, .., var newest], []) => newest.Start + newest.Length - oldest.Start,
            _ => series.Count * Minute,
        };
}
