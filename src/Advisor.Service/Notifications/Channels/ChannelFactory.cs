using System.Net;
using System.Net.Http.Headers;
using Advisor.Configuration.Routing;
using Advisor.Core.Text;
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

    /// <summary>Creates the channel of the settings.</summary>
    /// <param name="output">Output of channels of type console.</param>
    /// <param name="isLog">Whether the output is a log that others can read; links with a token are then omitted.</param>
    public NotificationChannel Create(ChannelSettings settings, TextWriter output, bool isLog = false) =>
        settings.Type switch
        {
            ChannelType.Teams => CreateHttp(settings, (message, _, _) => new(TeamsCard.Render(message)), TeamsAnswer.Read),
            ChannelType.Slack => CreateHttp(settings, (message, _, _) => new(SlackBlocks.Render(message)), SlackAnswer.Read),
            ChannelType.PagerDuty => CreateHttp(
                settings with
                {
                    Endpoint = settings.Endpoint ?? PagerDutyEvent.Address,
                },
                (message, key, _) => new(PagerDutyEvent.Render(message, key)),
                PagerDutyAnswer.Read
            ),
            ChannelType.Webhook => CreateHttp(settings, settings.Key is null ? CreateUnsigned : CreateSigned),
            ChannelType.Alertmanager => CreateHttp(
                settings with
                {
                    Endpoint = new Uri(settings.Endpoint!.AbsoluteUri.TrimEnd('/') + AlertmanagerAlerts.Path),
                },
                (message, token, _) =>
                    new(AlertmanagerAlerts.Render(message))
                    {
                        Headers = settings.Key is null ? [] : [new("Authorization", "Bearer " + token)],
                    }
            ),
            ChannelType.EventGrid => CreateHttp(
                settings,
                (message, key, _) => new(CloudEvent.Render(message), CloudEvent.ContentType) { Headers = [new("aeg-sas-key", key)] }
            ),
            ChannelType.CommonAlert => CreateHttp(settings, (message, _, _) => new(CommonAlertSchema.Render(message))),
            ChannelType.Email => Create(
                settings.Name,
                new SmtpAttempt(settings.Email!, secretReader, limits, time),
                limits.AttemptTimeout + limits.MailTimeout
            ),
            _ => Create(settings.Name, new ConsoleAttempt(output, isLog)),
        };

    public void Dispose()
    {
        internet.Dispose();
        unrestricted.Dispose();
    }

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
        new(PublicConnections.CreateHandler(resolve, allowAny), disposeHandler: true)
        {
            Timeout = Timeout.InfiniteTimeSpan,
            DefaultRequestHeaders = { UserAgent = { new ProductInfoHeaderValue("Advisor", ProgramVersion.Text) } },
        };
#pragma warning restore CA2000

    /// <param name="render">Creates the request from the message, the key of the channel and the time.</param>
    /// <param name="readSuccess">Reads the body of a 2xx response, in which some receivers report errors; null = there is none.</param>
    private NotificationChannel CreateHttp(
        ChannelSettings settings,
        Func<Notification, string, DateTimeOffset, ChannelRequest> render,
        Func<string, DeliveryResult>? readSuccess = null
    ) =>
        Create(
            settings.Name,
            new HttpAttempt(settings.AllowPrivate ? unrestricted : internet, secretReader, settings, render, readSuccess, time)
        );

    private NotificationChannel Create(string name, IDeliveryAttempt attempt, TimeSpan? timeout = null) =>
        new(name, attempt, limits with { AttemptTimeout = timeout ?? limits.AttemptTimeout }, time);
}
