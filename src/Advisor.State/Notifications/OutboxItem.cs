using System.Text.Json.Serialization;

namespace Advisor.State.Notifications;

public enum OutboxKind
{
    /// <summary>A message that starts a change.</summary>
    Change,

    /// <summary>A message to people.</summary>
    Notification,

    /// <summary>An alert event: grouped with others of its team before it leaves.</summary>
    Alert,

    /// <summary>A message in the form that one channel sends.</summary>
    Delivery,
}

/// <summary>
/// A message that must leave, written in the same commit as its cause. Scope, creation and id name it: enqueued again it is the same item,
/// and what was completed once is never open again.
/// </summary>
public sealed record OutboxItem
{
    /// <summary>The <see cref="Scope"/> of messages that concern no single resource.</summary>
    public const string FleetScope = "fleet";

    /// <summary>The resource it concerns, or <see cref="FleetScope"/>.</summary>
    public required string Scope { get; init; }

    /// <summary>Distinguishes the items of one scope and instant: derived from the cause, never random.</summary>
    public required string Id { get; init; }

    /// <summary>The tick of its cause.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    public required OutboxKind Kind { get; init; }

    /// <summary>Where to: a queue, a channel, a route.</summary>
    public string Target { get; init; } = "";

    /// <summary>What the receiver deduplicates by; the same at every attempt.</summary>
    public required string DedupKey { get; init; }

    /// <summary>JSON text, at most 48 KB so that it fits a queue message.</summary>
    public required string Payload { get; init; }

    public int Attempts { get; init; }

    /// <summary>When it was last handed out; null = never.</summary>
    public DateTimeOffset? SentAt { get; init; }

    /// <summary>Not to be handed out before this; null = at once.</summary>
    public DateTimeOffset? NextAttemptAt { get; init; }

    /// <summary>Why the last attempt failed; never with a secret.</summary>
    public string? LastError { get; init; }

    [JsonIgnore]
    public string? ETag { get; init; }

    public bool IsDue(DateTimeOffset now) => NextAttemptAt is not { } next || next <= now;
}

/// <summary>What remains of an item: that it was enqueued, and how it ended.</summary>
public sealed record OutboxMark
{
    public required string Scope { get; init; }

    public required string Id { get; init; }

    public required DateTimeOffset CreatedAt { get; init; }

    public required OutboxKind Kind { get; init; }

    public required string DedupKey { get; init; }

    public DateTimeOffset? CompletedAt { get; init; }

    /// <summary>delivered, grouped, deadLettered or dropped; null while open.</summary>
    public string? Outcome { get; init; }

    public int Attempts { get; init; }
}
