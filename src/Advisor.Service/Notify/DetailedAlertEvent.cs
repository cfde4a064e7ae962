using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.State.Notifications;

namespace Advisor.Service.Notify;

/// <summary>
/// One thing to tell a team, with what surrounds it: written with its cause, and gathered into one message per team and interval later.
/// What is null is not known or does not apply, and is left out of the message.
/// </summary>
public sealed record DetailedAlertEvent
{
    public required AlertEvent Event { get; init; }

    /// <summary>The limit that binds, such as "server load, 70 %".</summary>
    public string? Limit { get; init; }

    /// <summary>What Advisor did.</summary>
    public string? Done { get; init; }

    /// <summary>What Advisor proposes.</summary>
    public string? Proposal { get; init; }

    /// <summary>What that costs, such as "+98.20 USD a month".</summary>
    public string? Cost { get; init; }

    /// <summary>What happens next where nobody does anything.</summary>
    public string? Next { get; init; }

    /// <summary>Where to answer the change that is proposed, as it may be stored; null where nobody is asked.</summary>
    public Uri? ApproveLink { get; init; }

    /// <summary>What <see cref="Trend"/> shows, such as "server load, 2 h".</summary>
    public string? TrendName { get; init; }

    /// <summary>Values of the recent past, oldest first, 0 or more; null where a value is missing.</summary>
    public IReadOnlyList<double?> Trend { get; init; } = [];

    public string ToJson() => JsonSerializer.Serialize(this, ServiceJsonFormat.Default.DetailedAlertEvent);

    /// <summary>The report of a row; null where the text holds none.</summary>
    public static DetailedAlertEvent? Parse(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, ServiceJsonFormat.Default.DetailedAlertEvent);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>
    /// What the state and the outbox keep the alerts of a subject under: the resource's id, or what it is and its name. One scope is one
    /// partition, so that what an alert remembers and what it tells are one commit.
    /// </summary>
    public static string CreateScope(AlertSubject subject) =>
        subject.Kind == AlertSubjectKind.Resource ? subject.Id : $"{subject.Kind.ToString().ToLowerInvariant()}:{subject.Id}";

    /// <summary>The outbox row of it: named by the event, so that an evaluation that is done again gives the same row.</summary>
    internal OutboxItem ToItem() =>
        new()
        {
            Scope = CreateScope(Event.Subject),
            Id = $"alert-{Event.EventId}",
            CreatedAt = Event.At,
            Kind = OutboxKind.Alert,
            DedupKey = Event.EventId,
            Payload = ToJson(),
        };
}
