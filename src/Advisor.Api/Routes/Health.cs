using Advisor.Api.Json;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <summary>GET /open/health: whether sweeps are completed. For anybody, so without any detail.</summary>
internal static class Health
{
    private const int IntervalsAllowed = 3;

    public static async Task<IResult> AnswerAsync(HttpResponse response, ApiParts parts, CancellationToken cancellation)
    {
        response.Headers.CacheControl = "no-store";
        try
        {
            var service = await parts.Service(cancellation);
            var heartbeat = await service.State.Fleet.HeartbeatAsync(cancellation);
            return IsHealthy(heartbeat, parts.Now, service.Options.Interval)
                ? Results.Json(new HealthWord("ok"), ApiJson.Default.HealthWord)
                : Results.Json(new HealthWord("stale"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
        catch (StateStoreException)
        {
            return Results.Json(new HealthWord("unavailable"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    /// <summary>The last completed sweep is at most three intervals old. Before the first one there is none: not healthy yet.</summary>
    internal static bool IsHealthy(HeartbeatMark? heartbeat, DateTimeOffset now, TimeSpan interval) =>
        heartbeat is not null && now - heartbeat.CompletedAt <= IntervalsAllowed * interval;
}

internal sealed record HealthWord(string Status);
