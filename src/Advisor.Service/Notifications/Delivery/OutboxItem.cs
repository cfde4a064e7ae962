using System.Text.Json.Serialization;
using Advisor.Service.Store;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>Kind of an outbox item.</summary>
public enum OutboxKind
{
    /// <summary>Request that starts a change.</summary>
    Change,

    /// <summary>Notification to people.</summary>
    Notification,

    /// <summary>Alert event; grouped with others of its team before it is sent.</summary>
    Alert,

    /// <summary>Message in the form that one channel sends.</summary>
    Delivery,
}

/// <summary>
/// Message to send, written in the same commit as its cause. Identified by scope, creation time and id: enqueuing it again has no effect,
/// even after it was completed.
/// </summary>
public sealed record OutboxItem
{
    /// <summary><see cref="Scope"/> of messages that concern no single resource.</summary>
    public const string FleetScope = "fleet";

    /// <summary>Resource that the message concerns, or <see cref="FleetScope"/>.</summary>
    public required string Scope { get; init; }

    /// <summary>Id within the scope and instant; derived from the cause, never random.</summary>
    public required string Id { get; init; }

    /// <summary>Tick of the cause.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    public required OutboxKind Kind { get; init; }

    /// <summary>Destination: a queue, a channel or a route.</summary>
    public string Target { get; init; } = "";

    /// <summary>Key by which the receiver deduplicates; the same for every attempt.</summary>
    public required string DedupKey { get; init; }

    /// <summary>JSON text, at most 48 KB so that it fits a queue message.</summary>
    public required string Payload { get; init; }

    public int Attempts { get; init; }

    /// <summary>Time of the last attempt; null = none yet.</summary>
    public DateTimeOffset? SentAt { get; init; }

    /// <summary>Earliest time of the next attempt; null = at once.</summary>
    public DateTimeOffset? NextAttemptAt { get; init; }

    /// <summary>Reason for the last failure, without secrets.</summary>
    public string? LastError { get; init; }

    /// <summary>True where some of its recipients have it, and it is tried again for the others alone; null otherwise.</summary>
    public bool? IsPartial { get; init; }

    /// <summary>When the attempt that it is leased for was due; null = at once, or it is not leased.</summary>
    [JsonIgnore]
    public DateTimeOffset? DueAt { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    /// <summary>Whether it may be attempted, also where the last attempt was made by a clock that was ahead.</summary>
    public bool IsDue(DateTimeOffset now) => NextAttemptAt is not { } next || next <= now || WasSentAhead(now);

    /// <summary>Whether the last attempt lies so far in the future that a wrong clock must have made it.</summary>
    internal bool WasSentAhead(DateTimeOffset now) => SentAt > now + NotificationDelivery.ReportTimeout + ClockMark.Tolerance;
}
