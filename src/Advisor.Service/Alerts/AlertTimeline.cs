using Advisor.Core.Alerting;
using Advisor.Service.Store;
using Advisor.Service.Timeline;

namespace Advisor.Service.Alerts;

/// <summary>Adds alert events to the timeline, in the commit of the alerts' state.</summary>
internal static class AlertTimeline
{
    /// <summary>Adds events to the timeline and to the outbox.</summary>
    public static void Add(this ResourceCommit commit, IEnumerable<AlertEvent> events)
    {
        foreach (var alert in events)
        {
            Record(commit, alert);
            commit.Enqueue(alert.ToItem());
        }
    }

    /// <summary>
    /// Adds an event, unless it only repeats an earlier one. Of an incident that lasts for days because a recommendation explains it, each
    /// day is an event.
    /// </summary>
    private static void Record(ResourceCommit commit, AlertEvent alert)
    {
        if (alert is { Kind: AlertEventKind.Repeated, IsExplained: not true })
        {
            return;
        }

        commit.Record(
            new TimelineEvent
            {
                Scope = AlertItems.CreateScope(alert.Subject),
                At = alert.At,
                Alert = new TimelineAlert
                {
                    DedupKey = alert.DedupKey,
                    Kind = alert.Kind,
                    Condition = alert.Condition,
                    Severity = alert.Severity,
                    SubjectKind = alert.Subject.Kind,
                    SubjectName = alert.Subject.Name,
                    Team = alert.Subject.Team,
                    Since = alert.Since,
                    Text = alert.Text,
                },
            },
            alert.EventId
        );
    }
}
