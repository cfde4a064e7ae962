using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>How an alert stands after an evaluation, for people.</summary>
/// <param name="Phase">Quiet where it was resolved just now.</param>
/// <param name="Number">Null where it is missing.</param>
/// <param name="SuppressedBy">Who or what suppresses its notifications; null where nothing does.</param>
/// <param name="IsFlapping">Whether it came and went so often that it is resolved later than usual.</param>
public sealed record AlertView(
    string Condition,
    AlertSeverity Severity,
    AlertPhase Phase,
    double? Number,
    string? SuppressedBy,
    bool IsFlapping
)
{
    /// <summary>The view in the words of a decision.</summary>
    public AlertStatus Status =>
        new(
            Condition,
            Severity switch
            {
                AlertSeverity.Info => "info",
                AlertSeverity.Warning => "warning",
                AlertSeverity.Error => "error",
                _ => "critical",
            },
            Phase switch
            {
                AlertPhase.Pending => "pending",
                AlertPhase.Firing => "firing",
                AlertPhase.NoData => "noData",
                _ => "resolved",
            }
        );
}

/// <summary>An alert between two evaluations.</summary>
/// <param name="Since">When its condition began to hold.</param>
/// <param name="IsNotified">Whether its team was sent of it and not yet of its end.</param>
public sealed record ActiveAlert(AlertStatus Status, DateTimeOffset? Since, bool IsNotified, bool IsFlapping);

/// <summary>What came of an evaluation.</summary>
/// <param name="State">What to hand in next; store it together with the messages, in one commit.</param>
/// <param name="Events">Notifications, in the order of the rules.</param>
/// <param name="Alerts">All alerts that pend or fire, and those resolved just now.</param>
public sealed record AlertStep(SubjectAlerts State, IReadOnlyList<AlertEvent> Events, IReadOnlyList<AlertView> Alerts);

/// <summary>What the alerts of a subject are evaluated from.</summary>
/// <param name="Readings">The number of each condition; one that is not listed is missing.</param>
/// <param name="ChangeInProgress">Whether a change of its size is in progress.</param>
/// <param name="Suppression">Silences and mute windows.</param>
/// <param name="HandledBy">
/// What Advisor itself does about a target that is exceeded, in words; null where nothing, or where it did not help.
/// </param>
public sealed record AlertInput(
    AlertSubject Subject,
    IReadOnlyList<AlertReading> Readings,
    bool ChangeInProgress,
    AlertSuppression Suppression,
    string? HandledBy = null
);

/// <summary>
/// Evaluates the alerts of one subject. Pure: the same arguments give the same answer, so an evaluation that is done again gives the same
/// messages with the same event ids, and one that follows gives none of them again.
/// </summary>
public static class AlertStateMachine
{
    public static AlertStep Advance(AlertRules rules, AlertInput input, SubjectAlerts? before, DateTimeOffset now)
    {
        var last = before ?? SubjectAlerts.Empty;
        var state = last.AdvancedTo(now, rules.MaxStep);
        var moved = FindChanged(rules, input, last, state, now);
        if (moved.Count == 0 && last.Alerts.Count == 0)
        {
            return new(state, [], []);
        }

        var firing = moved.Where(m => m.After.Phase == AlertPhase.Firing).Select(m => m.Condition.Id).ToHashSet(StringComparer.Ordinal);
        var notifier = new AlertNotifier(rules, input.Subject, state, now);
        var (views, kept) = (new List<AlertView>(), new List<AlertState>());
        foreach (var (condition, was, after, reading) in moved)
        {
            var suppressedBy = FindSuppression(condition, after, input, firing, now);
            var notified = notifier.Notify(condition, was, after, reading, suppressedBy);
            if (View(rules, condition, was, notified, reading.Number, suppressedBy) is { } view)
            {
                views.Add(view);
            }

            if (!notified.IsForgettable)
            {
                kept.Add(notified);
            }
        }

        notifier.CloseRemovedConditions(last);
        return new(state with { Alerts = kept, EventCount = notifier.EventCount }, notifier.Events, views);
    }

    /// <summary>Ends what was sent of a subject that is no more, and forgets its alerts.</summary>
    /// <param name="why">A sentence for people: why they end.</param>
    public static AlertStep Close(AlertRules rules, AlertSubject subject, SubjectAlerts before, string why, DateTimeOffset now)
    {
        var state = before.AdvancedTo(now, rules.MaxStep);
        var notifier = new AlertNotifier(rules, subject, state, now);
        notifier.CloseAll(before, why);
        return new(state with { Alerts = [], EventCount = notifier.EventCount }, notifier.Events, []);
    }

    /// <summary>
    /// The alerts that pend or fire, as they were left by the last evaluation; their numbers and what holds them back are of that moment
    /// and not kept.
    /// </summary>
    public static IReadOnlyList<ActiveAlert> ListActive(AlertRules rules, SubjectAlerts alerts)
    {
        var standing = new List<ActiveAlert>();
        foreach (var memory in alerts.Alerts)
        {
            if (
                rules.Find(memory.Condition) is { } condition
                && View(rules, condition, memory, memory, null, null) is { Phase: not AlertPhase.Quiet } view
            )
            {
                standing.Add(new(view.Status, memory.StartedAt, memory.NotifiedSeverity is not null, view.IsFlapping));
            }
        }

        return standing;
    }

    /// <summary>
    /// The alerts that there is something to say of, before and after this evaluation; of most subjects and minutes there is none.
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
        for (var i = 0; i < rules.Conditions.Count; i++)
        {
            var condition = rules.Conditions[i];
            if (condition.SubjectKind != input.Subject.Kind)
            {
                continue;
            }

            var memory = last.Find(condition.Id);
            var reading = Reading(input.Readings, condition.Id, ref next);
            if (memory is not null || (reading.Number is { } known && AlertLifecycle.Begins(condition, known, reading.Target)))
            {
                memory ??= new AlertState { Condition = condition.Id };
                moved.Add(
                    (
                        condition,
                        memory,
                        AlertLifecycle.Next(rules, condition, memory, reading, isHandled, state.Clock - last.Clock, state.Clock, now),
                        reading
                    )
                );
            }
        }

        return moved;
    }

    /// <summary>
    /// A change in progress, a worse alert of the same subject, a silence or a mute window; null where nothing suppresses it.
    /// </summary>
    private static string? FindSuppression(
        AlertCondition condition,
        AlertState after,
        AlertInput input,
        HashSet<string> firing,
        DateTimeOffset now
    ) =>
        condition.IsSuppressedDuringChange && input.ChangeInProgress && !IsAtLimit(condition, after) ? "a change of size is in progress"
        : after.Phase == AlertPhase.Pending && input.HandledBy is { } handled && ExceedsTarget(condition, after) ? handled
        : condition.InhibitedBy.FirstOrDefault(firing.Contains) is { } worse ? $"{worse} is firing"
        : input.Suppression.FindReason(input.Subject, condition.Id, now);

    private static bool IsAtLimit(AlertCondition condition, AlertState alert) =>
        alert.Level >= 0 && condition.Levels[alert.Level].Basis == ThresholdBasis.Limit;

    private static bool ExceedsTarget(AlertCondition condition, AlertState alert) =>
        alert.Levels.Select((level, i) => level.Since is not null && condition.Levels[i].Basis == ThresholdBasis.Target).Contains(true);

    private static AlertView? View(
        AlertRules rules,
        AlertCondition condition,
        AlertState was,
        AlertState after,
        double? number,
        string? suppressedBy
    )
    {
        if (after.Phase == AlertPhase.Quiet && was.Level < 0)
        {
            return null;
        }

        var level =
            after.Level >= 0 ? after.Level
            : after.Phase == AlertPhase.Pending ? after.Levels.Select((l, i) => l.Since is null ? -1 : i).Max()
            : Math.Min(was.Level, condition.Levels.Count - 1);
        return new(
            condition.Id,
            condition.Levels[level].Severity,
            after.Phase,
            number,
            suppressedBy,
            AlertLifecycle.IsFlapping(rules, after)
        );
    }

    /// <summary>The reading of a condition; readings come in the order of the rules, so that the next one nearly always is it.</summary>
    private static AlertReading Reading(IReadOnlyList<AlertReading> readings, string condition, ref int next)
    {
        for (var i = 0; i < readings.Count; i++)
        {
            var at = (next + i) % readings.Count;
            if (readings[at] is var reading && reading.Condition == condition)
            {
                next = at + 1;
                return reading.Number is { } number && double.IsNaN(number) ? reading with { Number = null } : reading;
            }
        }

        return new(condition, null);
    }
}
