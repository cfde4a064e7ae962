using Advisor.Core.Rules;
using Advisor.Service;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Service;

/// <summary>
/// GET /open/health: whether ticks complete and notifications can be delivered. Open to everyone, so without details. A failing channel is
/// "degraded" with 200: platforms restart the app on 503, which repairs no channel. /open/live and /open/ready say less, for probes.
/// </summary>
internal static class HealthEndpoint
{
    private const int MaxMissedIntervals = 3;

    /// <summary>
    /// Time after which a state that has not responded counts as unavailable: a health probe times out earlier than a store call.
    /// </summary>
    public static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(5);

    /// <summary>Answers that the process takes requests; reads nothing.</summary>
    public static IResult AnswerLive(HttpResponse response)
    {
        response.Headers.CacheControl = "no-store";
        return Create("ok");
    }

    /// <summary>Answers whether the state can be read, however old it is: the pages then show what is wrong.</summary>
    public static Task<IResult> AnswerReadyAsync(
        HttpResponse response,
        ApiDependencies dependencies,
        TimeSpan patience,
        CancellationToken cancellation
    ) =>
        ReadAsync(
            response,
            dependencies,
            patience,
            async (service, limited) =>
            {
                await service.State.Fleet.FindHeartbeatAsync(limited);
                return Create("ok");
            },
            cancellation
        );

    public static Task<IResult> AnswerAsync(
        HttpResponse response,
        ApiDependencies dependencies,
        TimeSpan patience,
        CancellationToken cancellation
    ) =>
        ReadAsync(
            response,
            dependencies,
            patience,
            async (service, limited) =>
            {
                var heartbeat = await service.State.Fleet.FindHeartbeatAsync(limited);
                return IsHeld(heartbeat, await service.State.Fleet.FindClockMarkAsync(limited)) ? CreateFailed("clockWrong")
                    : !IsHealthy(heartbeat, dependencies.Now, service.Options.Interval) ? CreateFailed("stale")
                    : AreChannelsHealthy(
                        service.Rules.Alerts,
                        service.Routing.Channels,
                        await service.State.Fleet.ListChannelHealthAsync(limited)
                    )
                        ? Create("ok")
                    : Create("degraded");
            },
            cancellation
        );

    private static async Task<IResult> ReadAsync(
        HttpResponse response,
        ApiDependencies dependencies,
        TimeSpan patience,
        Func<ServiceSetup, CancellationToken, Task<IResult>> answer,
        CancellationToken cancellation
    )
    {
        response.Headers.CacheControl = "no-store";
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        limited.CancelAfter(patience);
        try
        {
            return await answer(await dependencies.ReadServiceAsync(limited.Token), limited.Token);
        }
        catch (Exception e) when (e is StateStoreException || (e is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return CreateFailed("unavailable");
        }
    }

    private static IResult Create(string status, int code = StatusCodes.Status200OK) =>
        Results.Json(new HealthStatus(status), ApiJson.Default.HealthStatus, statusCode: code);

    private static IResult CreateFailed(string status) => Create(status, StatusCodes.Status503ServiceUnavailable);

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
