using Advisor.Api.Json;
using Advisor.Core.Alerting;
using Advisor.Runtime.State;
using Microsoft.AspNetCore.Http;

namespace Advisor.Api.Routes;

/// <summary>
/// GET /open/health: whether sweeps are completed, and whether people can be told. For anybody, so without any detail. A channel that fails is "degraded" with 200:
/// 503 makes platforms start the app again, which mends no channel.
/// </summary>
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
            return IsHeld(heartbeat, await service.State.Fleet.HeldAsync(limited.Token))
                ? Results.Json(new HealthWord("clockWrong"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable)
                : IsHealthy(heartbeat, parts.Now, service.Options.Interval)
                ? Results.Json(new HealthWord(IsHeard(service.Rules.Alerts, service.Routing.Channels, await service.State.Fleet.ChannelsAsync(limited.Token)) ? "ok" : "degraded"), ApiJson.Default.HealthWord)
                : Results.Json(new HealthWord("stale"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
        catch (Exception e) when (e is StateStoreException || (e is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return Results.Json(new HealthWord("unavailable"), ApiJson.Default.HealthWord, statusCode: StatusCodes.Status503ServiceUnavailable);
        }
    }

    /// <summary>Whether no channel of the settings fails so often in a row that the rules call it an alert.</summary>
    internal static bool IsHeard(AlertRules rules, IEnumerable<string> channels, IReadOnlyList<ChannelHealth> health)
    {
        var known = channels.ToHashSet(StringComparer.OrdinalIgnoreCase);
        var conditions = rules.Conditions.Where(condition => condition.Number == AlertNumber.FailedDeliveries).ToList();
        return !health.Any(channel => known.Contains(channel.Name) && conditions.Exists(condition => condition.Levels[0].Enter.Holds(channel.FailedInARow)));
    }

    /// <summary>
    /// Whether work was held since the clock was wrong, and no sweep was completed after that. Both times are those of Azure.
    /// </summary>
    internal static bool IsHeld(HeartbeatMark? heartbeat, ClockMark? held) => held is not null && !(heartbeat?.CompletedAt >= held.At);

    /// <summary>
    /// The last completed sweep is at most three intervals old. Before the first one there is none: not healthy yet. One that lies in the
    /// future says nothing.
    /// </summary>
    internal static bool IsHealthy(HeartbeatMark? heartbeat, DateTimeOffset now, TimeSpan interval) =>
        heartbeat is not null && now - heartbeat.CompletedAt <= IntervalsAllowed * interval && !heartbeat.IsAfter(now);
}

internal sealed record HealthWord(string Status);
