using System.Net;
using System.Net.Http.Headers;
using System.Text;

namespace Advisor.Runtime.Service;

/// <summary>
/// POSTs a notification as JSON. The dedup key is in the body and, as a header, where generic receivers look for it (<c>Idempotency-Key</c>). The
/// address may carry a secret: it is never part of a message.
/// </summary>
public sealed class WebhookChannel(HttpClient http, Uri address) : INotificationChannel
{
    public string Name => "webhook";

    public async Task<DeliveryResult> SendAsync(Notification notification, CancellationToken cancellation)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, address);
        request.Headers.Add("Idempotency-Key", Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(Encoding.UTF8.GetBytes(notification.DedupKey))));
        request.Content = new StringContent(notification.ToJson(), Encoding.UTF8, new MediaTypeHeaderValue("application/json"));
        try
        {
            using var answer = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation);
            return Read(answer.StatusCode);
        }
        catch (HttpRequestException e)
        {
            return DeliveryResult.Later($"The webhook of {address.Host} cannot be reached ({e.HttpRequestError}).");
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return DeliveryResult.Later($"The webhook of {address.Host} did not answer in time.");
        }
    }

    private DeliveryResult Read(HttpStatusCode status) => (int)status switch
    {
        >= 200 and < 300 => DeliveryResult.Done,
        408 or 425 or 429 or >= 500 => DeliveryResult.Later($"The webhook of {address.Host} answered {(int)status}."),
        _ => DeliveryResult.Never($"The webhook of {address.Host} refused the message ({(int)status}): check its address and its rights."),
    };
}
