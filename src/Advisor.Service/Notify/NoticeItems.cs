using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.SignedLinks;
using Advisor.State.Notifications;

namespace Advisor.Service.Notify;

/// <summary>Notices of Advisor itself as rows of the outbox: written with what caused them, routed to their team later.</summary>
public static class NoticeItems
{
    /// <summary>A notice: a notification that no alert caused.</summary>
    /// <param name="topic">What it is about; see <see cref="Notification.Topic"/>.</param>
    /// <param name="dedupKey">Made of its cause, so that a cause that is worked on twice gives one notice.</param>
    /// <param name="at">When it happened.</param>
    /// <param name="resourceId">Null where it concerns no single resource.</param>
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

    /// <summary>The row of a notice: named by its deduplication key, so that a cause that is worked on twice gives one row.</summary>
    public static OutboxItem ToItem(this Notification notice) =>
        new()
        {
            Scope = notice.Resources is [{ Id: { } id }] ? id : OutboxItem.FleetScope,
            Id = notice.DedupKey,
            CreatedAt = notice.At,
            Kind = OutboxKind.Notification,
            DedupKey = notice.DedupKey,
            Payload = JsonSerializer.Serialize(
                notice with
                {
                    ApproveLink = notice.ApproveLink is { } link ? AppLinks.RemoveToken(link) : null,
                },
                ServiceJsonFormat.Default.Notification
            ),
        };

    /// <summary>The notice of a row; null where the text holds none.</summary>
    internal static Notification? Parse(string payload)
    {
        try
        {
            return JsonSerializer.Deserialize(payload, ServiceJsonFormat.Default.Notification);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
