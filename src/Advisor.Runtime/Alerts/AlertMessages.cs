using System.Globalization;
using Advisor.Core.Alerting;
using Advisor.Core.Quantities;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;

namespace Advisor.Runtime.Alerts;

/// <summary>Where messages come from: alerts, groups of them, and the service's own notices. Pure.</summary>
public static class AlertMessages
{
    private const int MostLines = 20;
    private const int MostDiffering = 3;
    private const string NoData = "noData";

    /// <summary>One alert. What only the caller knows (limit, proposal, cost, links, trend) it adds with <c>with</c>.</summary>
    public static AlertMessage Of(AlertNotification alert, string meaning) => new()
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
        Next = alert.IsFlapping ? "It came and went several times; it stays open until it has been quiet for longer." : null,
        Resources = [new AlertResource(alert.Subject.Name, alert.Subject.Region, alert.Subject.Kind == AlertSubjectKind.Resource ? alert.Subject.Id : null)],
    };

    /// <summary>One alert with everything that is known around it.</summary>
    public static AlertMessage Of(AlertReport report, MessageLinks links)
    {
        var message = Of(report.Alert, WordsOf(report.Alert.Condition));
        return message with
        {
            Limit = report.Limit,
            Done = report.Done,
            Proposal = report.Proposal,
            Cost = report.Cost,
            Next = string.Join(" ", new[] { report.Next, message.Next }.OfType<string>()) is { Length: > 0 } next ? next : null,
            TrendName = report.TrendName,
            Trend = report.Trend,
            Link = links.Details(report.Alert),
            ApproveLink = report.Alert.Kind == AlertNotificationKind.Resolved ? null : report.ApproveLink,
            SilenceLink = report.Alert.Kind == AlertNotificationKind.Resolved ? null : links.Silence(report.Alert),
            PortalLink = report.Alert.Subject.Kind == AlertSubjectKind.Resource ? links.InPortal(report.Alert.Subject.Id) : null,
        };
    }

    /// <summary>Everything of a team at once; of one alert, its own message. What surrounds the alerts is named for the first few that differ.</summary>
    /// <param name="reports">The reports of the group's notifications, by event id.</param>
    internal static AlertMessage Of(TeamMessage team, IReadOnlyDictionary<string, AlertReport> reports, MessageLinks links)
    {
        var all = team.Notifications.Select(alert => reports[alert.EventId] with { Alert = alert }).ToList();
        if (all is [var only])
        {
            return Of(only, links) with { EventId = team.MessageId };
        }

        return Of(team, WordsOf) with
        {
            Limit = Several(all, report => report.Limit),
            Done = Several(all, report => report.Done),
            Proposal = Several(all, report => report.Proposal),
            Cost = Several(all, report => report.Cost),
            Next = Several(all, report => report.Next),
            Link = links.Details(all[0].Alert),
            ApproveLink = Approval(all),
            SilenceLink = all[0].Alert.Kind == AlertNotificationKind.Resolved ? null : links.Silence(team.Notifications),
        };
    }

    /// <summary>"serverLoad" gives "Server load".</summary>
    public static string WordsOf(string condition)
    {
        var words = string.Concat(condition.Select((c, i) => char.IsUpper(c) && i > 0 ? " " + char.ToLowerInvariant(c) : c.ToString()));
        return words.Length == 0 ? words : char.ToUpperInvariant(words[0]) + words[1..];
    }

    /// <summary>
    /// Everything of a team and an interval: the worst in the title, a sentence for each line of the group. A channel that keeps an incident for each alert
    /// (PagerDuty) is given the alerts one by one instead, since a group has no end of its own.
    /// </summary>
    /// <param name="meaning">Words for the id of a condition.</param>
    public static AlertMessage Of(TeamMessage team, Func<string, string> meaning)
    {
        if (team.Notifications is [var only])
        {
            return Of(only, meaning(only.Condition)) with { EventId = team.MessageId };
        }

        var worst = team.Lines[0];
        var text = string.Join(" ", team.Lines.Take(MostLines).Select(line => Line(line, meaning) + "."));
        return new AlertMessage
        {
            Kind = worst.Kind,
            Severity = team.Severity,
            DedupKey = team.MessageId,
            EventId = team.MessageId,
            Title = Title(worst, meaning) + (team.Lines.Count > 1 ? string.Create(CultureInfo.InvariantCulture, $" and {Wording.Counted(team.Lines.Count - 1, "other alert")}") : ""),
            Text = team.Lines.Count > MostLines ? string.Create(CultureInfo.InvariantCulture, $"{text} And {Wording.Counted(team.Lines.Count - MostLines, "other alert")}.") : text,
            Since = team.Lines.Min(line => line.Since),
            At = team.Notifications.Max(alert => alert.At),
            Team = team.Team,
            Resources = [.. team.Notifications.DistinctBy(alert => alert.Subject.Id, StringComparer.OrdinalIgnoreCase).Take(20).Select(alert => new AlertResource(alert.Subject.Name, alert.Subject.Region))],
            ResourceCount = team.Notifications.Select(alert => alert.Subject.Id).Distinct(StringComparer.OrdinalIgnoreCase).Count(),
        };
    }

    /// <summary>A notice of the service with its links.</summary>
    internal static AlertMessage Of(Notification notice, MessageLinks links) => Of(notice) with
    {
        Link = links.Details(notice),
        ApproveLink = notice.Link,
        PortalLink = links.InPortal(notice.ResourceId),
    };

    /// <summary>A notice of the service: of a recommendation, an approval, a change.</summary>
    public static AlertMessage Of(Notification notice) => new()
    {
        Kind = AlertNotificationKind.Fired,
        Severity = Enum.TryParse<AlertSeverity>(notice.Severity, ignoreCase: true, out var severity) ? severity : AlertSeverity.Warning,
        DedupKey = notice.DedupKey,
        EventId = notice.DedupKey,
        Title = notice.Title,
        Text = notice.Text,
        Since = notice.At,
        At = notice.At,
        Cost = notice.Cost,
        Next = notice.Next,
        Team = notice.Team,
        Resources = notice.ResourceId is { } id ? [new AlertResource(ResourceIds.NameOf(id), null, id)] : [],
    };

    /// <summary>The question of a group that is about one resource; null where it is about several, which each have a message of their own.</summary>
    internal static Uri? Approval(IReadOnlyList<AlertReport> group) =>
        group.All(report => string.Equals(report.Alert.Subject.Id, group[0].Alert.Subject.Id, StringComparison.OrdinalIgnoreCase))
            ? group.FirstOrDefault(report => report.ApproveLink is not null && report.Alert.Kind != AlertNotificationKind.Resolved)?.ApproveLink
            : null;

    // The same for all: said once. Different: said for the first few, the worst first.
    private static string? Several(IReadOnlyList<AlertReport> reports, Func<AlertReport, string?> part)
    {
        var known = reports.Where(report => !string.IsNullOrEmpty(part(report))).ToList();
        if (known.Select(part).Distinct(StringComparer.Ordinal).Count() <= 1)
        {
            return known.Count == 0 ? null : part(known[0]);
        }

        var some = string.Join("; ", known.Take(MostDiffering).Select(report => $"{report.Alert.Subject.Name}: {part(report)}"));
        return known.Count > MostDiffering ? string.Create(CultureInfo.InvariantCulture, $"{some}; and {known.Count - MostDiffering} more") : some;
    }

    // "No data: 3 resources in northeurope"; a channel says before it whether it began or is resolved.
    private static string Title(AlertGroupLine line, Func<string, string> meaning)
    {
        var counted = line.Examples[0].Subject.Kind switch
        {
            AlertSubjectKind.Region => Wording.Counted(line.Count, "region"),
            AlertSubjectKind.Channel => Wording.Counted(line.Count, "channel"),
            AlertSubjectKind.Service => "Advisor itself",
            _ => Wording.Counted(line.Count, "resource"),
        };
        var where = line.Region is null ? "" : " in " + line.Region;
        return line.Kind == AlertNotificationKind.Resolved && line.Condition == NoData ? $"metrics are back for {counted}{where}" : $"{meaning(line.Condition)}: {counted}{where}";
    }

    private static string Line(AlertGroupLine line, Func<string, string> meaning) =>
        (line.Kind == AlertNotificationKind.Resolved ? "Resolved: " : "") + Title(line, meaning);
}
