using Advisor.Notifications.Delivery;
using Advisor.Runtime.Alerts;

namespace Advisor.Notifications.Console;

/// <summary>Writes messages as lines of text.</summary>
internal sealed class ConsoleAttempt(TextWriter output) : IAttempt
{
    public async Task<DeliveryReport> TryAsync(AlertMessage message, CancellationToken cancellation)
    {
        try
        {
            await output.WriteAsync(ConsoleText.Render(message).AsMemory(), cancellation);
            await output.FlushAsync(cancellation);
            return DeliveryReport.Delivered;
        }
        catch (IOException)
        {
            return DeliveryReport.Dead("nothing reads the output.");
        }
    }
}
