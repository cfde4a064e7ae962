using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Alerts;

/// <summary>
/// The approvals that an alert message of this interval requests as well, so that one message is sent instead of two; with the severity
/// that selects its channels.
/// </summary>
/// <param name="items">Waiting rows.</param>
/// <param name="notifiedIn">Groups that were notified in this interval, and wait for the next.</param>
internal sealed class AlertApprovals(
    IEnumerable<OutboxItem> items,
    NotificationRouter router,
    IReadOnlyDictionary<string, DateTimeOffset> notifiedIn
)
{
    // Computed when a notice asks, before the first group is added.
    private readonly Lazy<Dictionary<Uri, AlertSeverity>> links = new(() =>
        items
            // What a single channel has still to get was requested from the others before.
            .Where(item => item is { Kind: OutboxKind.Alert, Target: "" })
            .Select(item => AlertItems.Parse(item.Payload))
            .OfType<AlertEvent>()
            .GroupBy(report => router.FindGroupName(report.Subject), StringComparer.OrdinalIgnoreCase)
            .Where(group => !notifiedIn.ContainsKey(group.Key))
            .Select(group =>
                (
                    Link: NotificationBuilder.FindApprovalLink([.. group]),
                    Severity: group.Where(report => report.ApproveLink is not null).Select(report => report.Severity).DefaultIfEmpty().Max()
                )
            )
            .Where(approval => approval.Link is not null)
            .DistinctBy(approval => approval.Link)
            .ToDictionary(approval => approval.Link!, approval => approval.Severity)
    );

    /// <summary>Whether an alert message requests the approval of a notice, at each of its channels.</summary>
    public bool Cover(Notification notice) =>
        notice.ApproveLink is { } link && links.Value.TryGetValue(link, out var severity) && severity >= notice.Severity;
}
