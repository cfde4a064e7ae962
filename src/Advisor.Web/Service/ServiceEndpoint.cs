using Advisor.Service.Store;
using Advisor.Service.Telemetry;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Service;

/// <summary>GET /api/service: the last tick, open work, the channels, and the dead-letter queue.</summary>
internal static class ServiceEndpoint
{
    /// <summary>Maximum number of dead letters in the answer; the queue may hold more.</summary>
    public const int MaxDeadLetters = 50;

    private const int MaxOpenMessages = 20;
    private const int MaxTicks = 15;

    private static readonly TimeSpan TickWindow = TimeSpan.FromHours(1);

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        TaggedAnswer.Create(
            request,
            await ReadAsync(dependencies, cancellation),
            OverviewJson.Default.ServiceStatus,
            isStored: false // it has the texts of messages
        );

    public static async Task<ServiceStatus> ReadAsync(ApiDependencies dependencies, CancellationToken cancellation)
    {
        var service = await dependencies.ReadServiceAsync(cancellation);
        var state = service.State;
        var heartbeat = await state.Fleet.FindHeartbeatAsync(cancellation);
        var now = dependencies.Now;
        var ticks = await state.Ticks.GetProgressAsync(now.AddMinutes(1), now - TickWindow, cancellation);
        var letters = await state.DeadLetters.ListAsync(MaxDeadLetters, cancellation);
        return new ServiceStatus(
            service.Options.Interval.TotalSeconds,
            heartbeat is null ? null : await ReadTickAsync(state, heartbeat, cancellation),
            [.. ticks.Take(MaxTicks).Select(ServiceTickProgress.Create)],
            heartbeat is null ? null : new ServiceTotals(heartbeat.Ticks, heartbeat.Evaluations, heartbeat.Failures, heartbeat.MetricCalls),
            await state.Fleet.FindPauseAsync(cancellation),
            (await state.Fleet.FindClockMarkAsync(cancellation))?.Ahead.TotalSeconds,
            await state.Fleet.ListChannelHealthAsync(cancellation),
            await state.Outbox.CountOpenAsync(cancellation),
            [.. (await state.Outbox.ListOpenAsync(MaxOpenMessages, cancellation)).Select(OpenMessage.Create)],
            ListCalls(dependencies.ApiCalls),
            [.. letters.Records.Select(DeadLetterEntry.Create)],
            letters.Problems
        );
    }

    private static async Task<ServiceTick> ReadTickAsync(AdvisorState state, HeartbeatMark heartbeat, CancellationToken cancellation)
    {
        var progress = await state.Ticks.GetProgressAsync(heartbeat.Tick, cancellation);
        return new ServiceTick(
            heartbeat.Tick,
            heartbeat.CompletedAt,
            progress is null ? null : (heartbeat.CompletedAt - progress.Tick.StartedAt).TotalSeconds,
            progress?.CompletedBatches.Count,
            progress?.CompletedBatches.Sum(batch => batch.Resources),
            progress?.CompletedBatches.Sum(batch => batch.Failures),
            progress?.CompletedBatches.Sum(batch => batch.MetricCalls)
        );
    }

    private static ServiceCalls[]? ListCalls(ApiCallCounter? calls) =>
        calls is null
            ? null
            :
            [
                .. calls
                    .Counts.Select(c => new ServiceCalls(c.Calls.Api, c.Calls.Operation, c.Calls.StatusClass, c.Count))
                    .OrderBy(c => (c.Api, c.Operation, c.StatusClass)),
            ];
}
