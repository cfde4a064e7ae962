using System.Net;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Notifications.Delivery;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>Channels with time of their own, and secrets from a made-up environment.</summary>
internal sealed class ChannelFixture : IDisposable
{
    private readonly Dictionary<string, string> environment = new(StringComparer.Ordinal) { ["KEY"] = "T0P-S3CRET-key" };

    /// <param name="token">Token of Advisor's own sign-in to Azure; null = it has none.</param>
    public ChannelFixture(string? address = null, Func<string, CancellationToken, Task<IPAddress[]>>? resolve = null, string? token = null)
    {
        if (address is not null)
        {
            environment["HOOK"] = address;
        }

        Secrets = new SecretReader(name => environment.GetValueOrDefault(name), token is null ? null : new SignedIn(token));
        Channels = new ChannelFactory(
            Secrets,
            Limits,
            Time,
            resolve ?? ((host, cancellation) => Dns.GetHostAddressesAsync(host, cancellation))
        );
    }

    public static SecretReference Hook { get; } = SecretReference.Parse("env:HOOK")!;

    public static SecretReference Key { get; } = SecretReference.Parse("env:KEY")!;

    public static DeliveryLimits Limits { get; } = new() { AttemptTimeout = TimeSpan.FromSeconds(30) };

    public SecretReader Secrets { get; }

    /// <summary>The waits between retries are over at once; the timeout of an attempt, 30 s, is not.</summary>
    public SteppingTime Time { get; } = new(TimeSpan.FromSeconds(25), new DateTimeOffset(2026, 3, 2, 14, 0, 0, TimeSpan.Zero));

    public ChannelFactory Channels { get; }

    public NotificationChannel Webhook => Channels.CreateWebhook("ops", Hook, Key, allowPrivate: true);

    public void Set(string name, string value) => environment[name] = value;

    public void Dispose() => Channels.Dispose();

    public static Task<DeliveryResult> Send(NotificationChannel channel, Notification? message = null) =>
        channel.SendAsync(message ?? SampleMessages.Fired, TestContext.Current.CancellationToken);

    private sealed class SignedIn(string token) : IAzureSecrets
    {
        public Task<string?> ReadAsync(Uri secret, CancellationToken cancellation) => Task.FromResult<string?>(null);

        public Task<string?> FindTokenAsync(string scope, CancellationToken cancellation) =>
            Task.FromResult<string?>($"{token} for {scope}");
    }
}
