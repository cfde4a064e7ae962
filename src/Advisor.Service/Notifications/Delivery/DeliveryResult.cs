namespace Advisor.Service.Notifications.Delivery;

/// <summary>Outcome of sending a message to a channel.</summary>
public enum DeliveryStatus
{
    /// <summary>The receiver has accepted the message.</summary>
    Delivered,

    /// <summary>Not delivered yet; a retry of the same message may succeed.</summary>
    RetryLater,

    /// <summary>The receiver will never accept this message; it may accept others.</summary>
    Refused,

    /// <summary>The channel is unhealthy, temporarily or until it is repaired: use another one.</summary>
    ChannelUnhealthy,
}

/// <summary>Result of sending one message.</summary>
/// <param name="Problem">Problem that prevented the delivery and what to do, without secrets; null when it succeeded.</param>
/// <param name="RetryAfter">Wait that the receiver requested; null when it did not.</param>
public readonly record struct DeliveryResult(DeliveryStatus Status, string? Problem, TimeSpan? RetryAfter = null)
{
    /// <summary>
    /// Whether a retry must wait for the outbox, since this message alone is concerned and the receiver may have it in part; the circuit of
    /// the channel does not count it.
    /// </summary>
    public bool MustWait { get; init; }

    /// <summary>Whether some recipients have the message, and it is tried again for the others alone.</summary>
    public bool IsPartial { get; init; }

    /// <summary>
    /// Whether the receiver was not asked, since the channel pauses: the message waits, and neither it nor the channel has one failure
    /// more.
    /// </summary>
    public bool IsUntried { get; init; }

    public static DeliveryResult Delivered { get; } = new(DeliveryStatus.Delivered, null);

    public static DeliveryResult RetryLater(string problem, TimeSpan? retryAfter = null) =>
        new(DeliveryStatus.RetryLater, problem, retryAfter);

    public static DeliveryResult Refused(string problem) => new(DeliveryStatus.Refused, problem);

    public static DeliveryResult ChannelUnhealthy(string problem) => new(DeliveryStatus.ChannelUnhealthy, problem);
}

/// <summary>A channel that delivers notifications. Expected failures are values; only cancellation and programming errors throw.</summary>
public interface INotificationChannel
{
    /// <summary>Name in the settings; no secret.</summary>
    string Name { get; }

    /// <summary>
    /// Sends a message. The same event may be sent again when its answer was lost; it has the same deduplication key and event id.
    /// </summary>
    Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation);
}
