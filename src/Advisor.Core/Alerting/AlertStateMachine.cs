using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Evaluates the alerts of one subject. Pure: the same arguments give the same result, so a repeated evaluation gives the same events with
/// the same ids, and a subsequent one gives none of them again.
/// </summary>
public static class AlertStateMachine
{
    /// <summary>Evaluates all conditions for one subject, and returns its next state and the events to notify.</summary>
    public static AlertStep<SubjectAlerts> Advance(AlertRules rules, AlertInput input, SubjectAlerts? before, DateTimeOffset now)
    {
        var last = before ?? SubjectAlerts.Empty;
        var state = last.AdvanceTo(now, rules.MaxStep);
        var moved = FindChanged(rules, input, last, state, now);
        if (moved.Count == 0 && last.Alerts.Count == 0)
        {
            return new(state, [], []);
        }

        bool IsFiring(string id) =>
            moved.Exists(m => m is { After.Phase: AlertPhase.Firing, Reading.WhyNotApplicable: null } && m.Condition.Id == id);
        var notifier = new AlertNotifier(rules, input.Subject, state, now, input.Advice);
        var (alerts, kept) = (new List<Alert>(), new List<AlertState>());
        foreach (var (condition, was, after, reading) in moved)
        {
            if (reading.WhyNotApplicable is { } why)
            {
                notifier.Close(was, why);
                continue;
            }

            var suppressedBy = FindSuppression(condition, after, input, IsFiring, now);
            var notified = notifier.Notify(condition, was, after, reading, suppressedBy);
            if (BuildAlert(rules, condition, was, notified, suppressedBy) is { } alert)
            {
                alerts.Add(alert);
            }

            if (!notified.IsForgettable)
            {
                kept.Add(notified);
            }
        }

        notifier.CloseRemovedConditions(last);
        return new(state with { Alerts = kept, EventCount = notifier.EventCount }, notifier.Events, alerts);
    }

    /// <summary>Resolves what was sent for a subject that no longer exists, and forgets its alerts.</summary>
    /// <param name="why">Reason for the end: a sentence for people.</param>
    public static AlertStep<SubjectAlerts> Close(
        AlertRules rules,
        AlertSubject subject,
        SubjectAlerts before,
        string why,
        DateTimeOffset now
    )
    {
        var state = before.AdvanceTo(now, rules.MaxStep);
        var notifier = new AlertNotifier(rules, subject, state, now);
        notifier.CloseAll(before, why);
        return new(state with { Alerts = [], EventCount = notifier.EventCount }, notifier.Events, []);
    }

    /// <summary>
    /// Ends what was sent to a team that the subject no longer belongs to. The alerts stay as they are: the next evaluation sends those
    /// that fire to the team of then.
    /// </summary>
    /// <param name="subject">Subject, with the team that was notified.</param>
    /// <param name="why">Reason for the end: a sentence for people.</param>
    public static AlertStep<SubjectAlerts> HandOver(
        AlertRules rules,
        AlertSubject subject,
        SubjectAlerts before,
        string why,
        DateTimeOffset now
    )
    {
        var closed = Close(rules, subject, before, why, now);
        var after = closed.State with
        {
            Alerts = [.. before.Alerts.Select(alert => alert with { NotifiedSeverity = null }).Where(alert => !alert.IsForgettable)],
        };
        return new(after, closed.Events, ListActive(rules, after));
    }

    /// <summary>Returns the pending and firing alerts as of the last evaluation. Their numbers and suppressions are not kept.</summary>
    public static IReadOnlyList<Alert> ListActive(AlertRules rules, SubjectAlerts alerts)
    {
        var active = new List<Alert>();
        foreach (var stored in alerts.Alerts)
        {
            if (
                rules.Find(stored.Condition) is { } condition
                && BuildAlert(rules, condition, stored, stored, null) is { Phase: not AlertPhase.Quiet } alert
            )
            {
                active.Add(alert);
            }
        }

        return active;
    }

    /// <summary>
    /// Returns the alerts with something to report, before and after this evaluation; for most subjects and minutes there are none.
    /// </summary>
    private static List<(AlertCondition Condition, AlertState Before, AlertState After, AlertReading Reading)> FindChanged(
        AlertRules rules,
        AlertInput input,
        SubjectAlerts last,
        SubjectAlerts state,
        DateTimeOffset now
    )
    {
        var (moved, isHandled) = (
            new List<(AlertCondition Condition, AlertState Before, AlertState After, AlertReading Reading)>(),
            input.HandledBy is not null
        );
        var next = 0;
        foreach (var condition in rules.ListConditions(input.Subject.Kind))
        {
            var stored = last.Find(condition.Id);
            var reading = FindReading(input.Readings.AsSpan(), condition.Id, ref next);
            if (stored is not null || (reading.Number is { } known && AlertLifecycle.IsAnyLevelEntered(condition, known, reading.Target)))
            {
                stored ??= new AlertState { Condition = condition.Id };
                moved.Add(
                    (
                        condition,
                        stored,
                        AlertLifecycle.Advance(rules, condition, stored, reading, isHandled, state.Clock - last.Clock, state.Clock, now),
                        reading
                    )
                );
            }
        }

        return moved;
    }

    /// <summary>
    /// Returns the reason: a change in progress, a worse alert of the same subject, a recommendation that says the same, a silence or a
    /// mute window; null if nothing suppresses the alert.
    /// </summary>
    private static string? FindSuppression(
        AlertCondition condition,
        AlertState after,
        AlertInput input,
        Func<string, bool> isFiring,
        DateTimeOffset now
    ) =>
        condition.IsSuppressedDuringChange && input.ChangeInProgress && !IsAtLimit(condition, after) ? "a change of size is in progress"
        : after.Phase == AlertPhase.Pending && input.HandledBy is { } handled && ExceedsTarget(condition, after) ? handled
        : condition.InhibitedBy.FirstOrDefault(isFiring) is { } worse ? $"{worse} is firing"
        : input.Advice == AdviceDirection.Smaller && input.Advice.CanExplain(condition.Number) ? "the recommendation to scale in says it"
        : input.Suppression.FindReason(input.Subject, condition.Id, now);

    private static bool IsAtLimit(AlertCondition condition, AlertState alert) =>
        alert.Level >= 0 && condition.Levels[alert.Level].Basis == ThresholdBasis.Limit;

    private static bool ExceedsTarget(AlertCondition condition, AlertState alert) =>
        alert.Levels.Select((level, i) => level.Since is not null && condition.Levels[i].Basis == ThresholdBasis.Target).Contains(true);

    private static Alert? BuildAlert(AlertRules rules, AlertCondition condition, AlertState was, AlertState after, string? suppressedBy)
    {
        if (after.Phase == AlertPhase.Quiet && was.Level < 0)
        {
            return null;
        }

        var level =
            after.Level >= 0 ? after.Level
            : after.Phase == AlertPhase.Pending ? after.Levels.Select((l, i) => l.Since is null ? -1 : i).Max()
            : Math.Min(was.Level, condition.Levels.Count - 1);
        return new(condition.Id, condition.Levels[level].Severity, after.Phase, suppressedBy)
        {
            Since = after.StartedAt,
            IsNotified = after.NotifiedSeverity is not null,
            IsFlapping = AlertLifecycle.IsFlapping(rules, after),
        };
    }

    /// <summary>
    /// Returns the reading of a condition. Readings come in the order of the rules, so the next one almost always matches.
    /// </summary>
    private static AlertReading FindReading(ReadOnlySpan<AlertReading> readings, string condition, ref int next)
    {
        for (var i = 0; i < readings.Length; i++)
        {
            var at = (next + i) % readings.Length;
            if (readings[at] is var reading && reading.Condition == condition)
            {
                next = at + 1;
                return reading.Number is { } number && double.IsNaN(number) ? reading with { Number = null } : reading;
            }
        }

        return new(condition, null);
    }
}
