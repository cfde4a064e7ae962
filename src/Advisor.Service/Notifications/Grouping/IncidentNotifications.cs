using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
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
        return ([.. singles, .. CreateForSummary(after, updates, open)], members.Count > 0 ? after : null);
    }

    private OpenSummary CreateSummary(List<AlertEvent> begun) =>
        new(scope, StateKeys.Hash($"summary\n{scope}\n{now.UtcTicks.ToString()}"), begun.Min(alert => alert.Since), new HashSet<string>());

    private Notification CreateSingle(AlertEvent alert) => NotificationBuilder.Create(alert, links);

    /// <param name="before">The summary before these updates; null when it begins with them.</param>
    private IEnumerable<Notification> CreateForSummary(OpenSummary summary, List<AlertEvent> updates, OpenSummary? before)
    {
        var count = Wording.FormatCount(summary.Members.Count, "alert");
        if (summary.Members.Count == 0)
        {
            yield return Create(
                summary,
                AlertEventKind.Resolved,
                AlertSeverity.Info,
                $"All alerts of {team} in this incident",
                "The last alert of this incident is resolved."
            );
        }
        else if (updates.Count > 0)
        {
            var message = NotificationBuilder.Create(AlertGrouping.CreateGroup(team, updates), links);
            yield return message with
            {
                Kind = before is null ? AlertEventKind.Fired : AlertEventKind.Updated,
                // The highest of all its alerts: what happens to a lesser one does not end the incident of a critical one.
                Severity = summary.Severities!.Keys.Append(message.Severity).Max(),
                DedupKey = summary.DedupKey,
                EventId = CreateId(summary),
                Since = summary.Since,
                At = now,
                Title = $"{count}, {message.Title}",
                Incident = Incident,
                Next = DescribeNext(count),
                ResourceCount = summary.Members.Count,
            };
        }
        else if (FindHighest(before) is { } highest && FindHighest(summary) is { } rest && rest < highest)
        {
            var text = $"No alert of this incident is {highest.FormatName()} any more; the highest severity is {rest.FormatName()}.";
            yield return Create(summary, AlertEventKind.Updated, rest, $"{count} of {team}", text) with
            {
                Next = DescribeNext(count),
                ResourceCount = summary.Members.Count,
            };
        }
    }

    private string Incident => $"Alerts of {team}";

    private static string DescribeNext(string count) => $"This incident covers {count} and resolves with the last of them.";

    private static AlertSeverity? FindHighest(OpenSummary? summary) =>
        summary?.Severities is { Count: > 0 } known ? known.Keys.Max() : null;

    private string CreateId(OpenSummary summary) => $"{summary.DedupKey}-{now.UtcTicks}";

    // Of the incident itself, not of what happened to its alerts.
    private Notification Create(OpenSummary summary, AlertEventKind kind, AlertSeverity severity, string title, string text) =>
        new()
        {
            Kind = kind,
            Severity = severity,
            DedupKey = summary.DedupKey,
            EventId = CreateId(summary),
            Title = title,
            Incident = Incident,
            Text = text,
            Since = summary.Since,
            At = now,
            Team = team,
        };
}
