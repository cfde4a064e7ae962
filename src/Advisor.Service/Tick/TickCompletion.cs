using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Tick;

/// <summary>
/// Completes ticks: once every batch of a tick is complete, one caller moves the heartbeat and runs retention. If a process dies before
/// that, the next tick does it.
/// </summary>
internal sealed class TickCompletion(AdvisorState state, ServiceOptions options, ClockCheck clock, RetentionJob retention, RowFaults faults)
{
    // Ticks that may still be in progress when the next one begins.
    private const int LookbackTicks = 3;

    private readonly Dictionary<DateTimeOffset, int> inProgress = [];

    /// <summary>Registers that this process works on a batch of a tick.</summary>
    /// <returns>A handle to end or dispose of when the batch is complete or has failed.</returns>
    public BatchInProgress BeginBatch(DateTimeOffset tick) => new(inProgress, tick);

    /// <summary>Returns the ticks before this one that may still be in progress, newest first.</summary>
    public Task<IReadOnlyList<TickProgress>> ListEarlierAsync(DateTimeOffset tick, CancellationToken cancellation) =>
        state.Ticks.GetProgressAsync(tick - options.Interval, tick - (LookbackTicks * options.Interval), cancellation);

    /// <summary>Completes the newest of several ticks that is ready.</summary>
    /// <returns>The completed tick; null when none was completed.</returns>
    public async Task<DateTimeOffset?> CompleteNewestAsync(
        IReadOnlyList<TickProgress> earlier,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        earlier.FirstOrDefault(progress => progress.IsComplete) is { } complete && await CompleteAsync(complete, now, cancellation)
            ? complete.Tick.Tick
            : null;

    /// <summary>Moves the heartbeat when every batch of a tick is complete.</summary>
    /// <returns>True for the one call that moved it.</returns>
    public async Task<bool> CompleteAsync(DateTimeOffset tick, DateTimeOffset now, CancellationToken cancellation) =>
        await CompleteAsync(await state.Ticks.GetProgressAsync(tick, cancellation), now, cancellation);

    private async Task<bool> CompleteAsync(TickProgress? progress, DateTimeOffset now, CancellationToken cancellation) =>
        progress is { IsComplete: true } && await faults.RunAsync(() => MoveHeartbeatAsync(progress, now, cancellation), otherwise: false);

    private async Task<bool> MoveHeartbeatAsync(TickProgress progress, DateTimeOffset now, CancellationToken cancellation)
    {
        var tick = progress.Tick.Tick;
        var before = await state.Fleet.FindHeartbeatAsync(cancellation);
        if ((before?.Tick >= tick && !before.IsFromFuture(now)) || await clock.FindAsync(now, cancellation) is not null)
        {
            return false;
        }

        var moved = await state.Fleet.RecordHeartbeatAsync(CreateHeartbeat(progress, now), cancellation);
        if (moved)
        {
            ServiceTelemetry.RecordTick(now - tick);
            await retention.RunAsync(before?.Tick, tick, now, cancellation);
        }

        return moved;
    }

    private static HeartbeatMark CreateHeartbeat(TickProgress progress, DateTimeOffset now) =>
        new(progress.Tick.Tick, now)
        {
            Ticks = 1,
            Evaluations = progress.CompletedBatches.Sum(batch => (long)batch.Resources),
            Failures = progress.CompletedBatches.Sum(batch => (long)batch.Failures),
            MetricCalls = progress.CompletedBatches.Sum(batch => (long)batch.MetricCalls),
        };
}
