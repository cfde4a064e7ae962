using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Alerting;

/// <summary>Alert state of a resource between two evaluations: its alerts, and the past data that no other state keeps. A value.</summary>
public sealed record ResourceAlerts
{
    public static ResourceAlerts Empty { get; } = new();

    public SubjectAlerts Alerts { get; init; } = SubjectAlerts.Empty;

    /// <summary>Start of monitoring; null before the first evaluation.</summary>
    public DateTimeOffset? MonitoredSince { get; init; }

    /// <summary>Newest minute with any metric; null if there was none yet.</summary>
    public DateTimeOffset? NewestMetricsAt { get; init; }

    /// <summary>
    /// First read of metrics that failed after a pause of Advisor; null = none, or metrics were read since. Stored as <see cref="Metrics"/>
    /// is.
    /// </summary>
    public DateTimeOffset? UnreadSince { get; init; }

    public ConnectionDays Days { get; init; } = ConnectionDays.None;

    /// <summary>Newest minute of each metric; <see cref="ResourceAlertsFormat"/> does not write it, the caller stores it beside.</summary>
    public MetricTimes Metrics { get; init; } = MetricTimes.None;

    /// <summary>
    /// Team that was notified of the open alerts; null = none was, or it is not known. Stored as <see cref="Metrics"/> is.
    /// </summary>
    public string? Team { get; init; }

    /// <summary>Change of size that has not taken effect; null = none is awaited. Stored as <see cref="Metrics"/> is.</summary>
    public AwaitedChange? Awaited { get; init; }

    /// <summary>Returns the state after one more minute of metrics; a minute that is not newer than the last changes nothing.</summary>
    public ResourceAlerts Observe(AlertRules rules, in MinuteSample sample) =>
        sample.Readings.IsEmpty || sample.Time <= NewestMetricsAt
            ? this
            : this with
            {
                NewestMetricsAt = sample.Time,
                UnreadSince = null,
                Days = Days.Append(sample.Time, sample.Readings.ConnectionCount, rules.WholeDayShare),
                Metrics = Metrics.Observe(sample),
            };

    /// <summary>
    /// Returns the state where the metrics could not be read. After a pause of Advisor, longer than <see cref="AlertRules.MaxStep"/>, that
    /// says nothing of the time in between: the age of metrics that were there before it counts from now.
    /// </summary>
    public ResourceAlerts MissRead(AlertRules rules, DateTimeOffset now) =>
        Alerts.EvaluatedAt is { } at
        && now - at > rules.MaxStep
        && at - NewestMetricsAt <= rules.MaxStep
        && !Alerts.Alerts.Any(alert => alert.Level >= 0 && rules.Find(alert.Condition)?.Number == AlertNumber.MetricAge)
            ? this with
            {
                UnreadSince = now,
            }
            : this;

    /// <summary>
    /// Evaluates the alerts of a resource once. Where its team has changed, this evaluation ends what the team before was sent, and the
    /// next one notifies the new team: in this order also where both have the same channel.
    /// </summary>
    /// <param name="decision">Latest decision; null if none was possible.</param>
    /// <param name="facts">Facts known to the caller; those kept in this state are filled in.</param>
    public AlertStep<ResourceAlerts> Advance(
        RuleSet rules,
        AlertSubject subject,
        Decision? decision,
        AlertFacts facts,
        AlertSuppression holds,
        DateTimeOffset now
    )
    {
        if (Team is { } team && !string.Equals(team, subject.Team, StringComparison.OrdinalIgnoreCase))
        {
            var why = $"It belongs to team {subject.Team} now, which gets the alert.";
            var handed = AlertStateMachine.HandOver(rules.Alerts, subject with { Team = team }, Alerts, why, now);
            return new(this with { Alerts = handed.State, Team = null }, handed.Events, handed.Alerts);
        }

        var since = MonitoredSince ?? now;
        var known = facts with
        {
            MonitoredSince = since,
            NewestMetricsAt = UnreadSince > NewestMetricsAt ? UnreadSince : NewestMetricsAt,
            ConnectionDays = Days.WholeDays,
            MissingMetricMinutes = Metrics.ComputeMissingMinutes(NewestMetricsAt),
        };
        var readings = AlertReadings.Read(rules, AlertSubjectKind.Resource, decision, known, now);
        var didNotHelp = known.ActsByItself && OverloadHandling.DidNotHelp(rules.Alerts, Alerts, readings); // evaluated only if it matters
        var awaited = AwaitedChange.Observe(Awaited, decision, known, now);
        var isOverdue = awaited?.IsOverdue(rules.Alerts, now) == true;
        var handled = OverloadHandling.Describe(rules.Alerts, decision, known, isOverdue, didNotHelp, now);
        var step = AlertStateMachine.Advance(
            rules.Alerts,
            new AlertInput(subject, readings, facts.ChangeInProgress && !isOverdue, holds, handled, facts.Advice),
            Alerts,
            now
        );
        return new(
            this with
            {
                Alerts = step.State,
                MonitoredSince = since,
                Awaited = awaited,
                Team = step.State.IsNotified ? subject.Team : null,
            },
            step.Events,
            step.Alerts
        );
    }

    /// <summary>
    /// Evaluates the alerts of a stand-alone observation, such as a line of a pipe: changes, quota and closed connections are unknown, no
    /// notification is sent, and the decision carries the status of its alerts.
    /// </summary>
    /// <param name="maxRequiredUnits">See <see cref="AlertFacts.MaxRequiredUnits"/>.</param>
    /// <param name="failedChanges">See <see cref="AlertFacts.FailedChanges"/>; null = not known.</param>
    /// <param name="mostUnits">The most units in force of late; null = those of the observation.</param>
    public (ResourceAlerts After, Decision Decision) AdvanceDecision(
        RuleSet rules,
        AlertSubject subject,
        Observation observation,
        Decision decision,
        double? maxRequiredUnits,
        DateTimeOffset now,
        int? failedChanges = null,
        int? mostUnits = null
    )
    {
        if (decision.Reasons is [{ Code: ReasonCodes.RepeatedObservation }])
        {
            return (this, decision with { Alerts = AlertStateMachine.ListActive(rules.Alerts, Alerts) });
        }

        var readings = observation.Readings.DropImpossible();
        var catalog = rules.GetCatalog(observation.Service, observation.Settings);
        var ladder = catalog.Find(observation.Sku)?.Ladder;
        var facts = new AlertFacts
        {
            UnitsInForce = observation.Units,
            MinUnits = ladder?[
                ladder.FindIndexAtLeast(
                    Math.Max(observation.Settings.FindHighestMinUnits(now, rules.Policy.AnnouncedAhead).Units, decision.MinUnitsForOthers)
                )
            ],
            MaxUnits = ladder?.FindStepAtMost(
                observation.Settings.FindMaxUnits(now, rules.Policy.AnnouncedAhead, mostUnits ?? observation.Units, decision.IsSteady).Units
            ),
            UnitsBelowMinimum = ladder is null
                ? null
                : UnitMinimum.FindLacking(observation.Settings, ladder, observation.Units, now, rules.Policy.AnnouncedAhead),
            SystemErrorsPercent = readings.SystemErrors,
            ConnectionRate = catalog.ComputeConnectionRate(readings.ConnectionOpenCount, observation.Units),
            MaxRequiredUnits = maxRequiredUnits,
            ChangeInProgress = observation.ChangeInProgress,
            FailedChanges = failedChanges,
            ActsByItself = observation.Settings.Mode is AdvisorMode.Auto or AdvisorMode.AutoUp && !observation.Fleet.AutoscaleEnabled,
        };
        var sample = new MinuteSample(observation.Time, readings);
        var step = Observe(rules.Alerts, sample).Advance(rules, subject, decision, facts, AlertSuppression.None, now);
        return (step.State, step.Alerts.Count == 0 ? decision : decision with { Alerts = step.Alerts });
    }
}
