using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>
/// Creates the notifications for a channel that keeps incidents: one per alert while they are few. When many begin at once, one summary
/// incident covers all of them; it takes in the alerts that begin while it is open, and is resolved with the last of them. Pure.
/// </summary>
/// <param name="scope">Channel and team.</param>
internal sealed class IncidentNotifications(string scope, string team, NotificationLinks links, DateTimeOffset now)
{
    /// <summary>
    /// Maximum number of alerts of a team in one interval that each get an incident: more than a person handles one by one.
    /// </summary>
    public const int MaxSingleIncidents = 20;

    /// <param name="alerts">Alerts as the channel sees them, in the order of occurrence.</param>
    /// <param name="open">The open summary incident; null when there is none.</param>
    /// <returns>The messages in order, and the summary that is open afterwards.</returns>
    public (IReadOnlyList<Notification> Messages, OpenSummary? Open) Create(IReadOnlyList<AlertEvent> alerts, OpenSummary? open)
    {
        var begun = alerts.Where(alert => alert.Kind == AlertEventKind.Fired).ToList();
        var summary = open ?? (begun.Count > MaxSingleIncidents ? CreateSummary(begun) : null);
        if (summary is null)
        {
            return ([.. alerts.Select(CreateSingle)], null);
        }

        var members = summary.Members.ToHashSet(StringComparer.Ordinal);
        var severities = new SeverityCounts(summary.Severities);
        var (updates, singles) = (new List<AlertEvent>(), new List<Notification>());
        foreach (var alert in alerts)
        {
            var joins = alert.Kind == AlertEventKind.Fired && members.Count < GroupingJournal.MaxMembers && members.Add(alert.DedupKey);
            if (!joins && !members.Contains(alert.DedupKey))
            {
                singles.Add(CreateSingle(alert));
                continue;
            }

            severities.Count(alert, joins);
            if (alert.Kind == AlertEventKind.Resolved)
            {
                members.Remove(alert.DedupKey);
            }
            else
            {
                updates.Add(alert);
            }
        }

        var since = alerts.Select(alert => alert.Since).Append(summary.Since).Min();
        var after = summary with { Members = members, Since = since, Severities = severities.ToDictionary() };
        return ([.. singles, .. CreateForSummary(after, updates, isNew: open is null)], members.Count > 0 ? after : null);
    }

    private OpenSummary CreateSummary(List<AlertEvent> begun) =>
        new(scope, StateKeys.Hash($"summary\n{scope}\n{now.UtcTicks.ToString()}"), begun.Min(alert => alert.Since), new HashSet<string>());

    private Notification CreateSingle(AlertEvent alert) => NotificationBuilder.Create(alert, links);

    private IEnumerable<Notification> CreateForSummary(OpenSummary summary, List<AlertEvent> updates, bool isNew)
    {
        var (id, incident) = ($"{summary.DedupKey}-{now.UtcTicks}", $"Alerts of {team}");
        if (summary.Members.Count == 0)
        {
            yield return new Notification
            {
                Kind = AlertEventKind.Resolved,
                Severity = AlertSeverity.Info,
                DedupKey = summary.DedupKey,
                EventId = id,
                Title = $"All alerts of {team} in this incident",
                Incident = incident,
                Text = "The last alert of this incident is resolved.",
                Since = summary.Since,
                At = now,
                Team = team,
            };
        }
        else if (updates.Count > 0)
        {
            var message = NotificationBuilder.Create(AlertGrouping.CreateGroup(team, updates), links);
            yield return message with
            {
                Kind = isNew ? AlertEventKind.Fired : AlertEventKind.Updated,
                // The highest of all its alerts: what happens to a lesser one does not end the incident of a critical one.
                Severity = summary.Severities!.Keys.Append(message.Severity).Max(),
                DedupKey = summary.DedupKey,
                EventId = id,
                Since = summary.Since,
                At = now,
                Title = $"{Wording.FormatCount(summary.Members.Count, "alert")}, {message.Title}",
                Incident = incident,
                Next = $"This incident covers {Wording.FormatCount(summary.Members.Count, "alert")} and resolves with the last of them.",
                ResourceCount = summary.Members.Count,
            };
        }
    }
}
