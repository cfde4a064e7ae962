using Advisor.Configuration;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Approvals;
using Advisor.Service.SignedLinks;
using Advisor.Service.Silences;

namespace Advisor.Service.Notifications;

/// <summary>Creates the links of messages. Pure: the same message has the same links.</summary>
/// <param name="app">The app's own pages; null when there are none.</param>
/// <param name="portal">Portal of the cloud; null leaves its links out.</param>
public sealed class NotificationLinks(AppLinks? app, Uri? portal)
{
    /// <summary>An instance that creates no links.</summary>
    public static NotificationLinks None { get; } = new(null, null);

    public static NotificationLinks Create(AzureCloud cloud, AppLinks? app) =>
        new(
            app,
            new Uri(
                cloud switch
                {
                    AzureCloud.UsGovernment => "https://portal.azure.us",
                    AzureCloud.China => "https://portal.azure.cn",
                    _ => "https://portal.azure.com",
                }
            )
        );

    /// <summary>Returns the app's page of an alert's resource.</summary>
    internal Uri? CreateDetailsLink(AlertEvent alert) =>
        alert.Subject.Kind == AlertSubjectKind.Resource ? app?.CreateResourceLink(alert.Subject.Id, alert.At) : null;

    /// <summary>
    /// Returns the app's page of the resource that a recommendation, an approval or a change is about; null for other notices.
    /// </summary>
    internal Uri? CreateDetailsLink(Notification notice) =>
        notice is { Topic: "recommendation" or "approval" or "changed", Resources: [{ Id: { } id }] }
            ? app?.CreateResourceLink(id, notice.At)
            : null;

    /// <summary>Returns the app's page of a resource.</summary>
    internal Uri? CreateResourceLink(string resourceId, DateTimeOffset at) => app?.CreateResourceLink(resourceId, at);

    /// <summary>Returns the app's page of the fleet.</summary>
    internal Uri? CreateFleetLink() => app?.FleetLink;

    /// <summary>Returns the app's page of all pending approvals.</summary>
    internal Uri? CreateApprovalsLink() => app?.ApprovalsLink;

    /// <summary>Returns the page to silence an alert: its condition at this resource, region, channel or team.</summary>
    internal Uri? CreateSilenceLink(AlertEvent alert)
    {
        var label = alert.Subject.Kind switch
        {
            AlertSubjectKind.Resource => "resource",
            AlertSubjectKind.Channel => "channel",
            AlertSubjectKind.Team => "team",
            AlertSubjectKind.Fleet => "alert",
            _ => "region",
        };
        return
            alert.Subject.Kind != AlertSubjectKind.Service
            && alert.Subject.ListLabels(label, alert.Condition) is [{ Length: > 0 } value, ..]
            ? CreateLabelSilenceLink(alert, (label, value))
            : null;
    }

    /// <summary>Returns the page to silence several alerts of one condition for their team; null when their conditions differ.</summary>
    internal Uri? CreateSilenceLink(IReadOnlyList<AlertEvent> alerts) =>
        alerts.All(alert => (alert.Condition, alert.Subject.Team) == (alerts[0].Condition, alerts[0].Subject.Team))
        && IsOfTeam(alerts[0].Subject)
            ? CreateLabelSilenceLink(alerts[0], ("team", alerts[0].Subject.Team))
            : null;

    /// <summary>Returns the page to silence a line of a group: its condition at the resource, or in the team and region.</summary>
    internal Uri? CreateSilenceLink(AlertGroupLine line)
    {
        var first = line.Examples[0];
        return line.Kind == AlertEventKind.Resolved ? null
            : line.Count == 1 ? CreateSilenceLink(first)
            : !IsOfTeam(first.Subject) ? null
            : line.Region is { Length: > 0 } region ? CreateLabelSilenceLink(first, ("team", first.Subject.Team), ("region", region))
            : CreateLabelSilenceLink(first, ("team", first.Subject.Team));
    }

    /// <summary>Signs the links of a stored message. Tokens are created when the message is sent, and are never stored.</summary>
    internal async Task<Notification> SignAsync(Notification message, ApprovalStore store, CancellationToken cancellation)
    {
        var approvals = new Dictionary<string, ApprovalRecord?>(StringComparer.Ordinal);
        foreach (var id in message.ListLinks().Select(AppLinks.FindApprovalId).OfType<string>().Distinct(StringComparer.Ordinal))
        {
            approvals[id] = await store.FindAsync(id, cancellation);
        }

        return message.ConvertLinks(link => Sign(link, AppLinks.FindApprovalId(link) is { } id ? approvals[id] : null));
    }

    // An alert may be sent long after the approval was requested: a plan that was approved, declined or replaced meanwhile is not offered
    // again.
    private Uri? Sign(Uri link, ApprovalRecord? approval) =>
        approval is { State: not ApprovalState.Pending } ? null
        : AppLinks.IsWithoutToken(link) ? app?.AddToken(link, approval)
        : link;

    /// <summary>Returns the resource's page in the portal.</summary>
    internal Uri? CreatePortalLink(string? resourceId) =>
        portal is null || resourceId is null || !resourceId.StartsWith('/')
            ? null
            : new Uri(portal, "/#resource" + Uri.EscapeDataString(resourceId).Replace("%2F", "/", StringComparison.Ordinal) + "/overview");

    // Other alerts go to the default team and are no team's: a silence of it leaves them.
    private static bool IsOfTeam(AlertSubject subject) => subject.Kind is AlertSubjectKind.Resource or AlertSubjectKind.Team;

    private Uri? CreateLabelSilenceLink(AlertEvent alert, params (string Label, string Value)[] matchers)
    {
        var labels = new Dictionary<string, string>(StringComparer.Ordinal) { ["alert"] = alert.Condition };
        foreach (var (label, value) in matchers)
        {
            labels[label] = value;
        }

        return SilenceLabels.FindProblem(labels) is null ? app?.CreateSilenceLink(labels, alert.At) : null;
    }
}
