using Advisor.Core.Alerting;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>An alert event that waits to be grouped, with its row of the outbox.</summary>
internal readonly record struct WaitingAlert(OutboxItem Item, AlertEvent Alert)
{
    /// <returns>The event as a channel gets it; null when it gets none, because of its severity or because it got it before.</returns>
    public AlertEvent? FindSeen(RoutingTarget target) =>
        Item.IsFor(target.Channel)
        && AlertSeverityFilter.Apply(target.MinSeverity, Alert) is { } seen
        && (!target.OnlyResolved || seen.Kind == AlertEventKind.Resolved)
            ? seen
            : null;
}

/// <summary>
/// Rows of alerts and notices that one channel has still to get, because its messages wait in a storm and those of the team's other
/// channels do not. Pure.
/// </summary>
internal static class ChannelItems
{
    /// <summary>Returns the row for one channel, named by the row that it continues, so that a plan carried out twice writes one.</summary>
    public static OutboxItem HoldFor(this OutboxItem item, string channel) =>
        item with
        {
            Id = $"{item.Id}/{channel}",
            Target = channel,
            ETag = null,
        };

    /// <summary>Whether a channel has still to get what a row holds.</summary>
    public static bool IsFor(this OutboxItem item, string channel) =>
        item.Target.Length == 0 || string.Equals(item.Target, channel, StringComparison.OrdinalIgnoreCase);
}
