using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Text;
using Advisor.Core.Text;
using Advisor.Notifications.Messages;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.Configuration;
using Advisor.Runtime.Http;
using Advisor.Runtime.Links;

namespace Advisor.Notifications.Delivery;

/// <summary>The request of one channel: its body, content type and further headers.</summary>
internal sealed record HttpMessage(byte[] Body, string ContentType = "application/json")
{
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];
}

/// <summary>What differs between channels that are reached by a POST.</summary>
/// <param name="Address">Where the address is kept; null: <see cref="FixedAddress"/>.</param>
/// <param name="FixedAddress">An address that is no secret.</param>
/// <param name="Key">Where a second secret is kept (a routing key, a key to sign with); null where there is none.</param>
/// <param name="Render">Makes the request from the message, the second secret and the time.</param>
/// <param name="ReadSuccess">Reads the body of a 2xx answer, which some receivers put errors into.</param>
internal sealed record HttpChannelForm(
    SecretReference? Address,
    Uri? FixedAddress,
    SecretReference? Key,
    Func<AlertMessage, string, DateTimeOffset, HttpMessage> Render,
    Func<string, DeliveryReport> ReadSuccess);

/// <summary>One POST. Nothing of what it reports or throws holds an address or a key.</summary>
internal sealed class HttpAttempt(HttpClient http, Secrets secrets, HttpChannelForm form, AddressRules rules, TimeProvider time) : IAttempt
{
    private const int MostAnswerBytes = 4096;
    private const int LongestExcerpt = 200;

    public async Task<DeliveryReport> TryAsync(AlertMessage message, CancellationToken cancellation)
    {
        var address = form.Address is null ? null : await secrets.FindAsync(form.Address, cancellation);
        var key = form.Key is null ? null : await secrets.FindAsync(form.Key, cancellation);
        if (form.Address is not null && address is null)
        {
            return DeliveryReport.Dead(secrets.Absent(form.Address, "the address of the receiver"));
        }

        if (form.Key is not null && key is null)
        {
            return DeliveryReport.Dead(secrets.Absent(form.Key, "the key"));
        }

        if (rules.Read(address?.Reveal() ?? form.FixedAddress!.AbsoluteUri, out var target) is { } problem)
        {
            return DeliveryReport.Dead($"{form.Address?.ToString() ?? "the address"} {problem}");
        }

        HttpMessage request;
        try
        {
            request = form.Render(message, key?.Reveal() ?? "", time.GetUtcNow());
        }
        catch (FormatException)
        {
            return DeliveryReport.Dead($"{form.Key} holds no key of the form that it claims; after whsec_ comes Base64.");
        }

        // A receiver may repeat what it was sent: its address, its key, and the links that open something.
        Secret[] hidden = [.. new[] { address, key }.OfType<Secret>(), .. TokensOf(message)];
        return await PostAsync(target!, request, text => hidden.Aggregate(text, (masked, secret) => secret.Mask(masked)), cancellation);
    }

    private async Task<DeliveryReport> PostAsync(Uri target, HttpMessage message, Func<string, string> mask, CancellationToken cancellation)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, target) { Content = new ByteArrayContent(message.Body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue(message.ContentType, "utf-8");
        foreach (var (name, value) in message.Headers)
        {
            request.Headers.Add(name, value);
        }

        try
        {
            using var answer = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation);

            // Masked before anything is cut: half a secret would not be found.
            return Judge(answer, mask(await BodyAsync(answer, cancellation)));
        }
        catch (HttpRequestException e) when (e.InnerException is ForbiddenAddressException)
        {
            return DeliveryReport.Dead("the host is not one of the internet; allow private addresses for this channel where that is meant.");
        }
        catch (HttpRequestException e)
        {
            return Unreachable(e);
        }
        catch (IOException)
        {
            return DeliveryReport.Later("the connection was cut before the answer was whole.");
        }
    }

    // The exception's own text may name the address.
    private DeliveryReport Unreachable(HttpRequestException failure) => failure.InnerException switch
    {
        AuthenticationException tls => DeliveryReport.Dead(
            (tls.Message.Contains("NameMismatch", StringComparison.Ordinal) ? "the receiver's certificate is for another name" : "the receiver's certificate is not trusted here")
            + $"; correct the address in {Place}, or let the receiver present a certificate that this machine trusts."),
        SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData } =>
            DeliveryReport.Later($"the name of the receiver does not resolve; correct the host in {Place}, or the DNS of this machine."),
        SocketException { SocketErrorCode: SocketError.TryAgain } => DeliveryReport.Later("the name of the receiver cannot be resolved: the DNS of this machine does not answer."),
        SocketException { SocketErrorCode: SocketError.ConnectionRefused } => DeliveryReport.Later($"nothing listens at the receiver's address; check host and port in {Place}."),
        _ => DeliveryReport.Later($"the receiver cannot be reached ({failure.HttpRequestError})."),
    };

    // Where a person finds the address; the address itself may be a secret.
    private string Place => form.Address?.ToString() ?? "the settings of the channel";

    private DeliveryReport Judge(HttpResponseMessage answer, string body)
    {
        var status = (int)answer.StatusCode;
        var said = UntrustedText.Excerpt(body.Trim(), LongestExcerpt);
        var problem = $"the receiver answered {status}{(said.Length == 0 ? "" : $" ({said})")}";
        return status switch
        {
            >= 200 and < 300 => form.ReadSuccess(body),
            >= 300 and < 400 => DeliveryReport.Dead($"the receiver answered {status}; redirects are not followed: set the address that it leads to."),
            408 or 425 or 429 or >= 500 => DeliveryReport.Later(problem + ".", RetryAfter(answer)),
            401 or 403 => DeliveryReport.Dead($"{problem}: the sign-in is missing or wrong; check {form.Key ?? form.Address}, and who may post there."),
            404 or 410 => DeliveryReport.Dead($"{problem}: the address does not exist, or no longer; set the current one in {Place}."),
            _ => DeliveryReport.Refused(problem + "."),
        };
    }

    private TimeSpan? RetryAfter(HttpResponseMessage answer) =>
        RetryAfterHeader.Read(name => answer.Headers.TryGetValues(name, out var values) ? values.FirstOrDefault() : null, time.GetUtcNow());

    private static IEnumerable<Secret> TokensOf(AlertMessage message) =>
        new[] { message.Link, message.ApproveLink, message.SilenceLink }.OfType<Uri>().Select(AppLinks.TokenOf).OfType<string>().Select(token => new Secret(token));

    private static async Task<string> BodyAsync(HttpResponseMessage answer, CancellationToken cancellation)
    {
        await using var stream = await answer.Content.ReadAsStreamAsync(cancellation);
        var buffer = new byte[MostAnswerBytes];
        var length = await stream.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellation);
        return Encoding.UTF8.GetString(buffer, 0, length);
    }
}
