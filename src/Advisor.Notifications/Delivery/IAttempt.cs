using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Delivery;

/// <summary>One attempt by one channel: no retries, no time limit of its own. Expected failures are values; only cancellation and programmer faults throw.</summary>
internal interface IAttempt
{
    Task<DeliveryReport> TryAsync(AlertMessage message, CancellationToken cancellation);
}
