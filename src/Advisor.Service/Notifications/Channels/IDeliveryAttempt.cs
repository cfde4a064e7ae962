using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Channels;

/// <summary>
/// One attempt by one channel, without retries or timeout. Expected failures are values; only cancellation and programming errors throw.
/// </summary>
internal interface IDeliveryAttempt
{
    Task<DeliveryResult> TryAsync(Notification message, CancellationToken cancellation);
}
