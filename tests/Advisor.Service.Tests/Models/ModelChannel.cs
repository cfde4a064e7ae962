using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Tests.Models;

/// <summary>A receiver that remembers what it has accepted, and refuses some messages for the moment.</summary>
internal sealed class ModelChannel(string name) : INotificationChannel
{
    public string Name => name;

    /// <summary>In the order in which they were accepted.</summary>
    public List<Notification> Accepted { get; } = [];

    /// <summary>Messages that it does not take.</summary>
    public int Refuses { get; set; }

    public Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
    {
        if (Refuses > 0)
        {
            Refuses--;
            return Task.FromResult(DeliveryResult.RetryLater("Busy."));
        }

        Accepted.Add(message);
        return Task.FromResult(DeliveryResult.Delivered);
    }
}
