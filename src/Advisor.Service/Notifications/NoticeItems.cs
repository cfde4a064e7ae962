using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Notifications;

/// <summary>
/// Notices about Advisor itself as rows of the outbox: written in the commit of their cause, and routed to their team later.
/// </summary>
public static class NoticeItems
{
    /// <summary>Creates a notice: a notification not caused by an alert.</summary>
    /// <param name="topic">Topic; see <see cref="Notification.Topic"/>.</param>
    /// <param name="dedupKey">Deduplication key, made of the cause, so that a cause processed twice gives one notice.</param>
    /// <param name="at">Time of the event.</param>
    /// <param name="resourceId">Resource id; null when the notice concerns no single resource.</param>
    public static Notification Create(
        string topic,
        AlertSeverity severity,
        string dedupKey,
        DateTimeOffset at,
        string title,
        string text,
        string? resourceId = null
    ) =>
        new()
        {
            Topic = topic,
            Kind = AlertEventKind.Fired,
            Severity = severity,
            DedupKey = dedupKey,
            EventId = dedupKey,
            Title = title,
            Text = text,
            Since = at,
            At = at,
            Resources = resourceId is null ? [] : [new NotificationResource(ResourceIds.GetName(resourceId), null, resourceId)],
        };

    /// <summary>Creates the notice of an error that is reported once a day while it lasts: it is dated by day.</summary>
    /// <param name="key">What it is about, within the topic.</param>
    public static Notification CreateDaily(
        string topic,
        string key,
        string title,
        string text,
        DateTimeOffset now,
        string? resourceId = null
    ) =>
        Create(
            topic,
            AlertSeverity.Error,
            $"{topic}/{key}",
            new DateTimeOffset(now.UtcDateTime.Date, TimeSpan.Zero),
            title,
            text,
            resourceId
        );

    /// <summary>
    /// Creates the outbox row of a notice, named by its deduplication key, so that a cause processed twice gives one row.
    /// </summary>
    public static OutboxItem ToItem(this Notification notice) =>
        new()
        {
            Scope = notice.Resources is [{ Id: { } id }] ? id : OutboxItem.FleetScope,
            Id = notice.DedupKey,
            CreatedAt = notice.At,
            Kind = OutboxKind.Notification,
            DedupKey = notice.DedupKey,
            Payload = JsonSerializer.Serialize(
                DeliveryItems.LimitLines(notice).ConvertLinks(AppLinks.RemoveToken),
                ServiceJsonFormat.Default.Notification
            ),
        };
}
