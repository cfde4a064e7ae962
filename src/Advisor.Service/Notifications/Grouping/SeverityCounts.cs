using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>Counts the alerts of a summary incident by severity.</summary>
/// <param name="before">Counts so far; null = none are known.</param>
internal sealed class SeverityCounts(IReadOnlyDictionary<AlertSeverity, int>? before)
{
    private readonly Dictionary<AlertSeverity, int> counts = new(before ?? new Dictionary<AlertSeverity, int>());

    /// <summary>Counts an event of one of the alerts.</summary>
    /// <param name="joins">Whether the alert was not counted before.</param>
    public void Count(AlertEvent alert, bool joins)
    {
        if (!joins && alert.Kind is AlertEventKind.Updated or AlertEventKind.Resolved)
        {
            Add(alert.PreviousSeverity ?? alert.Severity, -1);
        }

        if (joins || alert.Kind == AlertEventKind.Updated)
        {
            Add(alert.Severity, 1);
        }
    }

    /// <summary>Returns the severities that some alerts have.</summary>
    public IReadOnlyDictionary<AlertSeverity, int> ToDictionary() =>
        counts.Where(pair => pair.Value > 0).ToDictionary(pair => pair.Key, pair => pair.Value);

    private void Add(AlertSeverity severity, int number) => counts[severity] = Math.Max(0, counts.GetValueOrDefault(severity) + number);
}
