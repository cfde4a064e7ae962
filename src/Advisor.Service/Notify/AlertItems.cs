using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.State.Notifications;

namespace Advisor.Service.Notify;

/// <summary>
/// Alert events as rows of the outbox: written with what caused them, grouped into one notification per team and interval later.
/// </summary>
public static class AlertItems
{
    /// <summary>
    /// What the state and the outbox keep the alerts of a subject under: the resource's id, or what it is and its name. One scope is one
    /// partition, so that the state of an alert and its events are one commit.
    /// </summary>
    public static string CreateScope(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Resource ? subject.Id : $"{subject.Kind.ToString().ToLowerInvariant()}:{subject.Id}";

    /// <summary>The row of an event: named by the event, so that a repeated evaluation gives the same row.</summary>
    internal static OutboxItem ToItem(this AlertEvent alert) =>
        new()
        {
            Scope = CreateScope(alert.Subject),
            Id = $"alert-{alert.EventId}",
            CreatedAt = alert.At,
            Kind = OutboxKind.Alert,
            DedupKey = alert.EventId,
            Payload = JsonSerializer.Serialize(alert, ServiceJsonFormat.Default.AlertEvent),
        };

    /// <summary>The event of a row; null where the text holds none.</summary>
    internal static AlertEvent? Parse(string payload)
    {
        try
        {
            return JsonSerializer.Deserialize(payload, ServiceJsonFormat.Default.AlertEvent);
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
