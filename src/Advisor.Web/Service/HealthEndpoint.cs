using Advisor.Core.Rules;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Service;

/// <summary>
/// GET /open/health: whether ticks complete and notifications can be delivered. Open to everyone, so without details. A failing channel is
/// "degraded" with 200: platforms restart the app on 503, which repairs no channel.
/// </summary>
internal static class HealthEndpoint
{
    private const int MaxMissedIntervals = 3;

    /// <summary>
    /// Time after which a state that has not responded counts as unavailable: a health probe times out earlier than a store call.
    /// </summary>
    public static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(5);

    public static async Task<IResult> AnswerAsync(
        HttpResponse response,
        ApiDependencies dependencies,
        TimeSpan patience,
        CancellationToken cancellation
    )
    {
        response.Headers.CacheControl = "no-store";
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limited.CancelAfter(patience);
        try
        {
            var service = await dependencies.ReadServiceAsync(limited.Token);
            var heartbeat = await service.State.Fleet.FindHeartbeatAsync(limited.Token);
            return IsHeld(heartbeat, await service.State.Fleet.FindClockMarkAsync(limited.Token))
                    ? Results.Json(
                        new HealthStatus("clockWrong"),
                        ApiJson.Default.HealthStatus,
                        statusCode: StatusCodes.Status503ServiceUnavailable
                    )
                : IsHealthy(heartbeat, dependencies.Now, service.Options.Interval)
                    ? Results.Json(
                        new HealthStatus(
                            AreChannelsHealthy(
                                service.Rules.Alerts,
                                service.Routing.Channels,
                                await service.State.Fleet.ListChannelHealthAsync(limited.Token)
                            )
                                ? "ok"
                                : "degraded"
                        ),
                        ApiJson.Default.HealthStatus
                    )
                : Results.Json(
                    new HealthStatus("stale"),
                    ApiJson.Default.HealthStatus,
                    statusCode: StatusCodes.Status503ServiceUnavailable
                );
        }
        catch (Exception e) when (e is StateStoreException || (e is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return Results.Json(
                new HealthStatus("unavailable"),
                ApiJson.Default.HealthStatus,
                statusCode: StatusCodes.Status503ServiceUnavailable
            );
        }
    }

    /// <summary>Whether no configured channel has failed so often in a row that the rules fire an alert.</summary>
    internal static bool AreChannelsHealthy(AlertRules rules, IEnumerable<string> channels, IReadOnlyList<ChannelHealth> health)
    {
        var known = channels.ToHashSet(StringComparer.OrdinalIgnoreCase);
        var conditions = rules.Conditions.Where(condition => condition.Number == AlertNumber.FailedDeliveries).ToList();
        return !health.Any(channel =>
            known.Contains(channel.Name) && conditions.Exists(condition => condition.Levels[0].Enter.IsMetBy(channel.FailedInARow))
        );
    }

    /// <summary>
    /// Whether work was put on hold because the clock was wrong, and no tick has completed since. Both times are Azure's.
    /// </summary>
    internal static bool IsHeld(HeartbeatMark? heartbeat, ClockMark? held) => held is not null && !(heartbeat?.CompletedAt >= held.At);

    /// <summary>
    /// Whether the last completed tick is at most three intervals old. False before the first tick, and when it is in the future.
    /// </summary>
    internal static bool IsHealthy(HeartbeatMark? heartbeat, DateTimeOffset now, TimeSpan interval) =>
        heartbeat is not null && now - heartbeat.CompletedAt <= MaxMissedIntervals * interval && !heartbeat.IsFromFuture(now);
}

internal sealed record HealthStatus(string Status);
