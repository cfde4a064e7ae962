using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using Advisor.Configuration.Routing;
using Advisor.Core.Text;
using Advisor.Service.Http;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Notifications.Channels;

/// <summary>Request of one channel: body, content type and further headers.</summary>
internal sealed record ChannelRequest(byte[] Body, string ContentType = "application/json")
{
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];
}

/// <summary>Sends one POST. Results and exceptions never contain a URL or key.</summary>
/// <param name="channel">The settings of the channel, which has an address or an endpoint.</param>
/// <param name="render">Creates the request from the message, the key of the channel and the time.</param>
/// <param name="readSuccess">Reads the body of a 2xx response, in which some receivers report errors; null = the status says it.</param>
internal sealed class HttpAttempt(
    HttpClient http,
    SecretReader secretReader,
    ChannelSettings channel,
    Func<Notification, string, DateTimeOffset, ChannelRequest> render,
    Func<string, DeliveryResult>? readSuccess,
    TimeProvider time
) : IDeliveryAttempt
{
    private const int MaxResponseBytes = 4096;
    private const int MaxExcerptLength = 200;

    public async Task<DeliveryResult> TryAsync(Notification message, CancellationToken cancellation)
    {
        var (receiver, problem) = await ChannelCheck.FindReceiverAsync(channel, secretReader, cancellation);
        if (problem is not null)
        {
            return DeliveryResult.ChannelUnhealthy(problem.Text);
        }

        var (target, address, key) = receiver;

        ChannelRequest request;
        try
        {
            request = render(message, key?.Reveal() ?? "", time.GetUtcNow());
        }
        catch (FormatException)
        {
            return DeliveryResult.ChannelUnhealthy($"{channel.Key} is not a valid signing key: whsec_ must be followed by Base64.");
        }

        // The text of an exception of the client would contain it.
        if (request.Headers.Any(header => header.Value.Any(character => character is < ' ' or > '~')))
        {
            return DeliveryResult.ChannelUnhealthy(
                $"{channel.Key} holds characters that no header can have, such as a line break; store it again without them."
            );
        }

        // A receiver may echo what it was sent: its URL, its key, and links with a token.
        Secret[] hidden = [.. new[] { address, key }.OfType<Secret>(), .. FindTokens(message)];
        return await PostAsync(target!, request, text => hidden.Aggregate(text, (masked, secret) => secret.Mask(masked)), cancellation);
    }

    private async Task<DeliveryResult> PostAsync(
        Uri target,
        ChannelRequest message,
        Func<string, string> mask,
        CancellationToken cancellation
    )
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, target) { Content = new ByteArrayContent(message.Body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(message.ContentType, "utf-8");
        foreach (var (name, value) in message.Headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        try
        {
            using var answer = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation);

            // It has the message: one that does not end its answer would get it again with every attempt.
            if (answer.IsSuccessStatusCode && readSuccess is null)
            {
                return DeliveryResult.Delivered;
            }

            // Masked before anything is cut: part of a secret would not be recognized.
            return ClassifyResponse(answer, mask(await ReadBodyAsync(answer, cancellation)));
        }
        catch (HttpRequestException e) when (e.InnerException is ForbiddenAddressException forbidden)
        {
            return DeliveryResult.ChannelUnhealthy(forbidden.Message);
        }
        catch (HttpRequestException e)
        {
            return ClassifyConnectionFailure(e);
        }
        catch (IOException)
        {
            return DeliveryResult.RetryLater("the connection was closed before the response was complete.");
        }
    }

    // The text of the exception may contain the URL.
    private DeliveryResult ClassifyConnectionFailure(HttpRequestException failure) =>
        failure.InnerException switch
        {
            AuthenticationException tls => DeliveryResult.ChannelUnhealthy(
                (
                    tls.Message.Contains("NameMismatch", StringComparison.Ordinal)
                        ? "the receiver's certificate is for another name"
                        : "the receiver's certificate is not trusted here"
                ) + $"; correct the address in {AddressLocation}, or let the receiver present a certificate that this machine trusts."
            ),
            SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData } => DeliveryResult.RetryLater(
                $"the name of the receiver does not resolve; correct the host in {AddressLocation}, or the DNS of this machine."
            ),
            SocketException { SocketErrorCode: SocketError.TryAgain } => DeliveryResult.RetryLater(
                "the name of the receiver cannot be resolved: the DNS of this machine does not answer."
            ),
            SocketException { SocketErrorCode: SocketError.ConnectionRefused } => DeliveryResult.RetryLater(
                $"nothing listens at the receiver's address; check host and port in {AddressLocation}."
            ),
            _ => DeliveryResult.RetryLater($"the receiver cannot be reached ({failure.HttpRequestError})."),
        };

    // Where to find the URL; the URL itself may be a secret.
    private string AddressLocation => channel.Address?.ToString() ?? "the settings of the channel";

    private DeliveryResult ClassifyResponse(HttpResponseMessage answer, string body)
    {
        var status = (int)answer.StatusCode;
        var excerpt = UntrustedText.Shorten(body.Trim(), MaxExcerptLength);
        var problem = $"the receiver answered {status}{(excerpt.Length == 0 ? "" : $" ({excerpt})")}";
        return status switch
        {
            >= 200 and < 300 => readSuccess!(body),
            >= 300 and < 400 => DeliveryResult.ChannelUnhealthy(
                $"the receiver answered {status}; redirects are not followed: set the target of the redirect as the address."
            ),
            // Of Power Automate, which serves the workflows of Teams, and of Logic Apps.
            400 when body.Contains("WorkflowTriggerIsNotEnabled", StringComparison.Ordinal) => DeliveryResult.ChannelUnhealthy(
                $"{problem}: the workflow is turned off or deleted; turn it on, or set the address of another in {AddressLocation}."
            ),
            // Of PagerDuty: "Invalid routing key", or what is wrong with its form.
            400 when channel.Type == ChannelType.PagerDuty && body.Contains("routing", StringComparison.OrdinalIgnoreCase) =>
                DeliveryResult.ChannelUnhealthy($"{problem}: check {channel.Key}, the integration key of Events API V2."),
            408 or 425 or 429 or >= 500 => DeliveryResult.RetryLater(problem + ".", ReadRetryAfter(answer)),
            401 or 403 => DeliveryResult.ChannelUnhealthy(
                $"{problem}: the sign-in is missing or wrong; check {channel.Key ?? channel.Address}, and who may post there."
            ),
            404 or 410 => DeliveryResult.ChannelUnhealthy(
                $"{problem}: the address does not exist, or no longer; set the current one in {AddressLocation}."
            ),
            _ => DeliveryResult.Refused(problem + "."),
        };
    }

    private TimeSpan? ReadRetryAfter(HttpResponseMessage answer) =>
        RetryAfterHeader.Read(name => answer.Headers.TryGetValues(name, out var values) ? values.FirstOrDefault() : null, time.GetUtcNow());

    private static IEnumerable<Secret> FindTokens(Notification message) =>
        message.ListLinks().Select(AppLinks.FindToken).OfType<string>().Select(token => new Secret(token));

    private static async Task<string> ReadBodyAsync(HttpResponseMessage answer, CancellationToken cancellation)
    {
        await using var stream = await answer.Content.ReadAsStreamAsync(cancellation);
        var buffer = new byte[MaxResponseBytes];
        var length = await stream.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellation);
        return Encoding.UTF8.GetString(buffer, 0, length);
    }
}
