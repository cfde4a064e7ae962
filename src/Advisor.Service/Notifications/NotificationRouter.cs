using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Store;

namespace Advisor.Service.Notifications;

/// <summary>
/// Routes notifications to the channels of teams: one delivery per channel, alerts one by one for channels that keep incidents. A step can
/// be undone. Pure.
/// </summary>
/// <param name="failing">Channels whose last attempt failed.</param>
internal sealed class NotificationRouter(
    NotificationRouting routing,
    NotificationLinks links,
    GroupingMemory before,
    IReadOnlySet<string> failing,
    DateTimeOffset now
)
{
    private const int MaxUnknownTeams = 200;

    private readonly DeliveryItems deliveries = new(
        before.NewestDeliveryAt <= now + ClockMark.Tolerance ? before.NewestDeliveryAt : default,
        now
    );
    private readonly List<string> unknownTeams = [.. before.UnknownTeams];
    private readonly MessageCap cap = new(routing, before.Windows, now);
    private List<OpenSummary> summaries = [.. before.Summaries];
    private bool summariesChanged;

    public IReadOnlyList<OutboxItem> Deliveries => deliveries.All;

    /// <summary>Size of the deliveries, about, in bytes.</summary>
    public int Bytes => deliveries.Bytes;

    /// <summary>Returns what grouping remembers after these deliveries.</summary>
    public GroupingMemory Remember(IReadOnlyDictionary<string, DateTimeOffset> lastNotified) =>
        before with
        {
            NewestDeliveryAt = deliveries.Newest,
            LastNotified = lastNotified,
            Windows = cap.Windows,
            UnknownTeams = [.. unknownTeams.TakeLast(MaxUnknownTeams)],
            Summaries = summariesChanged ? summaries : before.Summaries,
        };

    /// <summary>Returns a function that undoes what was routed since.</summary>
    public Action CreateUndo()
    {
        var (count, bytes, known, open) = (deliveries.All.Count, deliveries.Bytes, unknownTeams.Count, summaries);
        var undoCount = cap.CreateUndo();
        return () =>
        {
            undoCount();
            deliveries.TruncateTo(count, bytes);
            unknownTeams.RemoveRange(known, unknownTeams.Count - known);
            summaries = open;
        };
    }

    /// <summary>Sends the summaries of messages that channels were not sent because of their limit.</summary>
    public void RouteSummaries()
    {
        foreach (var (channel, summary) in cap.TakeSummaries(links))
        {
            Send(channel, summary.DedupKey, summary);
        }
    }

    /// <summary>Routes a notice to its team.</summary>
    public void Route(Notification notice) => Route(notice, FindTeam(notice.Team));

    /// <summary>Routes the alerts of one group as one notification per channel.</summary>
    /// <param name="waiting">Channels whose messages wait: what they have still to get is kept for them.</param>
    public void Route(string name, IReadOnlyList<WaitingAlert> group, IReadOnlySet<string> waiting)
    {
        var subject = group[0].Alert.Subject;
        foreach (var unknown in group.Select(alert => alert.Alert.Subject.UnknownTeam).OfType<string>())
        {
            FindTeam(unknown);
        }

        foreach (var routingTarget in FindTargets(subject))
        {
            var seen = group
                .Select(alert => (alert.Item, Alert: alert.FindSeen(routingTarget)!))
                .Where(pair => pair.Alert is not null)
                .DistinctBy(pair => pair.Alert.EventId, StringComparer.Ordinal)
                .OrderBy(pair => pair.Alert.At)
                .ToList();
            List<AlertEvent> alerts = [.. seen.Select(pair => pair.Alert)];
            if (waiting.Contains(routingTarget.Channel))
            {
                seen.ForEach(pair => Hold(pair.Item, routingTarget.Channel));
            }
            else if (seen.Count > 0 && routingTarget.KeepsIncidents)
            {
                RouteIncidents(routingTarget.Channel, name, alerts);
            }
            else if (seen.Count > 0)
            {
                Send(routingTarget.Channel, name, NotificationBuilder.Create(AlertGrouping.CreateGroup(name, alerts), links));
            }
        }
    }

    /// <summary>Returns the channels of alerts about a subject.</summary>
    public IReadOnlyList<RoutingTarget> FindTargets(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Channel
            ? routing.FindAlternatives(subject.Id, failing)
            : routing.FindTargets(routing.FindTeam(subject.Team, out _));

    /// <summary>Returns the channels of a notice.</summary>
    public IEnumerable<RoutingTarget> FindTargets(Notification notice) => FindTargets(notice, routing.FindTeam(notice.Team, out _));

    /// <summary>Keeps a row for one channel, to be grouped with what follows.</summary>
    public void Hold(OutboxItem item, string channel) => deliveries.Hold(item, channel);

    private void RouteIncidents(string channel, string team, IReadOnlyList<AlertEvent> alerts)
    {
        var scope = $"{channel}/{team}";
        var open = summaries.Find(summary => summary.Scope == scope);
        var (messages, after) = new IncidentNotifications(scope, team, links, now).Create(alerts, open);
        foreach (var message in messages)
        {
            Deliver(channel, message.DedupKey, message);
        }

        if ((open ?? after) is not null)
        {
            summariesChanged = true;
            summaries = [.. summaries.Where(summary => summary.Scope != scope), .. after is null ? [] : (OpenSummary[])[after]];
        }
    }

    private IEnumerable<RoutingTarget> FindTargets(Notification notice, TeamSettings team) =>
        routing.FindTargets(team).Where(target => target.Gets(notice));

    private void Route(Notification message, TeamSettings team)
    {
        foreach (var routingTarget in FindTargets(message, team))
        {
            Send(routingTarget.Channel, message.DedupKey, message);
        }
    }

    /// <summary>Sends a message to one channel, unless its limit is reached.</summary>
    /// <param name="order">Ordering key.</param>
    public void Send(string channel, string order, Notification message)
    {
        if (routing.IsUnlimited(channel) || cap.TryCount(channel, message))
        {
            Deliver(channel, order, message);
        }
    }

    // A name that advisor.yaml does not define is not the team that is notified. Messages about a channel name that one.
    private void Deliver(string channel, string order, Notification message) =>
        deliveries.Add(
            channel,
            order,
            message.Team is null or "" or ['/', ..] ? message : message with { Team = routing.FindTeamName(message.Team) }
        );

    /// <summary>Returns the name of the group of an alert's subject: its team, or its channel.</summary>
    // The "/" keeps the group of a channel's alerts distinct from team names, which are never empty before a slash.
    public string FindGroupName(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Channel ? "/" + subject.Id : routing.FindTeam(subject.Team, out _).Name;

    /// <summary>Returns the named team, or the default team; a name that is not configured is reported once.</summary>
    public TeamSettings FindTeam(string? name)
    {
        var team = routing.FindTeam(name, out var isUnknown);
        if (isUnknown && !unknownTeams.Contains(name!, StringComparer.OrdinalIgnoreCase))
        {
            unknownTeams.Add(name!);
            Route(GroupingNotices.CreateUnknownTeamNotice(name!, team.Name, now), team);
        }

        return team;
    }
}
