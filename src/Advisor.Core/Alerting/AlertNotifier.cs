using System.Globalization;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Compares the state of the alerts with what was sent, and produces the events for the difference. It is the only source of events, so
/// none is sent twice and none is lost, even when the state is stored and read again in between.
/// </summary>
internal sealed class AlertNotifier(AlertRules rules, AlertSubject subject, SubjectAlerts state, DateTimeOffset now)
{
    private readonly List<AlertEvent> events = [];

    public IReadOnlyList<AlertEvent> Events => events;

    public int EventCount { get; private set; } = state.EventCount;

    /// <summary>Returns the state of the alert after its notification.</summary>
    /// <param name="suppressedBy">
    /// Reason that suppresses the alert. The end of an alert that was notified is sent even so, so that no incident stays open.
    /// </param>
    public AlertState Notify(AlertCondition condition, AlertState was, AlertState after, AlertReading reading, string? suppressedBy)
    {
        if (after.Level < 0)
        {
            if (after.NotifiedSeverity is { } open)
            {
                Add(
                    AlertEventKind.Resolved,
                    condition,
                    condition.Levels[FindLevel(condition, open)],
                    reading,
                    open,
                    after with
                    {
                        StartedAt = was.StartedAt,
                    }
                );
            }

            return after with
            {
                NotifiedSeverity = null,
            };
        }

        // An alert that is about to end is not fired, updated or repeated; only its end is sent.
        var level = condition.Levels[after.Level];
        var ends = after.Levels[after.Level].Since is not null;
        if (suppressedBy is not null || ends || after.Phase != AlertPhase.Firing || SelectEventKind(level, after) is not { } kind)
        {
            return after;
        }

        Add(kind, condition, level, reading, after.NotifiedSeverity, after);
        return after with { NotifiedSeverity = level.Severity, NotifiedAt = state.Clock };
    }

    /// <summary>Resolves what was sent for conditions that the rules no longer have.</summary>
    public void CloseRemovedConditions(SubjectAlerts last) =>
        Close(
            last,
            memory => rules.Find(memory.Condition) is not { } condition || condition.SubjectKind != subject.Kind,
            "This condition is no longer in the rules."
        );

    /// <summary>Resolves everything that was sent.</summary>
    public void CloseAll(SubjectAlerts last, string why) => Close(last, static _ => true, why);

    private void Close(SubjectAlerts last, Predicate<AlertState> which, string why)
    {
        foreach (var memory in last.Alerts)
        {
            if (memory.NotifiedSeverity is { } open && which(memory))
            {
                Add(AlertEventKind.Resolved, memory.Condition, open, new(memory.Condition, null), open, memory, why);
            }
        }
    }

    private AlertEventKind? SelectEventKind(AlertLevel level, AlertState memory) =>
        memory.NotifiedSeverity is null ? AlertEventKind.Fired
        : memory.NotifiedSeverity != level.Severity ? AlertEventKind.Updated
        : level.RepeatInterval is { } after && state.Clock - memory.NotifiedAt >= after.Ticks ? AlertEventKind.Repeated
        : null;

    // The rules may no longer have the severity that was sent.
    private static int FindLevel(AlertCondition condition, AlertSeverity severity)
    {
        var level = condition.Levels.Count - 1;
        while (level > 0 && condition.Levels[level].Severity > severity)
        {
            level--;
        }

        return level;
    }

    private void Add(
        AlertEventKind kind,
        AlertCondition condition,
        AlertLevel level,
        AlertReading reading,
        AlertSeverity? notifiedSeverity,
        AlertState memory
    )
    {
        var isOver = kind == AlertEventKind.Resolved;
        var text = AlertText.Format(isOver ? condition.ResolvedText : condition.Text, condition.Number.GetUnit(), subject, level, reading);
        Add(kind, condition.Id, isOver ? notifiedSeverity!.Value : level.Severity, reading, notifiedSeverity, memory, text);
    }

    private void Add(
        AlertEventKind kind,
        string condition,
        AlertSeverity severity,
        AlertReading reading,
        AlertSeverity? notifiedSeverity,
        AlertState memory,
        string text
    )
    {
        var (key, since) = (subject.ComputeDedupKey(condition), memory.StartedAt ?? now);
        events.Add(
            new AlertEvent
            {
                Kind = kind,
                DedupKey = key,
                EventId = string.Create(CultureInfo.InvariantCulture, $"{key}-{since.ToUnixTimeSeconds()}-{++EventCount}"),
                Subject = subject,
                Condition = condition,
                Severity = severity,
                PreviousSeverity = notifiedSeverity,
                Since = since,
                At = now,
                Number = reading.Number,
                Target = reading.Target,
                Text = text,
                IsFlapping = AlertLifecycle.IsFlapping(rules, memory),
            }
        );
    }
}
