using System.Globalization;

namespace Advisor.Runtime.Service;

/// <summary>Notifications as lines of text: time, severity, title, text.</summary>
public sealed class ConsoleChannel(TextWriter output) : INotificationChannel
{
    public string Name => "console";

    public async Task<DeliveryResult> SendAsync(Notification notification, CancellationToken cancellation)
    {
        var line = string.Create(
            CultureInfo.InvariantCulture,
            $"{notification.At.UtcDateTime:yyyy-MM-dd HH:mm}Z  {notification.Severity,-8} {notification.Title}. {notification.Text}");
        await output.WriteLineAsync(OneLine(line).AsMemory(), cancellation);
        return DeliveryResult.Done;
    }

    // Names and texts of the outside world: no line breaks, no codes for the terminal.
    private static string OneLine(string text) => string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));
}
