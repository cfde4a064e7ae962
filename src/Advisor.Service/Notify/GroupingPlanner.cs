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
    private readonly NotificationRouting notificationRouting;
    private readonly NotificationRouter router;
    private readonly NotificationLinks links;
    private readonly AlertRules rules;
    private readonly StormPauses storms;
    private readonly DateTimeOffset now;
    private readonly DateTimeOffset slot;
    private readonly List<string> sources = [];
    private readonly Dictionary<string, DateTimeOffset> notifiedIn;
    private Lazy<Dictionary<Uri, AlertSeverity>> approvalLinks = new([]);

    private GroupingPlanner(
        NotificationRouting notificationRouting,
        NotificationRouter router,
        NotificationLinks links,
        AlertRules rules,
        GroupingMemory before,
        DateTimeOffset now
    )
    {
        (this.notificationRouting, this.router, this.links, this.rules, this.now) = (notificationRouting, router, links, rules, now);
        slot = AlertGrouping.FindSlot(now, rules.GroupInterval);
        storms = new StormPauses(before.Storms, now);
        notifiedIn = before
            .LastNotified.Where(last => last.Value >= slot && last.Value <= slot + ClockMark.Tolerance)
            .ToDictionary(StringComparer.OrdinalIgnoreCase);
    }

    /// <param name="items">Waiting alerts and notices, oldest first.</param>
    /// <param name="rules">
    /// Group interval: a team gets at most one notification of alerts per interval; interval of repeated alerts, which wait for others.
    /// </param>
    /// <param name="before">Memory of the previous grouping.</param>
    /// <param name="failing">Channels whose last attempt failed; null = none. Alerts about a channel go to other channels.</param>
    /// <returns>The plan, without sources when nothing is due, and the memory to store with it.</returns>
    public static (PlannedDeliveries Plan, GroupingMemory Memory) Plan(
        IReadOnlyList<OutboxItem> items,
        NotificationRouting notificationRouting,
        NotificationLinks links,
        AlertRules rules,
        GroupingMemory before,
        DateTimeOffset now,
        IReadOnlySet<string>? failing = null
    )
    {
        var target = new NotificationRouter(notificationRouting, links, before, failing ?? new HashSet<string>(), now);
        var planning = new GroupingPlanner(notificationRouting, target, links, rules, before, now);
        planning.approvalLinks = new(() => planning.FindApprovalLinks(items.Where(item => item.Kind == OutboxKind.Alert)));
        target.RouteSummaries();
        planning.AddNotices(items.Where(item => item.Kind == OutboxKind.Notification));
        planning.AddAlerts(items.Where(item => item.Kind == OutboxKind.Alert));
        return (
            new PlannedDeliveries(target.Deliveries, planning.sources),
            target.Remember(planning.notifiedIn) with
            {
                Storms = planning.storms.Storms,
            }
        );
    }

    private bool IsFull => sources.Count >= GroupingJournal.MaxSources || router.Bytes >= GroupingJournal.MaxDeliveryBytes;

    private void AddNotices(IEnumerable<OutboxItem> items)
    {
        var notices = new List<Notification>();
        foreach (var item in items)
        {
            if (IsFull)
            {
                break;
            }

            var message = NotificationBuilder.AddLinks(
                NoticeItems.Parse(item.Payload) ?? GroupingNotices.CreateUnreadableNotice(item, now),
                links
            );
            if (NoticeGrouping.CanCombine(message) && storms.MustWait(notificationRouting.FindTeamName(message.Team), []))
            {
                continue;
            }

            sources.Add(OutboxRows.ComputeHash(item));
            if (
                !notificationRouting.IsExcluded(message.Topic)
                && !(
                    message.ApproveLink is { } link
                    && approvalLinks.Value.TryGetValue(link, out var severity)
                    && severity >= message.Severity
                )
            )
            {
                // What is combined is small whatever its number; the others fill a plan one by one.
                if (NoticeGrouping.CanCombine(message))
                {
                    notices.Add(message);
                }
                else
                {
                    router.Route(message);
                }
            }
        }

        foreach (var notice in NoticeGrouping.Combine(notices, team => notificationRouting.FindTeamName(team)))
        {
            router.Route(notice);
            storms.Record(notificationRouting.FindTeamName(notice.Team), notice.ResourceCount ?? 1);
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
            .GroupBy(report => router.FindGroupName(report.Subject), StringComparer.OrdinalIgnoreCase)
            .Where(group => !notifiedIn.ContainsKey(group.Key))
            .Select(group => group.ToList())
            .Where(group => NotificationBuilder.FindApprovalLink(group) is not null)
            .DistinctBy(NotificationBuilder.FindApprovalLink)
            .ToDictionary(
                group => NotificationBuilder.FindApprovalLink(group)!,
                group => group.Where(report => report.ApproveLink is not null).Max(report => report.Severity)
            );

    private void AddAlerts(IEnumerable<OutboxItem> items)
    {
        var read = items.Select(item => (Item: item, Report: AlertItems.Parse(item.Payload))).ToList();
        foreach (var (item, _) in read.Where(pair => pair.Report is null))
        {
            sources.Add(OutboxRows.ComputeHash(item));
            router.Route(NotificationBuilder.AddLinks(GroupingNotices.CreateUnreadableNotice(item, now), links));
        }

        var groups = read.Where(pair => pair.Report is not null)
            .GroupBy(pair => FindGroupName(pair.Report!), StringComparer.OrdinalIgnoreCase);
        foreach (var group in groups.OrderBy(group => group.Key, StringComparer.Ordinal))
        {
            if (!notifiedIn.ContainsKey(group.Key) && !IsFull && !MustWait(group.Key, [.. group.Select(pair => pair.Report!)]))
            {
                AddGroup(group.Key, [.. group.Select(pair => (pair.Item, pair.Report!))], sources.Count == 0);
            }
        }
    }

    // Many alerts make messages rarer, unless one of the team's channels keeps incidents, which begin and end with the alerts. Repeated
    // alerts that recommendations explain wait for each other, or for anything else that happens to the team.
    private bool MustWait(string name, IReadOnlyList<AlertEvent> group)
    {
        var interval = rules.RepeatGroupInterval;
        return (storms.MustWait(name, group) && !notificationRouting.HasIncidents(group[0].Subject.Team))
            || (
                interval > TimeSpan.Zero
                && group.All(report =>
                    CanWait(report) && AlertGrouping.FindSlot(report.At, interval) == AlertGrouping.FindSlot(now, interval)
                )
            );
    }

    // What repeats is collected for all teams that share the channels of the default team because none is configured.
    private string FindGroupName(AlertEvent report) =>
        CanWait(report) ? notificationRouting.FindDigestTeam(report.Subject.Team) : router.FindGroupName(report.Subject);

    private static bool CanWait(AlertEvent report) => report is { Kind: AlertEventKind.Repeated, IsExplained: true };

    // A group is added as a whole, or to a later plan; it is split only when it fills a plan by itself.
    private void AddGroup(string name, IReadOnlyList<(OutboxItem Item, AlertEvent Report)> group, bool isFirst)
    {
        for (var maxAlerts = Math.Min(group.Count, GroupingJournal.MaxSources - sources.Count); ; maxAlerts /= 2)
        {
            var undo = router.CreateUndo();
            router.Route(name, [.. group.Take(maxAlerts).Select(pair => pair.Report)]);
            if (router.Bytes <= GroupingJournal.MaxDeliveryBytes || (isFirst && maxAlerts == 1))
            {
                sources.AddRange(group.Take(maxAlerts).Select(pair => OutboxRows.ComputeHash(pair.Item)));
                storms.Record(name, group.Select(pair => pair.Report.Subject.Id).Distinct(StringComparer.OrdinalIgnoreCase).Count());
                if (maxAlerts == group.Count)
                {
                    notifiedIn[name] = slot;
                }

                return;
            }

            undo();
            if (!isFirst)
            {
                return;
            }
        }
    }
}
