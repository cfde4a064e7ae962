using System.Net;
using Advisor.Notifications.Delivery;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Configuration;
using Advisor.Tests;

namespace Advisor.Notifications.Tests.Delivery;

/// <summary>Channels with time of their own, and secrets from a made-up environment.</summary>
internal sealed class World : IDisposable
{
    private readonly Dictionary<string, string> environment = new(StringComparer.Ordinal) { ["KEY"] = "T0P-S3CRET-key" };

    public World(string? address = null, Func<string, CancellationToken, Task<IPAddress[]>>? resolve = null)
    {
        if (address is not null)
        {
            environment["HOOK"] = address;
        }

        Channels = new AlertChannels(
            new Secrets(name => environment.GetValueOrDefault(name), vault: null),
            new DeliveryLimits { AttemptTimeout = TimeSpan.FromSeconds(30) },
            Time,
            resolve ?? ((host, cancellation) => Dns.GetHostAddressesAsync(host, cancellation)));
    }

    public static SecretReference Hook { get; } = SecretReference.Parse("env:HOOK")!;

    public static SecretReference Key { get; } = SecretReference.Parse("env:KEY")!;

    /// <summary>The waits between retries are over at once; the timeout of an attempt, 30 s, is not.</summary>
    public SteppingTime Time { get; } = new(TimeSpan.FromSeconds(25), new DateTimeOffset(2026, 3, 2, 14, 0, 0, TimeSpan.Zero));

    public AlertChannels Channels { get; }

    public AlertChannel Webhook => Channels.Webhook("ops", Hook, Key, allowPrivate: true);

    public void Set(string name, string value) => environment[name] = value;

    public void Dispose() => Channels.Dispose();

    public static Task<DeliveryReport> Send(AlertChannel channel, AlertMessage? message = null) =>
        channel.SendAsync(message ?? Samples.Fired, TestContext.Current.CancellationToken);
}
