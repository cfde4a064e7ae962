using System.Collections.Concurrent;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Advisor.Functions.Tests.Soak;

/// <summary>A message that opened or confirmed an incident, or resolved it.</summary>
internal sealed record IncidentMessage(string Key, bool IsOpen, DateTimeOffset At);

/// <summary>A receiver that keeps an incident for each deduplication key, as PagerDuty does.</summary>
internal sealed class IncidentReceiver : IAsyncDisposable
{
    private readonly WebApplication web;
    private readonly ConcurrentQueue<IncidentMessage> events = new();

    private IncidentReceiver(WebApplication web) => this.web = web;

    public Uri Address => new(new Uri(web.Urls.First()), "/pager");

    /// <summary>Gives the times of messages.</summary>
    public TimeProvider Clock { get; set; } = TimeProvider.System;

    /// <summary>In the order of arrival.</summary>
    public IReadOnlyList<IncidentMessage> Events => [.. events];

    public static async Task<IncidentReceiver> StartAsync(CancellationToken cancellation)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var receiver = new IncidentReceiver(builder.Build());
        receiver.web.MapPost(
            "/pager",
            async http =>
            {
                using var body = await JsonDocument.ParseAsync(http.Request.Body, cancellationToken: http.RequestAborted);
                receiver.events.Enqueue(
                    new IncidentMessage(
                        body.RootElement.GetProperty("dedup_key").GetString()!,
                        body.RootElement.GetProperty("event_action").GetString() == "trigger",
                        receiver.Clock.GetUtcNow()
                    )
                );
                http.Response.StatusCode = StatusCodes.Status202Accepted;
                await http.Response.WriteAsync("{\"status\":\"success\"}", http.RequestAborted);
            }
        );
        await receiver.web.StartAsync(cancellation);
        return receiver;
    }

    public async ValueTask DisposeAsync() => await web.DisposeAsync();
}
