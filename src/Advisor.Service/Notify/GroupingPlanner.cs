using Advisor.Configuration.Routing;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.State.Fleet;
using Advisor.State.Notifications;

namespace Advisor.Service.Notify;

/// <summary>
/// Plans the deliveries for waiting alerts and notices: the alerts of a team become one message per channel, at most one per interval;
/// channels that keep incidents get alerts one by one; notices are sent individually. Pure: the same arguments give the same deliveries.
/// </summary>
internal sealed class GroupingPlanner
{
    private const int MaxUnknownTeams = 200;

    private readonly NotificationRouting notificationRouting;
    private readonly NotificationLinks links;
    private readonly DateTimeOffset now;
    private readonly DateTimeOffset slot;
    private readonly DeliveryItems deliveries;
    private readonly List<string> sources = [];
    private readonly List<string> unknownTeams;
    private readonly Dictionary<string, DateTimeOffset> notifiedIn;
    private List<OpenSummary> summaries;
    private bool summariesChanged;

    private IReadOnlySet<string> failing = new HashSet<string>();
    private Lazy<Dictionary<Uri, AlertSeverity>> approvalLinks = new([]);

    private GroupingPlanner(
        NotificationRouting notificationRouting,
        NotificationLinks links,
        TimeSpan interval,
        GroupingMemory before,
        DateTimeOffset now
    )
    {
        (this.notificationRouting, this.links, this.now) = (notificationRouting, links, now);
        slot = AlertGrouping.FindSlot(now, interval);
        deliveries = new DeliveryItems(before.NewestDeliveryAt <= now + ClockMark.Tolerance ? before.NewestDeliveryAt : default, now);
        unknownTeams = [.. before.UnknownTeams];
        notifiedIn = before
            .LastNotified.Where(last => last.Value >= slot && last.Value <= slot + ClockMark.Tolerance)
            .ToDictionary(StringComparer.OrdinalIgnoreCase);
        summaries = [.. before.Summaries];
    }

    /// <param name="items">Waiting alerts and notices, oldest first.</param>
    /// <param name="interval">Group interval: a team gets at most one notification of alerts per interval; above zero.</param>
    /// <param name="before">Memory of the previous grouping.</param>
    /// <param name="failing">Channels whose last attempt failed; null = none. Alerts about a channel go to other channels.</param>
    /// <returns>The plan, without sources when nothing is due, and the memory to store with it.</returns>
    public static (PlannedDeliveries Plan, GroupingMemory Memory) Plan(
        IReadOnlyList<OutboxItem> items,
        NotificationRouting notificationRouting,
        NotificationLinks links,
        TimeSpan interval,
        GroupingMemory before,
        DateTimeOffset now,
        IReadOnlySet<string>? failing = null
    )
    {
        var planning = new GroupingPlanner(notificationRouting, links, interval, before, now);
        planning.failing = failing ?? planning.failing;
        planning.approvalLinks = new(() => planning.FindApprovalLinks(items.Where(item => item.Kind == OutboxKind.Alert)));
        planning.AddNotices(items.Where(item => item.Kind == OutboxKind.Notification));
        planning.AddAlerts(items.Where(item => item.Kind == OutboxKind.Alert));
        var memory = before with
        {
            NewestDeliveryAt = planning.deliveries.Newest,
            LastNotified = planning.notifiedIn,
            UnknownTeams = [.. planning.unknownTeams.TakeLast(MaxUnknownTeams)],
            Summaries = planning.summariesChanged ? planning.summaries : before.Summaries,
        };
        return (new PlannedDeliveries(planning.deliveries.All, planning.sources), memory);
    }

    private bool IsFull => sources.Count >= GroupingJournal.MaxSources || deliveries.Bytes >= GroupingJournal.MaxDeliveryBytes;

    private void AddNotices(IEnumerable<OutboxItem> items)
    {
        foreach (var item in items)
        {
            if (IsFull)
            {
                return;
            }

            sources.Add(Outbox.ComputeHash(item));
            var message = NotificationBuilder.AddLinks(NoticeItems.Parse(item.Payload) ?? CreateUnreadableNotice(item), links);
            if (
                !notificationRouting.IsExcluded(message.Topic)
                && !(
                    message.ApproveLink is { } link
                    && approvalLinks.Value.TryGetValue(link, out var severity)
                    && severity >= message.Severity
                )
            )
            {
                Route(message, FindTeam(message.Team));
            }
        }
    }

    /// <summary>
    /// Finds the approvals that an alert message of this interval requests as well, so that one message is sent instead of two; with the
    /// severity that selects its channels.
    /// </summary>
    private Dictionary<Uri, AlertSeverity> FindApprovalLinks(IEnumerable<OutboxItem> items) =>
        items
            .Select(item => AlertItems.Parse(item.Payload))
            .OfType<AlertEvent>()
            .GroupBy(report => FindGroupName(report.Subject), StringComparer.OrdinalIgnoreCase)
            .Where(group => !notifiedIn.ContainsKey(group.Key))
            .Select(group => group.ToList())
            .Where(group => NotificationBuilder.FindApprovalLink(group) is not null)
            .DistinctBy(NotificationBuilder.FindApprovalLink)
            .ToDictionary(
                group => NotificationBuilder.FindApprovalLink(group)!,
                group => group.Where(report => report.ApproveLink is not null).Max(report => report.Severity)
            );

    // A notice is never resolved: it opens an incident only when a person has to act.
    private void Route(Notification message, TeamSettings team)
    {
        foreach (
            var routingTarget in notificationRouting
                .FindTargets(team)
                .Where(t => message.Severity >= t.MinSeverity && (!t.KeepsIncidents || message.Severity >= AlertSeverity.Error))
        )
        {
            deliveries.Add(routingTarget.Channel, message.DedupKey, message);
        }
    }

    private void AddAlerts(IEnumerable<OutboxItem> items)
    {
        var read = items.Select(item => (Item: item, Report: AlertItems.Parse(item.Payload))).ToList();
        foreach (var (item, _) in read.Where(pair => pair.Report is null))
        {
            sources.Add(Outbox.ComputeHash(item));
            Route(NotificationBuilder.AddLinks(CreateUnreadableNotice(item), links), FindTeam(null));
        }

        var groups = read.Where(pair => pair.Report is not null)
            .GroupBy(pair => FindGroupName(pair.Report!.Subject), StringComparer.OrdinalIgnoreCase);
        foreach (var group in groups.OrderBy(group => group.Key, StringComparer.Ordinal))
        {
            if (!notifiedIn.ContainsKey(group.Key) && !IsFull)
            {
                AddGroup(group.Key, [.. group.Select(pair => (pair.Item, pair.Report!))], sources.Count == 0);
            }
        }
    }

    // A group is added as a whole, or to a later plan; it is split only when it fills a plan by itself.
    private void AddGroup(string name, IReadOnlyList<(OutboxItem Item, AlertEvent Report)> group, bool isFirst)
    {
        for (var most = Math.Min(group.Count, GroupingJournal.MaxSources - sources.Count); ; most /= 2)
        {
            var (count, bytes, known, open) = (deliveries.All.Count, deliveries.Bytes, unknownTeams.Count, summaries);
            Route(name, [.. group.Take(most).Select(pair => pair.Report)]);
            if (deliveries.Bytes <= GroupingJournal.MaxDeliveryBytes || (isFirst && most == 1))
            {
                sources.AddRange(group.Take(most).Select(pair => Outbox.ComputeHash(pair.Item)));
                if (most == group.Count)
                {
                    notifiedIn[name] = slot;
                }

                return;
            }

            deliveries.TruncateTo(count, bytes);
            unknownTeams.RemoveRange(known, unknownTeams.Count - known);
            summaries = open;
            if (!isFirst)
            {
                return;
            }
        }
    }

    private void Route(string name, IReadOnlyList<AlertEvent> group)
    {
        var subject = group[0].Subject;
        var routingTargets =
            subject.Kind == AlertSubjectKind.Channel
                ? notificationRouting.FindAlternatives(subject.Id, failing)
                : notificationRouting.FindTargets(FindTeam(subject.Team));
        var events = group.DistinctBy(alert => alert.EventId, StringComparer.Ordinal).ToList();
        foreach (var routingTarget in routingTargets)
        {
            var seen = events
                .Select(alert => AlertSeverityFilter.Apply(routingTarget.MinSeverity, alert))
                .OfType<AlertEvent>()
                .Where(alert => !routingTarget.OnlyResolved || alert.Kind == AlertEventKind.Resolved)
                .OrderBy(alert => alert.At)
                .ToList();
            if (seen.Count > 0 && routingTarget.KeepsIncidents)
            {
                RouteIncidents(routingTarget.Channel, name, seen);
            }
            else if (seen.Count > 0)
            {
                deliveries.Add(routingTarget.Channel, name, NotificationBuilder.Create(AlertGrouping.CreateGroup(name, seen), links));
            }
        }
    }

    private void RouteIncidents(string channel, string team, IReadOnlyList<AlertEvent> alerts)
    {
        var scope = $"{channel}/{team}";
        var open = summaries.Find(summary => summary.Scope == scope);
        var (messages, after) = new IncidentNotifications(scope, team, links, now).Create(alerts, open);
        foreach (var message in messages)
        {
            deliveries.Add(channel, message.DedupKey, message);
        }

        if ((open ?? after) is not null)
        {
            summariesChanged = true;
            summaries = [.. summaries.Where(summary => summary.Scope != scope), .. after is null ? [] : (OpenSummary[])[after]];
        }
    }

    // The "/" keeps the group of a channel's alerts distinct from team names, which are never empty before a slash.
    private string FindGroupName(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Channel ? "/" + subject.Id : notificationRouting.FindTeam(subject.Team, out _).Name;

    private TeamSettings FindTeam(string? name)
    {
        var team = notificationRouting.FindTeam(name, out var isUnknown);
        if (isUnknown && !unknownTeams.Contains(name!, StringComparer.OrdinalIgnoreCase))
        {
            unknownTeams.Add(name!);
            Route(CreateUnknownTeamNotice(name!, team.Name), team);
        }

        return team;
    }

    private Notification CreateUnknownTeamNotice(string name, string team) =>
        NoticeItems.Create(
            "unknownTeam",
            AlertSeverity.Warning,
            $"unknownTeam/{name.ToLowerInvariant()}",
            now,
            $"No team is called {name}",
            $"A resource names the team {name}, which advisor.yaml does not have. {team} is notified instead. "
                + "Add it to teams, or correct the tag advisor-team."
        ) with
        {
            Team = team,
        };

    private Notification CreateUnreadableNotice(OutboxItem item) =>
        NoticeItems.Create(
            "messageUnreadable",
            AlertSeverity.Error,
            $"messageUnreadable/{Outbox.ComputeHash(item)}",
            now,
            "A stored message cannot be read",
            $"Row {item.Id} of {item.Scope} holds no message that this version can read. "
                + $"It was written at {item.CreatedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC."
        );
}
