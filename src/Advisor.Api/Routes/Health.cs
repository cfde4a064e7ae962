using Advisor.Api.Json;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <summary>GET /open/health: whether sweeps are completed. For anybody, so without any detail.</summary>
internal static class Health
{
    private const int IntervalsAllowed = 3;

    /// <summary>A state that has not answered by then is unavailable: who asks for health has little patience, and work has much.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    public static async Task<IResult> AnswerAsync(HttpResponse response, ApiParts parts, TimeSpan patience, CancellationToken cancellation)
    {
        response.Headers.CacheControl = "no-store";
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limited.CancelAfter(patience);
        try
        {
            var service = await parts.Service(limited.Token);
            var heartbeat = await service.State.Fleet.HeartbeatAsync(limited.Token);
            return IsHealthy(heartbeat, parts.Now, service.Options.Interval)
                ? Results.Json(new HealthWord("ok"), ApiJson.Default.HealthWord)
                : Results.Json(new HealthWord("stale"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
        catch (Exception e) when (e is StateStoreException || (e is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return Results.Json(new HealthWord("unavailable"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    /// <summary>The last completed sweep is at most three intervals old. Before the first one there is none: not healthy yet.</summary>
    internal static bool IsHealthy(HeartbeatMark? heartbeat, DateTimeOffset now, TimeSpan interval) =>
        heartbeat is not null && now - heartbeat.CompletedAt <= IntervalsAllowed * interval;
}

internal sealed record HealthWord(string Status);
