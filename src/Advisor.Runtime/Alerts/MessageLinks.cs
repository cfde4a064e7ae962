using Advisor.Core.Alerting;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Links;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;

namespace Advisor.Runtime.Alerts;

/// <summary>Where the links of messages lead. Pure: the same message has the same links.</summary>
/// <param name="app">The app's own pages; null where it has none.</param>
/// <param name="portal">The portal of the cloud; null leaves its links out.</param>
public sealed class MessageLinks(AppLinks? app, Uri? portal)
{
    /// <summary>No links.</summary>
    public static MessageLinks None { get; } = new(null, null);

    public static MessageLinks Of(AzureCloud cloud, AppLinks? app) => new(app, new Uri(cloud switch
    {
        AzureCloud.UsGovernment => "https://portal.azure.us",
        AzureCloud.China => "https://portal.azure.cn",
        _ => "https://portal.azure.com",
    }));

    /// <summary>The app's page of an alert's resource.</summary>
    internal Uri? Details(AlertNotification alert) =>
        alert.Subject.Kind == AlertSubjectKind.Resource ? app?.ResourceLink(alert.Subject.Id, alert.At) : null;

    /// <summary>The app's page of the resource that a recommendation, a question or a change is about; null for other notices.</summary>
    internal Uri? Details(Notification notice) =>
        notice is { Kind: "recommendation" or "approval" or "changed", ResourceId: { } id } ? app?.ResourceLink(id, notice.At) : null;

    /// <summary>The page that asks for a silence of an alert: of its condition at this resource, region or channel.</summary>
    internal Uri? Silence(AlertNotification alert)
    {
        var label = alert.Subject.Kind switch { AlertSubjectKind.Resource => "resource", AlertSubjectKind.Channel => "channel", _ => "region" };
        return alert.Subject.Kind != AlertSubjectKind.Service && alert.Subject.Label(label, alert.Condition) is { Length: > 0 } value
            ? SilenceOf(alert, label, value)
            : null;
    }

    /// <summary>The same for several alerts of one condition: of this condition at the team; null where they have several.</summary>
    internal Uri? Silence(IReadOnlyList<AlertNotification> alerts) =>
        alerts.All(alert => (alert.Condition, alert.Subject.Team) == (alerts[0].Condition, alerts[0].Subject.Team)) && alerts[0].Subject.Team.Length > 0
            ? SilenceOf(alerts[0], "team", alerts[0].Subject.Team)
            : null;

    /// <summary>A message from the store with links that open: what opens them is made here, when it is sent, and stands nowhere.</summary>
    internal async Task<AlertMessage> SignedAsync(AlertMessage message, Approvals approvals, CancellationToken cancellation) => message with
    {
        Link = await SignedAsync(message.Link, approvals, cancellation),
        ApproveLink = await IsAnsweredAsync(message.ApproveLink, approvals, cancellation) ? null : await SignedAsync(message.ApproveLink, approvals, cancellation),
        SilenceLink = await SignedAsync(message.SilenceLink, approvals, cancellation),
    };

    // An alert may be sent long after its plan was asked about: what was approved, declined or replaced meanwhile is not asked again.
    private static async Task<bool> IsAnsweredAsync(Uri? link, Approvals approvals, CancellationToken cancellation) =>
        link is not null && AppLinks.ApprovalOf(link) is { } id && await approvals.FindAsync(id, cancellation) is { State: not ApprovalState.Pending };

    private async Task<Uri?> SignedAsync(Uri? link, Approvals approvals, CancellationToken cancellation) =>
        link is null || !AppLinks.IsStored(link) ? link
        : app?.WithToken(link, AppLinks.ApprovalOf(link) is { } id ? await approvals.FindAsync(id, cancellation) : null);

    /// <summary>A resource in the portal.</summary>
    internal Uri? InPortal(string? resourceId) => portal is null || resourceId is null || !resourceId.StartsWith('/')
        ? null
        : new Uri(portal, "/#resource" + Uri.EscapeDataString(resourceId).Replace("%2F", "/", StringComparison.Ordinal) + "/overview");

    private Uri? SilenceOf(AlertNotification alert, string label, string value)
    {
        var labels = new Dictionary<string, string>(StringComparer.Ordinal) { ["alert"] = alert.Condition, [label] = value };
        return SilenceLabels.Problem(labels) is null ? app?.SilenceLink(labels, alert.At) : null;
    }
}
