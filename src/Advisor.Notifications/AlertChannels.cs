using System.Net;
using Advisor.Notifications.Console;
using Advisor.Notifications.Delivery;
using Advisor.Notifications.Email;
using Advisor.Notifications.PagerDuty;
using Advisor.Notifications.Slack;
using Advisor.Notifications.Teams;
using Advisor.Notifications.Webhook;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Configuration;

namespace Advisor.Notifications;

/// <summary>Makes channels, which share connections and lookups of secrets. Keep one for the life of the program.</summary>
public sealed class AlertChannels : IDisposable
{
    private readonly Secrets secrets;
    private readonly DeliveryLimits limits;
    private readonly TimeProvider time;
    private readonly HttpClient internet;
    private readonly HttpClient anywhere;

    public AlertChannels(Secrets secrets, DeliveryLimits limits, TimeProvider time)
        : this(secrets, limits, time, (host, cancellation) => Dns.GetHostAddressesAsync(host, cancellation))
    {
    }

    internal AlertChannels(Secrets secrets, DeliveryLimits limits, TimeProvider time, Func<string, CancellationToken, Task<IPAddress[]>> resolve)
    {
        (this.secrets, this.limits, this.time) = (secrets, limits, time);
        internet = Client(resolve, allowAny: false);
        anywhere = Client(resolve, allowAny: true);
    }

    /// <param name="address">Where the address of the Workflows webhook is kept: it is a secret.</param>
    /// <param name="allowPrivate">Allows addresses that are not of the internet, and plain http; for receivers of one's own network.</param>
    public AlertChannel Teams(string name, SecretReference address, bool allowPrivate = false) => Http(
        name, new HttpChannelForm(address, null, null, (message, _, _) => new HttpMessage(TeamsCard.Render(message)), TeamsAnswer.Read), allowPrivate);

    /// <param name="address">Where the address of the incoming webhook is kept: it is a secret.</param>
    public AlertChannel Slack(string name, SecretReference address, bool allowPrivate = false) => Http(
        name, new HttpChannelForm(address, null, null, (message, _, _) => new HttpMessage(SlackBlocks.Render(message)), SlackAnswer.Read), allowPrivate);

    /// <param name="routingKey">Where the integration's key is kept.</param>
    /// <param name="address">Another address than PagerDuty's usual one, such as that of its European region; null: the usual one.</param>
    public AlertChannel PagerDuty(string name, SecretReference routingKey, Uri? address = null, bool allowPrivate = false) => Http(
        name,
        new HttpChannelForm(null, address ?? PagerDutyEvent.Address, routingKey, (message, key, _) => new HttpMessage(PagerDutyEvent.Render(message, key)), PagerDutyAnswer.Read),
        allowPrivate);

    /// <param name="address">Where the receiver's address is kept.</param>
    /// <param name="signingKey">Where the key is kept that signs each request; null = they are not signed.</param>
    public AlertChannel Webhook(string name, SecretReference address, SecretReference? signingKey, bool allowPrivate = false) => Http(
        name, new HttpChannelForm(address, null, signingKey, signingKey is null ? Unsigned : Signed, _ => DeliveryReport.Delivered), allowPrivate);

    public AlertChannel Email(string name, EmailSettings settings) => Make(name, new SmtpAttempt(settings, secrets));

    /// <param name="isLog">Whether the output is a log, which others read: links that open something are left out there.</param>
    public AlertChannel Console(string name, TextWriter output, bool isLog = false) => Make(name, new ConsoleAttempt(output, isLog));

    public void Dispose()
    {
        internet.Dispose();
        anywhere.Dispose();
    }

    /// <summary>The channel that the settings describe.</summary>
    /// <param name="output">Where channels of type console write.</param>
    /// <param name="isLog">Whether that is a log, which others read.</param>
    public AlertChannel Make(ChannelSettings settings, TextWriter output, bool isLog = false) => settings.Type switch
    {
        ChannelType.Teams => Teams(settings.Name, Needed(settings.Address), settings.AllowPrivate),
        ChannelType.Slack => Slack(settings.Name, Needed(settings.Address), settings.AllowPrivate),
        ChannelType.PagerDuty => PagerDuty(settings.Name, Needed(settings.Key), settings.Endpoint, settings.AllowPrivate),
        ChannelType.Webhook => Webhook(settings.Name, Needed(settings.Address), settings.Key, settings.AllowPrivate),
        ChannelType.Email => Email(settings.Name, Needed(settings.Email)),
        _ => Console(settings.Name, output, isLog),
    };

    // The loader lets no channel through without what its type needs.
    private static T Needed<T>(T? part)
        where T : class => part ?? throw new ArgumentException("The settings of the channel lack what its type needs.", nameof(part));

    private static HttpMessage Unsigned(AlertMessage message, string key, DateTimeOffset at) => new(CloudEvent.Render(message), CloudEvent.ContentType);

    private static HttpMessage Signed(AlertMessage message, string key, DateTimeOffset at)
    {
        var body = CloudEvent.Render(message);
        return new HttpMessage(body, CloudEvent.ContentType) { Headers = WebhookSignature.Headers(key, message.EventId, at, body) };
    }

    // The channel owns the time limit.
#pragma warning disable CA2000 // the client disposes of its handler
    private static HttpClient Client(Func<string, CancellationToken, Task<IPAddress[]>> resolve, bool allowAny) =>
        new(PublicConnections.Handler(resolve, allowAny), disposeHandler: true) { Timeout = Timeout.InfiniteTimeSpan };
#pragma warning restore CA2000

    private AlertChannel Http(string name, HttpChannelForm form, bool allowPrivate) =>
        Make(name, new HttpAttempt(allowPrivate ? anywhere : internet, secrets, form, new AddressRules(allowPrivate), time));

    private AlertChannel Make(string name, IAttempt attempt) => new(name, attempt, limits, time);
}
