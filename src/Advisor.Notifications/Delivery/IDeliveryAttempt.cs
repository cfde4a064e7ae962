using Advisor.Service.Notify;

namespace Advisor.Notifications.Delivery;

/// <summary>
/// One attempt by one channel: no retries, no time limit of its own. Expected failures are values; only cancellation and programmer faults
/// throw.
/// </summary>
internal interface IDeliveryAttempt
{
    Task<DeliveryResult> TryAsync(Notification message, CancellationToken cancellation);
}
