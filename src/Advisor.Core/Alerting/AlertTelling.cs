using System.Globalization;

namespace Advisor.Core.Alerting;

/// <summary>
/// Compares what is with what was told, and makes the messages in between. Nothing else makes messages: so none is made twice and none is left out,
/// wherever the state was stored and read again.
/// </summary>
internal sealed class AlertTelling(AlertRules rules, AlertSubject subject, SubjectAlerts state, DateTimeOffset now)
{
    private readonly List<AlertNotification> notifications = [];

    public IReadOnlyList<AlertNotification> Notifications => notifications;

    public int Messages { get; private set; } = state.Messages;

    /// <summary>The memory after what has to be told was told.</summary>
    /// <param name="held">What keeps it quiet. The end of something that was told is told all the same: nobody is left with an open incident.</param>
    public AlertMemory Tell(AlertCondition condition, AlertMemory was, AlertMemory after, AlertReading reading, string? held)
    {
        if (after.Level < 0)
        {
            if (after.Told is { } open)
            {
                Add(AlertNotificationKind.Resolved, condition, condition.Levels[LevelOf(condition, open)], reading, open, after with { StartedAt = was.StartedAt });
            }

            return after with { Told = null };
        }

        // What is about to end is not begun, changed or repeated: its end is told when it comes.
        var level = condition.Levels[after.Level];
        var ends = after.Levels[after.Level].Since is not null;
        if (held is not null || ends || after.Phase != AlertPhase.Firing || Kind(level, after) is not { } kind)
        {
            return after;
        }

        Add(kind, condition, level, reading, after.Told, after);
        return after with { Told = level.Severity, ToldAt = state.Clock };
    }

    /// <summary>Ends what was told of conditions that the rules no longer have.</summary>
    public void CloseThoseWithoutCondition(SubjectAlerts last) =>
        Close(last, memory => rules.Find(memory.Condition) is not { } condition || condition.About != subject.Kind, "The rules no longer have this condition.");

    /// <summary>Ends everything that was told.</summary>
    public void CloseAll(SubjectAlerts last, string why) => Close(last, static _ => true, why);

    private void Close(SubjectAlerts last, Predicate<AlertMemory> which, string why)
    {
        foreach (var memory in last.Alerts)
        {
            if (memory.Told is { } open && which(memory))
            {
                Add(AlertNotificationKind.Resolved, memory.Condition, open, new(memory.Condition, null), open, memory, why);
            }
        }
    }

    private AlertNotificationKind? Kind(AlertLevel level, AlertMemory memory) =>
        memory.Told is null ? AlertNotificationKind.Fired
        : memory.Told != level.Severity ? AlertNotificationKind.Updated
        : level.RemindAfter is { } after && state.Clock - memory.ToldAt >= after.Ticks ? AlertNotificationKind.Reminder
        : null;

    // The severity told may be one that the rules no longer have.
    private static int LevelOf(AlertCondition condition, AlertSeverity severity)
    {
        var level = condition.Levels.Count - 1;
        while (level > 0 && condition.Levels[level].Severity > severity)
        {
            level--;
        }

        return level;
    }

    private void Add(AlertNotificationKind kind, AlertCondition condition, AlertLevel level, AlertReading reading, AlertSeverity? told, AlertMemory memory)
    {
        var isOver = kind == AlertNotificationKind.Resolved;
        var text = AlertText.Of(isOver ? condition.ResolvedText : condition.Text, condition.Number.Unit(), subject, level, reading);
        Add(kind, condition.Id, isOver ? told!.Value : level.Severity, reading, told, memory, text);
    }

    private void Add(AlertNotificationKind kind, string condition, AlertSeverity severity, AlertReading reading, AlertSeverity? told, AlertMemory memory, string text)
    {
        var (key, since) = (subject.DedupKey(condition), memory.StartedAt ?? now);
        notifications.Add(new AlertNotification
        {
            Kind = kind,
            DedupKey = key,
            EventId = string.Create(CultureInfo.InvariantCulture, $"{key}-{since.ToUnixTimeSeconds()}-{++Messages}"),
            Subject = subject,
            Condition = condition,
            Severity = severity,
            PreviousSeverity = told,
            Since = since,
            At = now,
            Number = reading.Number,
            Target = reading.Target,
            Text = text,
            IsFlapping = AlertLifecycle.IsFlapping(rules, memory),
        });
    }
}
