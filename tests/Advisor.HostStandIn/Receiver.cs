using System.Collections.Concurrent;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Advisor.HostStandIn;

/// <summary>A receiver of messages over HTTP that keeps the identity of each.</summary>
public sealed class Receiver : IAsyncDisposable
{
    private readonly WebApplication web;
    private readonly ConcurrentQueue<string> ids = new();
    private readonly ConcurrentQueue<JsonElement> bodies = new();

    private Receiver(WebApplication web) => this.web = web;

    public Uri Address => new(new Uri(web.Urls.First()), "/hook");

    /// <summary>The key of each message in the order of arrival, repeated ones again.</summary>
    public IReadOnlyCollection<string> Ids => ids;

    /// <summary>The same messages, whole.</summary>
    public IReadOnlyCollection<JsonElement> Bodies => bodies;

    /// <summary>How long it takes to answer what it has received; default at once.</summary>
    public TimeSpan AnswersAfter { get; set; }

    /// <summary>What the next message is answered with as Retry-After of a 429, without being kept; null after that.</summary>
    public string? RefusesOnceWithRetryAfter { get; set; }

    public int Repeats => ids.Count - ids.Distinct().Count();

    public void Clear()
    {
        ids.Clear();
        bodies.Clear();
    }

    public static async Task<Receiver> StartAsync(CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var receiver = new Receiver(builder.Build());
        receiver.web.MapPost(
            "/hook",
            async http =>
            {
                var body = (await JsonDocument.ParseAsync(http.Request.Body, cancellationToken: http.RequestAborted)).RootElement;
                if (receiver.RefusesOnceWithRetryAfter is { } retryAfter)
                {
                    receiver.RefusesOnceWithRetryAfter = null;
                    http.Response.StatusCode = StatusCodes.Status429TooManyRequests;
                    http.Response.Headers.RetryAfter = retryAfter;
                    return;
                }

                receiver.bodies.Enqueue(body);
                receiver.ids.Enqueue(http.Request.Headers["Idempotency-Key"].FirstOrDefault() ?? body.GetProperty("id").GetString()!);
                await Task.Delay(receiver.AnswersAfter, http.RequestAborted);
            }
        );
        await receiver.web.StartAsync(cancellation);
        return receiver;
    }

    public async ValueTask DisposeAsync() => await web.DisposeAsync();
}
