namespace Advisor.Service.Notifications.Delivery;

/// <summary>Dead-lettered message: a message that could not be processed, kept unchanged for the retention period.</summary>
public sealed record DeadLetter
{
    /// <summary>Id for <see cref="DeadLetters.FindAsync"/>.</summary>
    public string Id { get; init; } = "";

    /// <summary>Queue that it came from.</summary>
    public required string Queue { get; init; }

    /// <summary>Id that the queue assigned.</summary>
    public required string MessageId { get; init; }

    /// <summary>Time at which it was enqueued, or dead-lettered if that is unknown.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Reason why it could not be processed.</summary>
    public required string Problem { get; init; }

    /// <summary>Characters of the message that were cut; normally 0, since a queue message of 48 KB fits.</summary>
    public int OmittedCharacters { get; init; }

    /// <summary>Text of the message.</summary>
    public required string Text { get; init; }

    /// <summary>Outbox item of a notification; null for a queue message.</summary>
    public DeadLetterDelivery? Delivery { get; init; }

    /// <summary>Time at which a person sent it again; null if not sent again.</summary>
    public DateTimeOffset? ResentAt { get; init; }

    /// <summary>Person who sent it again; null if not sent again.</summary>
    public string? ResentBy { get; init; }
}

/// <summary>Outbox item of a notification that could not be delivered; with the text, sufficient to send it again.</summary>
/// <param name="Target">Name of the channel.</param>
public sealed record DeadLetterDelivery(string Scope, string ItemId, string Target, string DedupKey);
