using System.Globalization;
using Advisor.Core.Alerting;
using Advisor.Runtime.Service;

namespace Advisor.Notifications;

/// <summary>Where messages come from: alerts, groups of them, and the service's own notices. Pure.</summary>
public static class AlertMessages
{
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
        return new AlertMessage
        {
            Kind = worst.Kind,
            Severity = team.Severity,
            DedupKey = team.MessageId,
            EventId = team.MessageId,
            Title = Line(worst, meaning) + (team.Lines.Count > 1 ? string.Create(CultureInfo.InvariantCulture, $" and {team.Lines.Count - 1} more") : ""),
            Text = string.Join(" ", team.Lines.Select(line => Line(line, meaning) + ".")),
            Since = team.Lines.Min(line => line.Since),
            At = team.Notifications.Max(alert => alert.At),
            Team = team.Team,
            Resources = [.. team.Notifications.DistinctBy(alert => alert.Subject.Id, StringComparer.OrdinalIgnoreCase).Take(20).Select(alert => new AlertResource(alert.Subject.Name, alert.Subject.Region))],
            ResourceCount = team.Notifications.Select(alert => alert.Subject.Id).Distinct(StringComparer.OrdinalIgnoreCase).Count(),
        };
    }

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
        Team = notice.Team,
        Resources = notice.ResourceId is { } id ? [new AlertResource(id[(id.LastIndexOf('/') + 1)..], null, id)] : [],
    };

    private static string Line(AlertGroupLine line, Func<string, string> meaning)
    {
        var where = line.Region is null ? "" : " in " + line.Region;
        var over = line.Kind == AlertNotificationKind.Resolved ? "over: " : "";
        return string.Create(CultureInfo.InvariantCulture, $"{over}{meaning(line.Condition)}, {line.Count}{where}");
    }
}
