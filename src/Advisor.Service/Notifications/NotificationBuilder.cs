using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Grouping;

namespace Advisor.Service.Notifications;

/// <summary>Builds notifications from alerts, groups of alerts, and notices. Pure.</summary>
public static class NotificationBuilder
{
    private const int MaxNames = 3;
    private const string NoData = "noData";

    /// <summary>
    /// Creates the notification of one alert. The caller adds what only it knows (limit, proposal, cost, links, trend) using <c>with</c>.
    /// </summary>
    public static Notification Create(AlertEvent alert, string meaning) =>
        new()
        {
            Kind = alert.Kind,
            Severity = alert.Severity,
            DedupKey = alert.DedupKey,
            EventId = alert.EventId,
            Title = $"{meaning}: {alert.Subject.Name}",
            Text = alert.Text,
            Since = alert.Since,
            At = alert.At,
            Team = alert.Subject.Team,
            Next = alert.IsFlapping ? "The alert is flapping: it stays open until it has been below its threshold for longer." : null,
            Resources =
            [
                new NotificationResource(
                    alert.Subject.Name,
                    alert.Subject.Region,
                    alert.Subject.Kind == AlertSubjectKind.Resource ? alert.Subject.Id : null
                ),
            ],
        };

    /// <summary>Creates the notification of one alert with its context and links.</summary>
    public static Notification Create(AlertEvent alert, NotificationLinks links)
    {
        var message = Create(alert, DescribeCondition(alert.Condition));
        var isResolved = alert.Kind == AlertEventKind.Resolved;
        return message with
        {
            Limit = alert.Limit,
            Done = alert.Done,
            Proposal = alert.Proposal,
            Cost = alert.Cost,
            Next = string.Join(" ", new[] { alert.Next, message.Next }.OfType<string>()) is { Length: > 0 } next ? next : null,
            TrendName = alert.TrendName,
            Trend = alert.Trend,
            Link = links.CreateDetailsLink(alert),
            ApproveLink = isResolved ? null : alert.ApproveLink,
            SilenceLink = isResolved ? null : links.CreateSilenceLink(alert),
            PortalLink = alert.Subject.Kind == AlertSubjectKind.Resource ? links.CreatePortalLink(alert.Subject.Id) : null,
        };
    }

    /// <summary>
    /// Creates one notification for all alerts of a team; a single alert gets its own. When the alerts differ in context, it is given for
    /// the first few.
    /// </summary>
    internal static Notification Create(AlertGroup team, NotificationLinks links)
    {
        if (team.Events is [var only])
        {
            return Create(only, links) with { EventId = team.MessageId };
        }

        var message = Create(team, DescribeCondition);
        var silence = team.Events[0].Kind == AlertEventKind.Resolved ? null : links.CreateSilenceLink(team.Events);
        return message with
        {
            Limit = GroupContext.Combine(team.Events, alert => alert.Limit),
            Done = GroupContext.Combine(team.Events, alert => alert.Done),
            Proposal = GroupContext.Combine(team.Events, alert => alert.Proposal),
            Cost = GroupContext.Combine(team.Events, alert => alert.Cost),
            Next = GroupContext.Combine(team.Events, alert => alert.Next),
            Link = IsAboutOne(team.Events) ? links.CreateDetailsLink(team.Events[0]) : links.CreateFleetLink(),
            ApproveLink = FindApprovalLink(team.Events),
            SilenceLink = silence,
            // Where one link silences all, a line needs none of its own.
            Lines = message
                .Lines?.Zip(
                    team.Lines,
                    (text, line) =>
                        text with
                        {
                            Link = line.Count == 1 ? links.CreateDetailsLink(line.Examples[0]) : null,
                            SilenceLink = silence is null ? links.CreateSilenceLink(line) : null,
                        }
                )
                .ToList(),
        };
    }

    /// <summary>Returns the words for a condition: "serverLoad" gives "Server load".</summary>
    public static string DescribeCondition(string condition)
    {
        var words = string.Concat(condition.Select((c, i) => char.IsUpper(c) && i > 0 ? " " + char.ToLowerInvariant(c) : c.ToString()));
        return words.Length == 0 ? words : char.ToUpperInvariant(words[0]) + words[1..];
    }

    /// <summary>
    /// Creates the notification of a team and interval: the worst alert in the title, and a list of the group's lines when it has several.
    /// A channel that keeps one incident per alert (PagerDuty) gets the alerts one by one instead, since a group is never resolved as a
    /// whole.
    /// </summary>
    /// <param name="meaning">Returns words for the id of a condition.</param>
    public static Notification Create(AlertGroup team, Func<string, string> meaning)
    {
        if (team.Events is [var only])
        {
            return Create(only, meaning(only.Condition)) with { EventId = team.MessageId };
        }

        var worst = team.Lines[0];
        return new Notification
        {
            Kind = worst.Kind,
            Severity = team.Severity,
            DedupKey = team.MessageId,
            EventId = team.MessageId,
            Title =
                DescribeTitle(worst, meaning)
                + (team.Lines.Count > 1 ? $" and {Wording.FormatCount(team.Lines.Skip(1).Sum(line => line.Count), "other alert")}" : ""),
            Text =
                team.Lines.Count > 1 ? NotificationLine.DescribeRest(team.Lines.Count) ?? ""
                : worst.Examples is [{ Text.Length: > 0 } example, ..] ? "For example: " + example.Text
                : "",
            Lines =
                team.Lines.Count > 1
                    ? [.. team.Lines.Take(NotificationLine.MaxLines).Select(line => new NotificationLine(DescribeLine(line, meaning)))]
                    : null,
            Since = team.Lines.Min(line => line.Since),
            At = team.Events.Max(alert => alert.At),
            Team = team.Team,
            Resources =
            [
                .. team
                    .Events.DistinctBy(alert => alert.Subject.Id, StringComparer.OrdinalIgnoreCase)
                    .Take(20)
                    .Select(alert => new NotificationResource(alert.Subject.Name, alert.Subject.Region)),
            ],
            ResourceCount = team.Events.Select(alert => alert.Subject.Id).Distinct(StringComparer.OrdinalIgnoreCase).Count(),
            Alerts = [.. team.Events.Take(NotificationAlert.MaxAlerts).Select(CreateMember)],
            AlertCount = team.Events.Count,
        };
    }

    private static NotificationAlert CreateMember(AlertEvent alert) =>
        new(
            alert.DedupKey,
            alert.Kind,
            alert.Severity,
            alert.Condition,
            alert.Subject.Kind == AlertSubjectKind.Resource ? alert.Subject.Id : null
        );

    /// <summary>Adds the links to a notice; one that is about no resource keeps the page that it names.</summary>
    internal static Notification AddLinks(Notification notice, NotificationLinks links) =>
        notice with
        {
            Link = links.CreateDetailsLink(notice) ?? notice.Link,
            PortalLink = links.CreatePortalLink(notice.Resources is [{ Id: var id }] ? id : null),
        };

    /// <summary>
    /// Returns the approval link of a group about one resource; null when it is about several, each of which has its own message.
    /// </summary>
    internal static Uri? FindApprovalLink(IReadOnlyList<AlertEvent> group) =>
        IsAboutOne(group)
            ? group.FirstOrDefault(report => report.ApproveLink is not null && report.Kind != AlertEventKind.Resolved)?.ApproveLink
            : null;

    private static bool IsAboutOne(IReadOnlyList<AlertEvent> group) =>
        group.All(report => string.Equals(report.Subject.Id, group[0].Subject.Id, StringComparison.OrdinalIgnoreCase));

    // "No data: 3 resources in northeurope", "No data: sr-1"; the channel prefixes whether it fired or was resolved.
    private static string DescribeTitle(AlertGroupLine line, Func<string, string> meaning)
    {
        var counted = line.Examples[0].Subject.Kind switch
        {
            AlertSubjectKind.Region => Wording.FormatCount(line.Count, "region"),
            AlertSubjectKind.Channel => Wording.FormatCount(line.Count, "channel"),
            AlertSubjectKind.Service => "Advisor itself",
            AlertSubjectKind.Team => Wording.FormatCount(line.Count, "team"),
            AlertSubjectKind.Fleet => line.Examples[0].Subject.Name,
            _ => line.Count == 1 ? line.Examples[0].Subject.Name : Wording.FormatCount(line.Count, "resource"),
        };
        var where = line.Region is null || line.Count == 1 ? "" : " in " + line.Region;
        return line.Kind == AlertEventKind.Resolved && line.Condition == NoData
            ? $"metrics are back for {counted}{where}"
            : $"{meaning(line.Condition)}: {counted}{where}";
    }

    // "No data: sr-1 has had no metrics for 20 min."; "Server load: 3 resources in northeurope (sr-1, sr-2, sr-3)".
    private static string DescribeLine(AlertGroupLine line, Func<string, string> meaning)
    {
        var prefix = line.Kind == AlertEventKind.Resolved ? "Resolved: " : "";
        if (line is { Count: 1, Examples: [{ Text.Length: > 0 } only, ..] })
        {
            var title = meaning(line.Condition);
            return only.Text.StartsWith(title, StringComparison.Ordinal) ? prefix + only.Text : $"{prefix}{title}: {only.Text}";
        }

        var names = line.Examples.Select(alert => alert.Subject.Name).Distinct(StringComparer.Ordinal).Take(MaxNames).ToList();
        return prefix + DescribeTitle(line, meaning) + (line.Count == 1 ? "" : $" ({Wording.ListFirst(names, line.Count)})");
    }
}
