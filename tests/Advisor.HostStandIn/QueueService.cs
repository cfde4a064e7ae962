using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Xml.Linq;

namespace Advisor.HostStandIn;

/// <summary>A message taken from a queue.</summary>
public sealed record QueueMessage(
    string Id,
    string PopReceipt,
    int DequeueCount,
    DateTimeOffset InsertedAt,
    DateTimeOffset ExpiresAt,
    DateTimeOffset NextVisibleAt,
    string Text
);

/// <summary>Storage queues over HTTP with an account key (Shared Key Lite), messages in base64.</summary>
public sealed class QueueService(Uri service, string account, string key) : IDisposable
{
    private const string Version = "2021-12-02";

    private readonly HttpClient http = new();
    private readonly byte[] secret = Convert.FromBase64String(key);

    public Task CreateAsync(string queue, CancellationToken cancellation) =>
        SendAsync(HttpMethod.Put, queue, "", null, cancellation, HttpStatusCode.Conflict);

    public async Task PutAsync(string queue, string text, CancellationToken cancellation)
    {
        var body = new XElement(
            "QueueMessage",
            new XElement("MessageText", Convert.ToBase64String(Encoding.UTF8.GetBytes(text)))
        ).ToString();
        await SendAsync(HttpMethod.Post, queue + "/messages", "", body, cancellation);
    }

    public async Task<IReadOnlyList<QueueMessage>> TakeAsync(string queue, int max, TimeSpan hidden, CancellationToken cancellation) =>
        Read(
            await SendAsync(
                HttpMethod.Get,
                queue + "/messages",
                $"?numofmessages={max}&visibilitytimeout={hidden.TotalSeconds:0}",
                null,
                cancellation
            )
        );

    /// <summary>The first messages that are in sight, without taking them.</summary>
    public async Task<IReadOnlyList<string>> PeekAsync(string queue, CancellationToken cancellation)
    {
        await CreateAsync(queue, cancellation);
        var answer = await SendAsync(HttpMethod.Get, queue + "/messages", "?peekonly=true&numofmessages=32", null, cancellation);
        return [.. XDocument.Parse(answer).Descendants("MessageText").Select(text => Decode(text.Value))];
    }

    /// <summary>Messages of a queue, those out of sight too.</summary>
    public async Task<int> CountAsync(string queue, CancellationToken cancellation)
    {
        using var answer = await SendRequestAsync(HttpMethod.Get, queue, "?comp=metadata", null, cancellation);
        answer.EnsureSuccessStatusCode();
        return int.Parse(answer.Headers.GetValues("x-ms-approximate-messages-count").Single());
    }

    public Task HideAsync(string queue, QueueMessage message, TimeSpan hidden, CancellationToken cancellation) =>
        SendAsync(
            HttpMethod.Put,
            $"{queue}/messages/{message.Id}",
            $"?popreceipt={Uri.EscapeDataString(message.PopReceipt)}&visibilitytimeout={hidden.TotalSeconds:0}",
            null,
            cancellation,
            HttpStatusCode.NotFound
        );

    public Task DeleteAsync(string queue, QueueMessage message, CancellationToken cancellation) =>
        SendAsync(
            HttpMethod.Delete,
            $"{queue}/messages/{message.Id}",
            $"?popreceipt={Uri.EscapeDataString(message.PopReceipt)}",
            null,
            cancellation,
            HttpStatusCode.NotFound
        );

    public void Dispose() => http.Dispose();

    private static IReadOnlyList<QueueMessage> Read(string xml) =>
        [
            .. XDocument
                .Parse(xml)
                .Descendants("QueueMessage")
                .Select(message => new QueueMessage(
                    message.Element("MessageId")!.Value,
                    message.Element("PopReceipt")!.Value,
                    (int)message.Element("DequeueCount")!,
                    ReadInstant(message, "InsertionTime"),
                    ReadInstant(message, "ExpirationTime"),
                    ReadInstant(message, "TimeNextVisible"),
                    Decode(message.Element("MessageText")!.Value)
                )),
        ];

    private static string Decode(string text) => Encoding.UTF8.GetString(Convert.FromBase64String(text));

    private static DateTimeOffset ReadInstant(XElement message, string name) => DateTimeOffset.Parse(message.Element(name)!.Value);

    private async Task<string> SendAsync(
        HttpMethod method,
        string path,
        string query,
        string? body,
        CancellationToken cancellation,
        HttpStatusCode? allowed = null
    )
    {
        using var answer = await SendRequestAsync(method, path, query, body, cancellation);
        var text = await answer.Content.ReadAsStringAsync(cancellation);
        return answer.IsSuccessStatusCode || answer.StatusCode == allowed
            ? text
            : throw new HttpRequestException($"{method} {path} was answered {(int)answer.StatusCode}: {text}");
    }

    private async Task<HttpResponseMessage> SendRequestAsync(
        HttpMethod method,
        string path,
        string query,
        string? body,
        CancellationToken cancellation
    )
    {
        var address = new Uri($"{service.AbsoluteUri.TrimEnd('/')}/{path}{query}");
        using var request = new HttpRequestMessage(method, address);
        request.Content = body is null ? null : new StringContent(body, Encoding.UTF8, "application/xml");
        var date = DateTimeOffset.UtcNow.ToString("R");
        request.Headers.Add("x-ms-date", date);
        request.Headers.Add("x-ms-version", Version);
        var resource = $"/{account}{address.AbsolutePath}{(query.StartsWith("?comp=", StringComparison.Ordinal) ? query : "")}";
        var signed = $"{method}\n\n{request.Content?.Headers.ContentType}\n\nx-ms-date:{date}\nx-ms-version:{Version}\n{resource}";
        request.Headers.TryAddWithoutValidation(
            "Authorization",
            $"SharedKeyLite {account}:{Convert.ToBase64String(HMACSHA256.HashData(secret, Encoding.UTF8.GetBytes(signed)))}"
        );
        return await http.SendAsync(request, cancellation);
    }
}
