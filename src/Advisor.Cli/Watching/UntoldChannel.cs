using Advisor.Runtime.Service;

namespace Advisor.Cli.Watching;

/// <summary>Lets through only what the lines of the loop do not say already.</summary>
internal sealed class UntoldChannel(INotificationChannel inner) : INotificationChannel
{
    private static readonly string[] Told = ["recommendation", "approval", "changed", "changeFailed", "changeRefused"];

    public string Name => inner.Name;

    public Task<DeliveryResult> SendAsync(Notification notification, CancellationToken cancellation) =>
        Told.Contains(notification.Kind) ? Task.FromResult(DeliveryResult.Done) : inner.SendAsync(notification, cancellation);
}
