using System.Net;
using Advisor.Configuration.Routing;
using Advisor.Notifications.Console;
using Advisor.Notifications.Delivery;
using Advisor.Notifications.Email;
using Advisor.Notifications.PagerDuty;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Notifications.Webhook;
using Advisor.Service.Notify;

namespace Advisor.Notifications;

/// <summary>Makes channels, which share connections and lookups of secrets. Keep one for the life of the program.</summary>
public sealed class ChannelFactory : IDisposable
{
    private readonly SecretReader secretReader;
    private readonly DeliveryLimits limits;
    private readonly TimeProvider time;
    private readonly HttpClient internet;
    private readonly HttpClient unrestricted;

    public ChannelFactory(SecretReader secretReader, DeliveryLimits limits, TimeProvider time)
        : this(secretReader, limits, time, (host, cancellation) => Dns.GetHostAddressesAsync(host, cancellation)) { }

    internal ChannelFactory(
        SecretReader secretReader,
        DeliveryLimits limits,
        TimeProvider time,
        Func<string, CancellationToken, Task<IPAddress[]>> resolve
    )
    {
        (this.secretReader, this.limits, this.time) = (secretReader, limits, time);
        internet = CreateClient(resolve, allowAny: false);
        unrestricted = CreateClient(resolve, allowAny: true);
    }

    /// <param name="address">Where the address of the Workflows webhook is kept: it is a secret.</param>
    /// <param name="allowPrivate">
    /// Allows addresses that are not of the internet, and plain http; for receivers of one's own network.
    /// </param>
    public NotificationChannel CreateTeams(string name, SecretReference address, bool allowPrivate = false) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(
                address,
                null,
                null,
                (message, _, _) => new ChannelRequest(TeamsCard.Render(message)),
                TeamsAnswer.Read
            ),
            allowPrivate
        );

    /// <param name="address">Where the address of the incoming webhook is kept: it is a secret.</param>
    public NotificationChannel CreateSlack(string name, SecretReference address, bool allowPrivate = false) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(
                address,
                null,
                null,
                (message, _, _) => new ChannelRequest(SlackBlocks.Render(message)),
                SlackAnswer.Read
            ),
            allowPrivate
        );

    /// <param name="routingKey">Where the integration's key is kept.</param>
    /// <param name="address">Another address than PagerDuty's usual one, such as that of its European region; null: the usual one.</param>
    public NotificationChannel CreatePagerDuty(string name, SecretReference routingKey, Uri? address = null, bool allowPrivate = false) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(
                null,
                address ?? PagerDutyEvent.Address,
                routingKey,
                (message, key, _) => new ChannelRequest(PagerDutyEvent.Render(message, key)),
                PagerDutyAnswer.Read
            ),
            allowPrivate
        );

    /// <param name="address">Where the receiver's address is kept.</param>
    /// <param name="signingKey">Where the key is kept that signs each request; null = they are not signed.</param>
    public NotificationChannel CreateWebhook(
        string name,
        SecretReference address,
        SecretReference? signingKey,
        bool allowPrivate = false
    ) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(
                address,
                null,
                signingKey,
                signingKey is null ? CreateUnsigned : CreateSigned,
                _ => DeliveryResult.Delivered
            ),
            allowPrivate
        );

    public NotificationChannel CreateEmail(string name, EmailSettings settings) => Create(name, new SmtpAttempt(settings, secretReader));

    /// <param name="isLog">Whether the output is a log, which others read: links that open something are left out there.</param>
    public NotificationChannel CreateConsole(string name, TextWriter output, bool isLog = false) =>
        Create(name, new ConsoleAttempt(output, isLog));

    public void Dispose()
    {
        internet.Dispose();
        unrestricted.Dispose();
    }

    /// <summary>The channel that the settings describe.</summary>
    /// <param name="output">Where channels of type console write.</param>
    /// <param name="isLog">Whether that is a log, which others read.</param>
    public NotificationChannel Create(ChannelSettings settings, TextWriter output, bool isLog = false) =>
        settings.Type switch
        {
            ChannelType.Teams => CreateTeams(settings.Name, Require(settings.Address), settings.AllowPrivate),
            ChannelType.Slack => CreateSlack(settings.Name, Require(settings.Address), settings.AllowPrivate),
            ChannelType.PagerDuty => CreatePagerDuty(settings.Name, Require(settings.Key), settings.Endpoint, settings.AllowPrivate),
            ChannelType.Webhook => CreateWebhook(settings.Name, Require(settings.Address), settings.Key, settings.AllowPrivate),
            ChannelType.Email => CreateEmail(settings.Name, Require(settings.Email)),
            _ => CreateConsole(settings.Name, output, isLog),
        };

    // The loader lets no channel through without what its type needs.
    private static T Require<T>(T? part)
        where T : class => part ?? throw new ArgumentException("The settings of the channel lack what its type needs.", nameof(part));

    private static ChannelRequest CreateUnsigned(Notification message, string key, DateTimeOffset at) =>
        new(CloudEvent.Render(message), CloudEvent.ContentType);

    private static ChannelRequest CreateSigned(Notification message, string key, DateTimeOffset at)
    {
        var body = CloudEvent.Render(message);
        return new ChannelRequest(body, CloudEvent.ContentType)
        {
            Headers = WebhookSignature.CreateHeaders(key, message.EventId, at, body),
        };
    }

    // The channel owns the time limit.
#pragma warning disable CA2000 // the client disposes of its handler
    private static HttpClient CreateClient(Func<string, CancellationToken, Task<IPAddress[]>> resolve, bool allowAny) =>
        new(PublicConnections.CreateHandler(resolve, allowAny), disposeHandler: true) { Timeout = Timeout.InfiniteTimeSpan };
#pragma warning restore CA2000

    private NotificationChannel CreateHttp(string name, HttpChannelDefinition form, bool allowPrivate) =>
        Create(name, new HttpAttempt(allowPrivate ? unrestricted : internet, secretReader, form, new AddressPolicy(allowPrivate), time));

    private NotificationChannel Create(string name, IDeliveryAttempt attempt) => new(name, attempt, limits, time);
}
