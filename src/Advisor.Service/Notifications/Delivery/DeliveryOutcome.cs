namespace Advisor.Service.Notifications.Delivery;

public enum DeliveryState
{
    Delivered,

    /// <summary>The notification was already delivered or dead-lettered, another instance is sending it, or it is not due.</summary>
    NothingToDo,

    /// <summary>An earlier notification of the same incident or team has not been delivered yet, or the channel pauses.</summary>
    Waiting,

    /// <summary>The attempt failed and is retried later.</summary>
    RetryLater,

    /// <summary>The notification was dead-lettered; the alert "delivery failing" reports it on another channel.</summary>
    DeadLettered,
}

/// <param name="Problem">Problem that prevented the delivery; null when it succeeded.</param>
/// <param name="Next">The message that waited for this one; null when there is none.</param>
public sealed record DeliveryOutcome(DeliveryState State, string? Problem = null, OutboxKey? Next = null)
{
    /// <summary>
    /// The earlier message that was sent in place of the one that was asked for, which is then <see cref="Next"/>; null when there was
    /// none.
    /// </summary>
    public OutboxKey? Earlier { get; init; }
}
