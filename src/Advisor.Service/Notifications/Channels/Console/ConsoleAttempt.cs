using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Channels.Console;

/// <summary>Writes messages as lines of text.</summary>
/// <param name="isLog">Whether the output is a log that others can read; links with a token are then omitted.</param>
internal sealed class ConsoleAttempt(TextWriter output, bool isLog) : IDeliveryAttempt
{
    public async Task<DeliveryResult> TryAsync(Notification message, CancellationToken cancellation)
    {
        try
        {
            await output.WriteAsync(ConsoleText.Render(isLog ? RemoveLinks(message) : message).AsMemory(), cancellation);
            await output.FlushAsync(cancellation);
            return DeliveryResult.Delivered;
        }
        catch (IOException)
        {
            return DeliveryResult.ChannelUnhealthy("the output is closed.");
        }
    }

    private static Notification RemoveLinks(Notification message) =>
        message.ConvertLinks(_ => null) with
        {
            Next =
                message.ApproveLink is null && message.Lines?.Any(line => line.ApproveLink is not null) != true
                    ? message.Next
                    : "Waiting for approval. The link is not written to a log: add another channel for the team.",
        };
}
