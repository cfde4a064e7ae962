using System.Net;
using Advisor.Configuration.Routing;
using Advisor.Service.Notifications.Channels.Alertmanager;
using Advisor.Service.Notifications.Channels.CommonAlert;
using Advisor.Service.Notifications.Channels.Console;
using Advisor.Service.Notifications.Channels.Email;
using Advisor.Service.Notifications.Channels.PagerDuty;
using Advisor.Service.Notifications.Channels.Slack;
using Advisor.Service.Notifications.Channels.Teams;
using Advisor.Service.Notifications.Channels.Webhook;
using Advisor.Service.Notifications.Delivery;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Creates channels that share connections and secret lookups. Keep one for the lifetime of the program.</summary>
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

    /// <summary>Creates a channel to a Microsoft Teams workflow.</summary>
    /// <param name="address">Reference to the URL of the Workflows webhook, which is a secret.</param>
    /// <param name="allowPrivate">
    /// Whether addresses outside of the public internet, and plain http to them, are allowed; for receivers on a private network.
    /// </param>
    public NotificationChannel CreateTeams(string name, SecretReference address, bool allowPrivate = false) =>
        CreateJson(name, address, TeamsCard.Render, TeamsAnswer.Read, allowPrivate);

    /// <summary>Creates a channel to a Slack incoming webhook.</summary>
    /// <param name="address">Reference to the URL of the incoming webhook, which is a secret.</param>
    public NotificationChannel CreateSlack(string name, SecretReference address, bool allowPrivate = false) =>
        CreateJson(name, address, SlackBlocks.Render, SlackAnswer.Read, allowPrivate);

    /// <summary>Creates a channel to PagerDuty's Events API v2.</summary>
    /// <param name="routingKey">Reference to the integration's key.</param>
    /// <param name="address">URL other than PagerDuty's default one, such as that of its European region; null = the default.</param>
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

    /// <summary>Creates a channel that posts CloudEvents to a webhook.</summary>
    /// <param name="address">Reference to the receiver's URL.</param>
    /// <param name="signingKey">Reference to the key that signs each request; null = unsigned.</param>
    public NotificationChannel CreateWebhook(
        string name,
        SecretReference address,
        SecretReference? signingKey,
        bool allowPrivate = false
    ) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(address, null, signingKey, signingKey is null ? CreateUnsigned : CreateSigned, null),
            allowPrivate
        );

    /// <summary>Creates a channel to an Alertmanager.</summary>
    /// <param name="server">Address of the server, with its prefix if it has one; not a secret.</param>
    /// <param name="token">Reference to a bearer token that a proxy before it requires; null = none.</param>
    public NotificationChannel CreateAlertmanager(string name, Uri server, SecretReference? token = null, bool allowPrivate = false) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(
                null,
                new Uri(server.AbsoluteUri.TrimEnd('/') + AlertmanagerAlerts.Path),
                token,
                (message, key, _) =>
                    new ChannelRequest(AlertmanagerAlerts.Render(message))
                    {
                        Headers = token is null ? [] : [new("Authorization", "Bearer " + key)],
                    },
                null
            ),
            allowPrivate
        );

    /// <summary>Creates a channel to a custom topic of Azure Event Grid, whose input schema is CloudEvents.</summary>
    /// <param name="topic">Address of the topic, with its path; not a secret.</param>
    /// <param name="key">Reference to an access key of the topic.</param>
    public NotificationChannel CreateEventGrid(string name, Uri topic, SecretReference key, bool allowPrivate = false) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(
                null,
                topic,
                key,
                (message, secret, _) =>
                    new ChannelRequest(CloudEvent.Render(message), CloudEvent.ContentType) { Headers = [new("aeg-sas-key", secret)] },
                null
            ),
            allowPrivate
        );

    /// <summary>Creates a channel to a receiver of Azure Monitor's common alert schema.</summary>
    /// <param name="address">Reference to the receiver's URL.</param>
    public NotificationChannel CreateCommonAlert(string name, SecretReference address, bool allowPrivate = false) =>
        CreateJson(name, address, CommonAlertSchema.Render, null, allowPrivate);

    public NotificationChannel CreateEmail(string name, EmailSettings settings) =>
        Create(name, new SmtpAttempt(settings, secretReader, limits, time), limits.AttemptTimeout + limits.MailTimeout);

    /// <summary>Creates a channel that writes lines of text.</summary>
    /// <param name="isLog">Whether the output is a log that others can read; links with a token are then omitted.</param>
    public NotificationChannel CreateConsole(string name, TextWriter output, bool isLog = false) =>
        Create(name, new ConsoleAttempt(output, isLog));

    public void Dispose()
    {
        internet.Dispose();
        unrestricted.Dispose();
    }

    /// <summary>Creates the channel of the settings.</summary>
    /// <param name="output">Output of channels of type console.</param>
    /// <param name="isLog">Whether the output is a log that others can read.</param>
    public NotificationChannel Create(ChannelSettings settings, TextWriter output, bool isLog = false) =>
        settings.Type switch
        {
            ChannelType.Teams => CreateTeams(settings.Name, Require(settings.Address), settings.AllowPrivate),
            ChannelType.Slack => CreateSlack(settings.Name, Require(settings.Address), settings.AllowPrivate),
            ChannelType.PagerDuty => CreatePagerDuty(settings.Name, Require(settings.Key), settings.Endpoint, settings.AllowPrivate),
            ChannelType.Webhook => CreateWebhook(settings.Name, Require(settings.Address), settings.Key, settings.AllowPrivate),
            ChannelType.Alertmanager => CreateAlertmanager(settings.Name, Require(settings.Endpoint), settings.Key, settings.AllowPrivate),
            ChannelType.EventGrid => CreateEventGrid(
                settings.Name,
                Require(settings.Endpoint),
                Require(settings.Key),
                settings.AllowPrivate
            ),
            ChannelType.CommonAlert => CreateCommonAlert(settings.Name, Require(settings.Address), settings.AllowPrivate),
            ChannelType.Email => CreateEmail(settings.Name, Require(settings.Email)),
            _ => CreateConsole(settings.Name, output, isLog),
        };

    // The loader accepts no channel without what its type requires.
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

    // The channel applies the timeout.
#pragma warning disable CA2000 // the client disposes of its handler
    private static HttpClient CreateClient(Func<string, CancellationToken, Task<IPAddress[]>> resolve, bool allowAny) =>
        new(PublicConnections.CreateHandler(resolve, allowAny), disposeHandler: true) { Timeout = Timeout.InfiniteTimeSpan };
#pragma warning restore CA2000

    private NotificationChannel CreateJson(
        string name,
        SecretReference address,
        Func<Notification, byte[]> render,
        Func<string, DeliveryResult>? readSuccess,
        bool allowPrivate
    ) =>
        CreateHttp(
            name,
            new HttpChannelDefinition(address, null, null, (message, _, _) => new ChannelRequest(render(message)), readSuccess),
            allowPrivate
        );

    private NotificationChannel CreateHttp(string name, HttpChannelDefinition form, bool allowPrivate) =>
        Create(name, new HttpAttempt(allowPrivate ? unrestricted : internet, secretReader, form, new AddressPolicy(allowPrivate), time));

    private NotificationChannel Create(string name, IDeliveryAttempt attempt, TimeSpan? timeout = null) =>
        new(name, attempt, limits with { AttemptTimeout = timeout ?? limits.AttemptTimeout }, time);
}
