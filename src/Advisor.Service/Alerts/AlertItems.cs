using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Alerts;

/// <summary>
/// Alert events as rows of the outbox: written in the commit of their cause, and grouped later into one notification per team and interval.
/// </summary>
public static class AlertItems
{
    /// <summary>
    /// Creates the key under which the state and the outbox store the alerts of a subject: the resource id, or kind and name. One scope is
    /// one partition, so that the state of an alert and its events are one commit.
    /// </summary>
    public static string CreateScope(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Resource ? subject.Id : $"{subject.Kind.ToString().ToLowerInvariant()}:{subject.Id}";

    /// <summary>Creates the outbox row of an event, named by the event, so that a repeated evaluation writes the same row.</summary>
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

    /// <summary>Parses the event of a row; null when the text is not one.</summary>
    internal static AlertEvent? Parse(string payload) => ServiceJsonFormat.Default.AlertEvent.TryRead(payload);
}
