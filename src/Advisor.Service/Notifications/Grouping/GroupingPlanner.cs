using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;

namespace Advisor.Service.Notifications.Grouping;

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
    private readonly AlertApprovals approvals;

    private GroupingPlanner(
        NotificationRouting notificationRouting,
        NotificationRouter router,
        NotificationLinks links,
        AlertRules rules,
        GroupingMemory before,
        IReadOnlyList<OutboxItem> items,
        DateTimeOffset now
    )
    {
        (this.notificationRouting, this.router, this.links, this.rules, this.now) = (notificationRouting, router, links, rules, now);
        slot = AlertGrouping.FindSlot(now, rules.GroupInterval);
        storms = new StormPauses(before.Storms, now);
        notifiedIn = before
            .LastNotified.Where(last => last.Value >= slot && last.Value <= slot + ClockMark.Tolerance)
            .ToDictionary(StringComparer.OrdinalIgnoreCase);
        approvals = new AlertApprovals(items, router, notifiedIn);
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
        var planning = new GroupingPlanner(notificationRouting, target, links, rules, before, items, now);
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
        var notices = new List<(string Channel, Notification Notice)>();
        foreach (var item in items)
        {
            if (IsFull)
            {
                break;
            }

            var message = NotificationBuilder.AddLinks(
                DeliveryItems.ReadNotification(item) ?? GroupingNotices.CreateUnreadableNotice(item, now),
                links
            );
            var isCombined = NoticeGrouping.CanCombine(message);
            List<RoutingTarget> targets = isCombined ? [.. router.FindTargets(message).Where(target => item.IsFor(target.Channel))] : [];
            var waiting = targets.FindAll(target => storms.MustWait(target, notificationRouting.FindTeamName(message.Team), []));
            if (waiting.Count > 0 && waiting.Count == targets.Count)
            {
                continue;
            }

            sources.Add(OutboxRows.ComputeHash(item));
            if (notificationRouting.IsExcluded(message.Topic) || approvals.Cover(message))
            {
                continue;
            }

            // What is combined is small whatever its number; the others fill a plan one by one.
            if (isCombined)
            {
                message = message with { Team = router.FindTeam(message.Team).Name };
                waiting.ForEach(target => router.Hold(item, target.Channel));
                notices.AddRange(targets.Except(waiting).Select(target => (target.Channel, message)));
            }
            else
            {
                router.Route(message);
            }
        }

        foreach (var channel in notices.GroupBy(pair => pair.Channel, StringComparer.Ordinal))
        {
            foreach (var notice in NoticeGrouping.Combine(channel.Select(pair => pair.Notice), notificationRouting.FindTeamName, links))
            {
                router.Send(channel.Key, notice.DedupKey, notice);
                storms.Record(channel.Key, notificationRouting.FindTeamName(notice.Team), notice.ResourceCount ?? 1);
            }
        }
    }

    private void AddAlerts(IEnumerable<OutboxItem> items)
    {
        var read = items.Select(item => (Item: item, Report: AlertItems.Parse(item.Payload))).ToList();
        foreach (var (item, _) in read.Where(pair => pair.Report is null))
        {
            sources.Add(OutboxRows.ComputeHash(item));
            router.Route(NotificationBuilder.AddLinks(GroupingNotices.CreateUnreadableNotice(item, now), links));
        }

        var groups = read.Where(pair => pair.Report is not null)
            .Select(pair => new WaitingAlert(pair.Item, pair.Report! with { Subject = pair.Report.Subject.Route(notificationRouting) }))
            .GroupBy(waiting => FindGroupName(waiting.Alert), StringComparer.OrdinalIgnoreCase);
        foreach (var group in groups.OrderBy(group => group.Key, StringComparer.Ordinal))
        {
            if (!notifiedIn.ContainsKey(group.Key) && !IsFull && !MustWaitForOthers([.. group.Select(waiting => waiting.Alert)]))
            {
                AddGroup(group.Key, [.. group]);
            }
        }
    }

    // Repeated alerts that recommendations explain wait for each other, or for anything else that happens to the team.
    private bool MustWaitForOthers(IReadOnlyList<AlertEvent> group)
    {
        var interval = rules.RepeatGroupInterval;
        return interval > TimeSpan.Zero
            && group.All(report => CanWait(report) && AlertGrouping.FindSlot(report.At, interval) == AlertGrouping.FindSlot(now, interval));
    }

    // What repeats is collected for all teams that share the channels of the default team because none is configured.
    private string FindGroupName(AlertEvent report) =>
        CanWait(report) ? notificationRouting.FindDigestTeam(report.Subject.Team) : router.FindGroupName(report.Subject);

    private static bool CanWait(AlertEvent report) => report is { Kind: AlertEventKind.Repeated, IsExplained: true };

    // Many alerts make the messages to a channel rarer. An alert that only such channels get stays where it is; one that others get too is
    // sent to them, and kept for the channels that wait.
    private void AddGroup(string name, IReadOnlyList<WaitingAlert> group)
    {
        var targets = router.FindTargets(group[0].Alert.Subject);
        var waiting = targets
            .Where(target => storms.MustWait(target, name, group.Select(alert => alert.FindSeen(target)).OfType<AlertEvent>()))
            .Select(target => target.Channel)
            .ToHashSet(StringComparer.OrdinalIgnoreCase);
        List<WaitingAlert> due = waiting.Count == 0 ? [.. group] : [.. group.Where(alert => !IsOnlyFor(waiting, alert, targets))];
        if (due.Count > 0 && TryRoute(name, due, waiting, sources.Count == 0))
        {
            foreach (var target in targets.Where(target => !target.KeepsIncidents && !waiting.Contains(target.Channel)))
            {
                var seen = due.Select(alert => alert.FindSeen(target)?.Subject.Id).OfType<string>();
                storms.Record(target.Channel, name, seen.Distinct(StringComparer.OrdinalIgnoreCase).Count());
            }
        }
    }

    private static bool IsOnlyFor(HashSet<string> waiting, WaitingAlert alert, IEnumerable<RoutingTarget> targets)
    {
        var receivers = targets.Where(target => alert.FindSeen(target) is not null).ToList();
        return receivers.Count > 0 && receivers.TrueForAll(target => waiting.Contains(target.Channel));
    }

    // A group is added as a whole, or to a later plan; it is split only when it fills a plan by itself.
    private bool TryRoute(string name, List<WaitingAlert> group, HashSet<string> waiting, bool isFirst)
    {
        for (var maxAlerts = Math.Min(group.Count, GroupingJournal.MaxSources - sources.Count); ; maxAlerts /= 2)
        {
            var undo = router.CreateUndo();
            router.Route(name, group.GetRange(0, maxAlerts), waiting);
            if (router.Bytes <= GroupingJournal.MaxDeliveryBytes || (isFirst && maxAlerts == 1))
            {
                sources.AddRange(group.Take(maxAlerts).Select(alert => OutboxRows.ComputeHash(alert.Item)));
                if (maxAlerts == group.Count)
                {
                    notifiedIn[name] = slot;
                }

                return true;
            }

            undo();
            if (!isFirst)
            {
                return false;
            }
        }
    }
}
