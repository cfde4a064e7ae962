namespace Advisor.Service.Notify;

/// <summary>What became of a message at a channel.</summary>
public enum DeliveryStatus
{
    /// <summary>The receiver has it.</summary>
    Delivered,

    /// <summary>Not yet; the same may work later.</summary>
    RetryLater,

    /// <summary>The receiver will never take this message; others it may.</summary>
    Refused,

    /// <summary>The channel is unhealthy, for now or until it is repaired: notify by another one.</summary>
    ChannelUnhealthy,
}

/// <summary>The answer to one message.</summary>
/// <param name="Problem">Why it was not delivered and what to do, without any secret; null where it was.</param>
/// <param name="MayRetry">Whether sending it again later by the same channel may help.</param>
/// <param name="RetryAfter">How long the receiver asked to be left alone; null where it did not.</param>
public readonly record struct DeliveryResult(DeliveryStatus Status, string? Problem, bool MayRetry, TimeSpan? RetryAfter = null)
{
    public static DeliveryResult Delivered { get; } = new(DeliveryStatus.Delivered, null, false);

    public static DeliveryResult RetryLater(string problem, TimeSpan? retryAfter = null) =>
        new(DeliveryStatus.RetryLater, problem, true, retryAfter);

    public static DeliveryResult Refused(string problem) => new(DeliveryStatus.Refused, problem, false);

    /// <summary>The receiver does not answer now: the circuit is open.</summary>
    public static DeliveryResult CircuitOpen(string problem) => new(DeliveryStatus.ChannelUnhealthy, problem, true);

    /// <summary>The channel has to be repaired: a retry does not help.</summary>
    public static DeliveryResult ChannelUnhealthy(string problem) => new(DeliveryStatus.ChannelUnhealthy, problem, false);
}

/// <summary>A way to reach people. Expected failures are values; only cancellation and programmer errors throw.</summary>
public interface INotificationChannel
{
    /// <summary>As the settings call it; no secret.</summary>
    string Name { get; }

    /// <summary>
    /// Sends a message. The same event may come again where an answer was lost; it carries the same dedup key and event id.
    /// </summary>
    Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation);
}
