using Advisor.Configuration.Routing;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Channels of the settings. Keep it for the lifetime of the program, since it holds circuits and connections.</summary>
public sealed class NotificationChannels : IDisposable
{
    private readonly ChannelFactory channels;

    /// <param name="environment">Reads an environment variable, for references to the environment.</param>
    /// <param name="vault">Access to key vaults; null if none is configured.</param>
    /// <param name="output">Output of channels of type console.</param>
    /// <param name="isLog">Whether the output is a log that others can read, instead of a terminal.</param>
    public NotificationChannels(
        RoutingSettings settings,
        Func<string, string?> environment,
        IAzureSecrets? vault,
        TextWriter output,
        TimeProvider time,
        bool isLog = false
    )
    {
        channels = new ChannelFactory(new SecretReader(environment, vault), new DeliveryLimits(), time);
        All =
        [
            .. settings.Channels.Select(channel => channels.Create(channel, output, isLog)),
            channels.Create(new() { Name = NotificationRouting.OwnOutput, Type = ChannelType.Console }, output, isLog),
        ];
    }

    /// <summary>Channels of the settings, and the fallback: <see cref="NotificationRouting.OwnOutput"/>.</summary>
    public IReadOnlyList<NotificationChannel> All { get; }

    public void Dispose() => channels.Dispose();
}
