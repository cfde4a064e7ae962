using System.Collections.Concurrent;
using System.Net;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Advisor.Service.Tests.Notifications.Channels;

/// <summary>
/// A real HTTP server on loopback that keeps what is posted, and answers as configured: one answer for each request, the last one for all
/// further.
/// </summary>
internal sealed class Receiver : IAsyncDisposable
{
    private readonly WebApplication app;
    private readonly ConcurrentQueue<Func<HttpContext, Task>> answers;
    private readonly ConcurrentQueue<Posted> posted = new();
    private readonly SemaphoreSlim arrivals = new(0);

    private Receiver(WebApplication app, IEnumerable<Func<HttpContext, Task>> answers) => (this.app, this.answers) = (app, new(answers));

    public IReadOnlyList<Posted> Posts => [.. posted];

    /// <summary>An address with something secret in path and query, as webhooks have it.</summary>
    public string Address => $"http://127.0.0.1:{Port}/hooks/T0P-S3CRET-path/run?sig=T0P-S3CRET-sig";

    public int Port => new Uri(app.Urls.First()).Port;

    public static async Task<Receiver> StartAsync(params Func<HttpContext, Task>[] answers)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        var receiver = new Receiver(builder.Build(), answers);
        receiver.app.Run(receiver.HandleAsync);
        await receiver.app.StartAsync();
        return receiver;
    }

    public static Func<HttpContext, Task> RespondWith(int status, string body = "", string? retryAfter = null, string? location = null) =>
        context =>
        {
            context.Response.StatusCode = status;
            context.Response.Headers.RetryAfter = retryAfter;
            context.Response.Headers.Location = location;
            return context.Response.WriteAsync(body);
        };

    /// <summary>Says nothing until the caller goes away.</summary>
    public static async Task HangAsync(HttpContext context)
    {
        var gone = new TaskCompletionSource();
        await using var registration = context.RequestAborted.Register(gone.SetResult);
        await gone.Task;
    }

    /// <summary>Begins an answer and closes the connection in order before it is whole.</summary>
    public static Task EndEarlyAsync(HttpContext context)
    {
        context.Response.ContentLength = 100;
        return context.Response.WriteAsync("o");
    }

    /// <summary>Begins an answer and cuts the connection before it is whole.</summary>
    public static async Task CutAsync(HttpContext context)
    {
        context.Response.ContentLength = 100;
        await context.Response.WriteAsync("o");
        await context.Response.Body.FlushAsync();
        context.Abort();
    }

    /// <summary>Waits until one more request is there than was waited for.</summary>
    public Task WaitForArrivalAsync() => arrivals.WaitAsync(TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        await app.DisposeAsync();
        arrivals.Dispose();
    }

    private async Task HandleAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body, Encoding.UTF8);
        posted.Enqueue(
            new Posted(
                context.Request.Method,
                context.Request.Path + context.Request.QueryString,
                await reader.ReadToEndAsync(),
                context.Request.Headers.ToDictionary(h => h.Key, h => h.Value.ToString(), StringComparer.OrdinalIgnoreCase),
                context.Connection.Id
            )
        );
        Func<HttpContext, Task>? answer;
        lock (answers)
        {
            _ = answers.Count > 1 ? answers.TryDequeue(out answer) : answers.TryPeek(out answer);
        }

        arrivals.Release();
        await (answer ?? RespondWith(200, "ok"))(context);
    }
}

internal sealed record Posted(string Method, string Target, string Body, IReadOnlyDictionary<string, string> Headers, string Connection);
