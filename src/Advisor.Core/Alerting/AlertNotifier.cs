using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Compares the state of the alerts with what was sent, and produces the events for the difference. It is the only source of events, so
/// none is sent twice and none is lost, even when the state is stored and read again in between.
/// </summary>
/// <remarks>
/// An alert that an active recommendation explains is one incident for as long as the recommendation stands: it is neither resolved and
/// fired again with each day's peak, nor updated with each rise to a severity that it has had. It is repeated once a day, or every few
/// hours while it is critical.
/// </remarks>
internal sealed class AlertNotifier(
    AlertRules rules,
    AlertSubject subject,
    SubjectAlerts state,
    DateTimeOffset now,
    AdviceDirection advice = AdviceDirection.None
)
{
    // An incident that was not repeated for as many intervals is over: its alert has not fired.
    private const int QuietRepeats = 2;

    private readonly List<AlertEvent> events = [];

    public IReadOnlyList<AlertEvent> Events => events;

    public int EventCount { get; private set; } = state.EventCount;

    /// <summary>Returns the state of the alert after its notification.</summary>
    /// <param name="suppressedBy">
    /// Reason that suppresses the alert. The end of an alert that was notified is sent even so, so that no incident stays open.
    /// </param>
    public AlertState Notify(AlertCondition condition, AlertState was, AlertState after, AlertReading reading, string? suppressedBy)
    {
        var isExplained = advice.CanExplain(condition.Number);
        if (after.Level < 0)
        {
            if (isExplained && state.Clock - after.NotifiedAt < QuietRepeats * rules.ExplainedRepeat.Ticks)
            {
                return after;
            }

            if (after.NotifiedSeverity is { } open)
            {
                Add(
                    AlertEventKind.Resolved,
                    condition,
                    condition.Levels[FindLevel(condition, open)],
                    open,
                    reading,
                    open,
                    after with
                    {
                        StartedAt = was.StartedAt ?? after.StartedAt,
                    }
                );
            }

            return after with
            {
                NotifiedSeverity = null,
                StartedAt = after.Phase == AlertPhase.Quiet ? null : after.StartedAt,
            };
        }

        // An alert that is about to end is not fired, updated or repeated; only its end is sent.
        var level = condition.Levels[after.Level];
        var ends = after.Levels[after.Level].Since is not null;
        if (
            suppressedBy is not null
            || ends
            || after.Phase != AlertPhase.Firing
            || (isExplained ? SelectExplainedKind(level, after) : SelectEventKind(level, after)) is not { } kind
        )
        {
            return after;
        }

        // An incident that a recommendation explains keeps its highest severity.
        var severity = isExplained && after.NotifiedSeverity > level.Severity ? after.NotifiedSeverity.Value : level.Severity;
        Add(kind, condition, level, severity, reading, after.NotifiedSeverity, after);
        return after with { NotifiedSeverity = severity, NotifiedAt = state.Clock };
    }

    /// <summary>Resolves what was sent for conditions that the rules no longer have.</summary>
    public void CloseRemovedConditions(SubjectAlerts last) =>
        Close(
            last,
            alert => rules.Find(alert.Condition) is not { } condition || condition.SubjectKind != subject.Kind,
            "This condition is no longer in the rules."
        );

    /// <summary>Resolves what was sent for a condition that no longer applies to the subject.</summary>
    /// <param name="why">Reason for the end: a sentence for people.</param>
    public void Close(AlertState alert, string why)
    {
        if (alert.NotifiedSeverity is { } open)
        {
            Add(AlertEventKind.Resolved, alert.Condition, open, new(alert.Condition, null), open, alert, why);
        }
    }

    /// <summary>Resolves everything that was sent.</summary>
    public void CloseAll(SubjectAlerts last, string why) => Close(last, static _ => true, why);

    private void Close(SubjectAlerts last, Predicate<AlertState> which, string why)
    {
        foreach (var alert in last.Alerts.Where(alert => which(alert)))
        {
            Close(alert, why);
        }
    }

    private AlertEventKind? SelectEventKind(AlertLevel level, AlertState alert) =>
        alert.NotifiedSeverity is null ? AlertEventKind.Fired
        : alert.NotifiedSeverity != level.Severity ? AlertEventKind.Updated
        : rules.FindRepeat(level, isExplained: false) is { } after && state.Clock - alert.NotifiedAt >= after.Ticks
            ? AlertEventKind.Repeated
        : null;

    private AlertEventKind? SelectExplainedKind(AlertLevel level, AlertState alert) =>
        alert.NotifiedSeverity is null ? AlertEventKind.Fired
        : level.Severity > alert.NotifiedSeverity ? AlertEventKind.Updated
        : rules.FindRepeat(level, isExplained: true) is { } after && state.Clock - alert.NotifiedAt >= after.Ticks ? AlertEventKind.Repeated
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
        AlertSeverity severity,
        AlertReading reading,
        AlertSeverity? notifiedSeverity,
        AlertState alert
    )
    {
        var text = AlertText.Format(
            kind == AlertEventKind.Resolved ? condition.ResolvedText : condition.Text,
            condition.Number.GetUnit(),
            subject,
            level,
            reading
        );
        Add(kind, condition.Id, severity, reading, notifiedSeverity, alert, text);
    }

    private void Add(
        AlertEventKind kind,
        string condition,
        AlertSeverity severity,
        AlertReading reading,
        AlertSeverity? notifiedSeverity,
        AlertState alert,
        string text
    )
    {
        var (key, since, known) = (subject.ComputeDedupKey(condition), alert.StartedAt ?? now, rules.Find(condition));
        events.Add(
            new AlertEvent
            {
                Kind = kind,
                DedupKey = key,
                EventId = $"{key}-{since.ToUnixTimeSeconds()}-{++EventCount}",
                Subject = subject,
                Condition = condition,
                Severity = severity,
                PreviousSeverity = notifiedSeverity,
                Severities = kind is AlertEventKind.Updated or AlertEventKind.Resolved
                    ? known?.Levels.Select(level => level.Severity).ToList()
                    : null,
                Since = since,
                At = now,
                Number = reading.Number,
                Target = reading.Target,
                Text = text,
                IsFlapping = AlertLifecycle.IsFlapping(rules, alert),
                IsExplained = known is not null && advice.CanExplain(known.Number) ? true : null,
            }
        );
    }
}
