using Advisor.Core.Alerting;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>
/// From what happened to what leaves: the alerts of a team as one message for each of its channels, in an interval one at most; alert by alert for channels
/// that keep incidents; notices by themselves. Pure: the same arguments give the same deliveries.
/// </summary>
internal sealed class GatherPlanning
{
    private const int MostStrangers = 200;

    private readonly Routing routing;
    private readonly MessageLinks links;
    private readonly TimeSpan interval;
    private readonly DateTimeOffset now;
    private readonly DateTimeOffset slot;
    private readonly DeliveryItems deliveries;
    private readonly List<string> sources = [];
    private readonly List<string> strangers;
    private readonly Dictionary<string, DateTimeOffset> toldIn;
    private List<OpenSummary> summaries;
    private bool summariesChanged;

    private IReadOnlySet<string> failing = new HashSet<string>();
    private Lazy<Dictionary<Uri, AlertSeverity>> asked = new([]);

    private GatherPlanning(Routing routing, MessageLinks links, TimeSpan interval, GatherMemory before, DateTimeOffset now)
    {
        (this.routing, this.links, this.interval, this.now) = (routing, links, interval, now);
        slot = AlertGroups.SlotOf(now, interval);
        deliveries = new DeliveryItems(before.Newest <= now + ClockMark.Tolerance ? before.Newest : default, now);
        strangers = [.. before.Strangers];
        toldIn = before.ToldIn.Where(told => told.Value >= slot && told.Value <= slot + ClockMark.Tolerance)
            .ToDictionary(StringComparer.OrdinalIgnoreCase);
        summaries = [.. before.Summaries];
    }

    /// <param name="items">Alerts and notices that wait, the oldest first.</param>
    /// <param name="interval">A team is told of alerts once in an interval; above zero.</param>
    /// <param name="before">What the pass before left.</param>
    /// <param name="failing">Channels whose last attempt failed; null = none. Trouble of a channel is told by others.</param>
    /// <returns>A plan without sources where nothing is to be done now, and what to remember with it.</returns>
    public static (GatherPlan Plan, GatherMemory Memory) Of(
        IReadOnlyList<OutboxItem> items, Routing routing, MessageLinks links, TimeSpan interval, GatherMemory before, DateTimeOffset now, IReadOnlySet<string>? failing = null)
    {
        var planning = new GatherPlanning(routing, links, interval, before, now);
        planning.failing = failing ?? planning.failing;
        planning.asked = new(() => planning.AskedByAlerts(items.Where(item => item.Kind == OutboxKind.Alert)));
        planning.TakeNotices(items.Where(item => item.Kind == OutboxKind.Notification));
        planning.TakeAlerts(items.Where(item => item.Kind == OutboxKind.Alert));
        var memory = before with
        {
            Newest = planning.deliveries.Newest,
            ToldIn = planning.toldIn,
            Strangers = [.. planning.strangers.TakeLast(MostStrangers)],
            Summaries = planning.summariesChanged ? planning.summaries : before.Summaries,
        };
        return (new GatherPlan(planning.deliveries.All, planning.sources), memory);
    }

    private bool IsFull => sources.Count >= GatherJournal.MostSources || deliveries.Bytes >= GatherJournal.MostDeliveryBytes;

    private void TakeNotices(IEnumerable<OutboxItem> items)
    {
        foreach (var item in items)
        {
            if (IsFull)
            {
                return;
            }

            sources.Add(Outbox.HashOf(item));
            var notice = Notification.Parse(item.Payload) ?? Unreadable(item);
            var message = AlertMessages.Of(notice, links);
            if (!routing.IsUnsaid(notice.Kind) && !(message.ApproveLink is { } link && asked.Value.TryGetValue(link, out var severity) && severity >= message.Severity))
            {
                Tell(message, Receivers(notice.Team));
            }
        }
    }

    /// <summary>Questions that the message of an alert of this interval asks as well: one message, not two. With the severity that decides who gets it.</summary>
    private Dictionary<Uri, AlertSeverity> AskedByAlerts(IEnumerable<OutboxItem> items) => items
        .Select(item => AlertReport.Parse(item.Payload)).OfType<AlertReport>()
        .GroupBy(report => NameOf(report.Alert.Subject), StringComparer.OrdinalIgnoreCase)
        .Where(group => !toldIn.ContainsKey(group.Key))
        .Select(group => group.ToList())
        .Where(group => AlertMessages.Approval(group) is not null).DistinctBy(AlertMessages.Approval)
        .ToDictionary(
            group => AlertMessages.Approval(group)!,
            group => group.Where(report => report.ApproveLink is not null).Max(report => report.Alert.Severity));

    // A notice has no end: it opens an incident only where somebody has to act.
    private void Tell(AlertMessage message, TeamSettings team)
    {
        foreach (var target in routing.TargetsOf(team).Where(t => message.Severity >= t.Least && (!t.KeepsIncidents || message.Severity >= AlertSeverity.Error)))
        {
            deliveries.Add(target.Channel, message.DedupKey, message);
        }
    }

    private void TakeAlerts(IEnumerable<OutboxItem> items)
    {
        var read = items.Select(item => (Item: item, Report: AlertReport.Parse(item.Payload))).ToList();
        foreach (var (item, _) in read.Where(pair => pair.Report is null))
        {
            sources.Add(Outbox.HashOf(item));
            Tell(AlertMessages.Of(Unreadable(item), links), Receivers(null));
        }

        var groups = read.Where(pair => pair.Report is not null).GroupBy(pair => NameOf(pair.Report!.Alert.Subject), StringComparer.OrdinalIgnoreCase);
        foreach (var group in groups.OrderBy(group => group.Key, StringComparer.Ordinal))
        {
            if (!toldIn.ContainsKey(group.Key) && !IsFull)
            {
                TakeGroup(group.Key, [.. group.Select(pair => (pair.Item, pair.Report!))], sources.Count == 0);
            }
        }
    }

    // Whole, or with a later plan; a part of it only where it fills a plan by itself.
    private void TakeGroup(string name, IReadOnlyList<(OutboxItem Item, AlertReport Report)> group, bool isFirst)
    {
        for (var most = Math.Min(group.Count, GatherJournal.MostSources - sources.Count); ; most /= 2)
        {
            var (count, bytes, known, open) = (deliveries.All.Count, deliveries.Bytes, strangers.Count, summaries);
            Tell(name, [.. group.Take(most).Select(pair => pair.Report)]);
            if (deliveries.Bytes <= GatherJournal.MostDeliveryBytes || (isFirst && most == 1))
            {
                sources.AddRange(group.Take(most).Select(pair => Outbox.HashOf(pair.Item)));
                if (most == group.Count)
                {
                    toldIn[name] = slot;
                }

                return;
            }

            deliveries.Undo(count, bytes);
            strangers.RemoveRange(known, strangers.Count - known);
            summaries = open;
            if (!isFirst)
            {
                return;
            }
        }
    }

    private void Tell(string name, IReadOnlyList<AlertReport> group)
    {
        var subject = group[0].Alert.Subject;
        var targets = subject.Kind == AlertSubjectKind.Channel ? routing.AroundOf(subject.Id, failing) : routing.TargetsOf(Receivers(subject.Team));
        var reports = group.DistinctBy(report => report.Alert.EventId, StringComparer.Ordinal).ToDictionary(report => report.Alert.EventId, StringComparer.Ordinal);
        foreach (var target in targets)
        {
            var seen = reports.Values.Select(report => AlertAsSeen.From(target.Least, report.Alert)).OfType<AlertNotification>()
                .Where(alert => !target.OnlyEnds || alert.Kind == AlertNotificationKind.Resolved).OrderBy(alert => alert.At).ToList();
            if (seen.Count > 0 && target.KeepsIncidents)
            {
                TellOneByOne(target.Channel, name, seen, reports);
            }
            else if (seen.Count > 0)
            {
                deliveries.Add(target.Channel, name, AlertMessages.Of(AlertGroups.Together(name, seen, interval), reports, links));
            }
        }
    }

    private void TellOneByOne(string channel, string team, IReadOnlyList<AlertNotification> alerts, IReadOnlyDictionary<string, AlertReport> reports)
    {
        var scope = $"{channel}/{team}";
        var open = summaries.Find(summary => summary.Scope == scope);
        var (messages, after) = new IncidentEvents(scope, team, reports, links, now).Of(alerts, open);
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

    // What the trouble of a channel is gathered under is no team's name: those are not empty before the slash.
    private string NameOf(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Channel ? "/" + subject.Id : routing.TeamOf(subject.Team, out _).Name;

    private TeamSettings Receivers(string? name)
    {
        var team = routing.TeamOf(name, out var isStranger);
        if (isStranger && !strangers.Contains(name!, StringComparer.OrdinalIgnoreCase))
        {
            strangers.Add(name!);
            Tell(AlertMessages.Of(Stranger(name!, team.Name)), team);
        }

        return team;
    }

    private Notification Stranger(string name, string team) => new()
    {
        Kind = "unknownTeam",
        Severity = "warning",
        Title = $"No team is called {name}",
        Text = $"A resource names the team {name}, which advisor.yaml does not have. {team} is notified instead. Add it to teams, or correct the tag advisor-team.",
        At = now,
        DedupKey = $"unknownTeam/{name.ToLowerInvariant()}",
        Team = team,
    };

    private Notification Unreadable(OutboxItem item) => new()
    {
        Kind = "messageUnreadable",
        Severity = "error",
        Title = "A stored message cannot be read",
        Text = $"Row {item.Id} of {item.Scope} holds no message that this version knows. It was written at {item.CreatedAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC.",
        At = now,
        DedupKey = $"messageUnreadable/{Outbox.HashOf(item)}",
    };
}
