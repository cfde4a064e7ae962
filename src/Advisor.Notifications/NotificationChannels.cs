using Advisor.Configuration.Routing;
using Advisor.Notifications.Delivery;
using Advisor.Service.Notify;

namespace Advisor.Notifications;

/// <summary>All channels that the settings describe. Keep it for the life of the program: circuits and connections live in it.</summary>
public sealed class NotificationChannels : IDisposable
{
    private readonly ChannelFactory channels;

    /// <param name="environment">Reads a variable, for references to the environment.</param>
    /// <param name="vault">Null where no key vault can be read.</param>
    /// <param name="output">Where channels of type console write.</param>
    /// <param name="isLog">Whether that is a log, which others read, and no terminal.</param>
    public NotificationChannels(
        RoutingSettings settings,
        Func<string, string?> environment,
        IKeyVaultSecrets? vault,
        TextWriter output,
        TimeProvider time,
        bool isLog = false
    )
    {
        channels = new ChannelFactory(new SecretReader(environment, vault), new DeliveryLimits(), time);
        All =
        [
            .. settings.Channels.Select(channel => channels.Create(channel, output, isLog)),
            channels.CreateConsole(NotificationRouting.OwnOutput, output, isLog),
        ];
    }

    /// <summary>Those of the settings, and the one of last resort: <see cref="NotificationRouting.OwnOutput"/>.</summary>
    public IReadOnlyList<NotificationChannel> All { get; }

    public void Dispose() => channels.Dispose();
}
