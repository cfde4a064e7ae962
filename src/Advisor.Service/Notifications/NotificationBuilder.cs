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

    /// <summary>Creates the notification of one alert with its context and links.</summary>
    public static Notification Create(AlertEvent alert, NotificationLinks links)
    {
        var isResolved = alert.Kind == AlertEventKind.Resolved;
        var flapping = alert.IsFlapping ? "The alert is flapping: it stays open until it has been below its threshold for longer." : null;
        return new()
        {
            Kind = alert.Kind,
            Severity = alert.Severity,
            PreviousSeverity = alert.Kind == AlertEventKind.Updated ? alert.PreviousSeverity : null,
            Severities = isResolved ? alert.Severities : null,
            DedupKey = alert.DedupKey,
            EventId = alert.EventId,
            Title = $"{DescribeCondition(alert.Condition)}: {alert.Subject.Name}",
            Text = alert.Text,
            Since = alert.Since,
            At = alert.At,
            Team = alert.Subject.Team,
            Limit = alert.Limit,
            Done = alert.Done,
            Proposal = alert.Proposal,
            Cost = alert.Cost,
            Next = string.Join(" ", new[] { alert.Next, flapping }.OfType<string>()) is { Length: > 0 } next ? next : null,
            TrendName = alert.TrendName,
            Trend = alert.Trend,
            Link = links.CreateDetailsLink(alert),
            ApproveLink = isResolved ? null : alert.ApproveLink,
            SilenceLink = isResolved ? null : links.CreateSilenceLink(alert),
            PortalLink = links.CreatePortalLink(FindResourceId(alert)),
            Resources = [new NotificationResource(alert.Subject.Name, alert.Subject.Region, FindResourceId(alert))],
        };
    }

    /// <summary>
    /// Creates one notification for all alerts of a team and interval: the worst in the title, and a list of the group's lines when it has
    /// several; a single alert gets its own. When the alerts differ in context, it is given for the first few. A channel that keeps one
    /// incident per alert (PagerDuty) gets the alerts one by one instead, since a group is never resolved as a whole.
    /// </summary>
    internal static Notification Create(AlertGroup team, NotificationLinks links)
    {
        if (team.Events is [var only])
        {
            return Create(only, links) with { EventId = team.MessageId };
        }

        var (worst, hasLines) = (team.Lines[0], team.Lines.Count > 1);
        var silence = team.Events[0].Kind == AlertEventKind.Resolved ? null : links.CreateSilenceLink(team.Events);
        return new()
        {
            Kind = worst.Kind,
            Severity = team.Severity,
            DedupKey = team.MessageId,
            EventId = team.MessageId,
            Title =
                DescribeTitle(worst)
                + (hasLines ? $" and {Wording.FormatCount(team.Lines.Skip(1).Sum(line => line.Count), "other alert")}" : ""),
            Text =
                hasLines ? NotificationLine.DescribeRest(team.Lines.Count) ?? ""
                : worst.Examples is [{ Text.Length: > 0 } example, ..] ? "For example: " + example.Text
                : "",
            // Where one link silences all, a line needs none of its own.
            Lines = hasLines
                ? [.. team.Lines.Take(NotificationLine.MaxLines).Select(line => CreateLine(line, links, silence is not null))]
                : null,
            Since = team.Lines.Min(line => line.Since),
            At = team.Events.Max(alert => alert.At),
            Team = team.Team,
            Limit = GroupContext.Combine(team.Events, alert => alert.Limit),
            Done = GroupContext.Combine(team.Events, alert => alert.Done),
            Proposal = GroupContext.Combine(team.Events, alert => alert.Proposal),
            Cost = GroupContext.Combine(team.Events, alert => alert.Cost),
            Next = GroupContext.Combine(team.Events, alert => alert.Next),
            Link = IsAboutOne(team.Events) ? links.CreateDetailsLink(team.Events[0]) : links.CreateFleetLink(),
            ApproveLink = FindApprovalLink(team.Events),
            SilenceLink = silence,
            Resources =
            [
                .. team
                    .Events.DistinctBy(alert => alert.Subject.Id, StringComparer.OrdinalIgnoreCase)
                    .Take(20)
                    .Select(alert => new NotificationResource(alert.Subject.Name, alert.Subject.Region)),
            ],
            ResourceCount = team.Events.Select(alert => alert.Subject.Id).Distinct(StringComparer.OrdinalIgnoreCase).Count(),
            Alerts =
            [
                .. team
                    .Events.Take(NotificationAlert.MaxAlerts)
                    .Select(alert => new NotificationAlert(
                        alert.DedupKey,
                        alert.Kind,
                        alert.Severity,
                        alert.Condition,
                        FindResourceId(alert)
                    )),
            ],
            AlertCount = team.Events.Count,
        };
    }

    private static NotificationLine CreateLine(AlertGroupLine line, NotificationLinks links, bool isSilencedByOneLink) =>
        new(
            DescribeLine(line),
            line.Count == 1 ? links.CreateDetailsLink(line.Examples[0]) : null,
            SilenceLink: isSilencedByOneLink ? null : links.CreateSilenceLink(line)
        );

    /// <summary>Returns the words for a condition: "serverLoad" gives "Server load".</summary>
    private static string DescribeCondition(string condition)
    {
        var words = string.Concat(condition.Select((c, i) => char.IsUpper(c) && i > 0 ? " " + char.ToLowerInvariant(c) : c.ToString()));
        return words.Length == 0 ? words : char.ToUpperInvariant(words[0]) + words[1..];
    }

    private static string? FindResourceId(AlertEvent alert) => alert.Subject.Kind == AlertSubjectKind.Resource ? alert.Subject.Id : null;

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
    private static string DescribeTitle(AlertGroupLine line)
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
            : $"{DescribeCondition(line.Condition)}: {counted}{where}";
    }

    // "No data: sr-1 has had no metrics for 20 min."; "Server load: 3 resources in northeurope (sr-1, sr-2, sr-3)".
    private static string DescribeLine(AlertGroupLine line)
    {
        var prefix = line.Kind == AlertEventKind.Resolved ? "Resolved: " : "";
        if (line is { Count: 1, Examples: [{ Text.Length: > 0 } only, ..] })
        {
            var title = DescribeCondition(line.Condition);
            return only.Text.StartsWith(title, StringComparison.Ordinal) ? prefix + only.Text : $"{prefix}{title}: {only.Text}";
        }

        var names = line.Examples.Select(alert => alert.Subject.Name).Distinct(StringComparer.Ordinal).Take(MaxNames).ToList();
        return prefix + DescribeTitle(line) + (line.Count == 1 ? "" : $" ({Wording.ListFirst(names, line.Count)})");
    }
}
