using Advisor.Service.Budgets;
using Advisor.Service.Http;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>State shared by all instances: the pause of changes, throttling by APIs, the heartbeat.</summary>
public sealed class FleetState
{
    internal const string ResumedPrefix = "resumed-";

    private const string ChannelPrefix = "channel-";

    private readonly IStateStore store;

    internal FleetState(IStateStore store) => this.store = store;

    private OptimisticRow<PauseMark> Pause => GetRow("pause", RecordCodecs.Pause);
    private OptimisticRow<HeartbeatMark> Heartbeat => GetRow("heartbeat", RecordCodecs.Heartbeat);
    private OptimisticRow<ClockMark> Clock => GetRow("clock", RecordCodecs.Clock);
    private OptimisticRow<BudgetMark> Budgets => GetRow("budgets", RecordCodecs.Budgets);

    /// <summary>Returns the pause in force; null if changes are not paused.</summary>
    public Task<PauseMark?> FindPauseAsync(CancellationToken cancellation) => Pause.ReadAsync(cancellation);

    /// <summary>Pauses all changes; the first reason is kept until the pause ends.</summary>
    /// <returns>Pause in force, this one or an earlier one.</returns>
    public async Task<PauseMark> PauseAsync(PauseMark mark, CancellationToken cancellation) =>
        (await Pause.UpdateAsync(mark.At, before => before is null ? mark : null, cancellation))!;

    /// <summary>Ends the pause, and records person and reason in the same commit.</summary>
    /// <returns>The record; null if changes were not paused, or another call was first.</returns>
    public async Task<ResumeMark?> ResumeAsync(string by, string reason, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, Pause.Key, cancellation) is not { } row)
        {
            return null;
        }

        var mark = new ResumeMark(by, reason, now, RecordCodecs.Pause.Read(row));
        RowWrite[] writes =
        [
            RowWrite.Delete(Pause.Key, row.ETag),
            RecordCodecs.Resume.Insert(ResumedPrefix + StateKeys.FormatDescending(now), now, mark),
        ];
        return (await store.CommitAsync(StateKeys.Fleet, writes, cancellation)).IsCommitted ? mark : null;
    }

    /// <summary>Lists the ends of pauses, newest first, at most one page.</summary>
    public async Task<IReadOnlyList<ResumeMark>> ListResumesAsync(CancellationToken cancellation) =>
        [
            .. (await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Fleet, ResumedPrefix), cancellation)).Rows.Select(
                RecordCodecs.Resume.Read
            ),
        ];

    /// <summary>Returns the time until which an API must not be called; null if there is no such request or it has passed.</summary>
    /// <param name="scope">Throttled scope, such as an API with its region or subscription.</param>
    public async Task<DateTimeOffset?> FindThrottleAsync(string scope, DateTimeOffset now, CancellationToken cancellation) =>
        await GetThrottle(scope).ReadAsync(cancellation) is { } throttle && RetryAfterHeader.GetRemaining(throttle.Until, now) is not null
            ? throttle.Until
            : null;

    /// <summary>
    /// Records that an API requested a wait, of at most <see cref="RetryAfterHeader.MaxWait"/>; a longer known wait is kept.
    /// </summary>
    public Task ThrottleAsync(string scope, DateTimeOffset until, DateTimeOffset now, CancellationToken cancellation)
    {
        until = until - now < RetryAfterHeader.MaxWait ? until : now + RetryAfterHeader.MaxWait;
        return GetThrottle(scope)
            .UpdateAsync(
                until,
                before =>
                    before is null || before.Until < until || RetryAfterHeader.GetRemaining(before.Until, now) is null
                        ? new Throttle(scope, until)
                        : null,
                cancellation
            );
    }

    /// <summary>Returns the last completed tick; null before the first.</summary>
    public Task<HeartbeatMark?> FindHeartbeatAsync(CancellationToken cancellation) => Heartbeat.ReadAsync(cancellation);

    /// <summary>Returns the last time work was suspended because of a wrong clock; null if it never was.</summary>
    public Task<ClockMark?> FindClockMarkAsync(CancellationToken cancellation) => Clock.ReadAsync(cancellation);

    /// <summary>Records that work is suspended because of a wrong clock.</summary>
    public Task SaveClockMarkAsync(ClockMark mark, CancellationToken cancellation) => Clock.PutAsync(mark.At, mark, cancellation);

    /// <summary>Returns the budgets that were evaluated; null if none ever was.</summary>
    public Task<BudgetMark?> FindBudgetsAsync(CancellationToken cancellation) => Budgets.ReadAsync(cancellation);

    /// <summary>Records the budgets that are evaluated.</summary>
    public Task SaveBudgetsAsync(BudgetMark mark, DateTimeOffset now, CancellationToken cancellation) =>
        Budgets.PutAsync(now, mark, cancellation);

    /// <summary>
    /// Records a completed tick and adds its counts. An earlier tick changes nothing; a stored tick in the future of this one is wrong and
    /// replaced.
    /// </summary>
    /// <returns>True if this call moved the heartbeat; exactly one of several that report the same tick.</returns>
    public async Task<bool> RecordHeartbeatAsync(HeartbeatMark mark, CancellationToken cancellation)
    {
        var moved = false;
        await Heartbeat.UpdateAsync(
            mark.CompletedAt,
            before =>
                (moved = before is null || before.Tick < mark.Tick || before.IsFromFuture(mark.CompletedAt)) ? mark.Add(before) : null,
            cancellation
        );
        return moved;
    }

    /// <summary>
    /// Records a delivery attempt by a channel: a failure increments the count of consecutive failures, a success resets it. Shared by all
    /// instances.
    /// </summary>
    /// <param name="problem">Reason for the failure; null after a success.</param>
    public Task RecordDeliveryAsync(string channel, string? problem, DateTimeOffset now, CancellationToken cancellation) =>
        GetRow(ChannelPrefix + StateKeys.Hash(channel), RecordCodecs.ChannelHealth)
            .UpdateAsync(
                now,
                before =>
                    problem is not null ? new ChannelHealth(channel, (before?.FailedInARow ?? 0) + 1, problem, now)
                    : before is { FailedInARow: > 0 } ? new ChannelHealth(channel, 0, null, now)
                    : null,
                cancellation
            );

    /// <summary>Lists the channels that have ever had a failed attempt, without those whose row cannot be read.</summary>
    public async Task<IReadOnlyList<ChannelHealth>> ListChannelHealthAsync(CancellationToken cancellation) =>
        RecordCodecs
            .ChannelHealth.ReadAll((await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Fleet, ChannelPrefix), cancellation)).Rows)
            .Records;

    private OptimisticRow<Throttle> GetThrottle(string scope) => GetRow("throttle-" + StateKeys.Hash(scope), RecordCodecs.Throttle);

    private OptimisticRow<T> GetRow<T>(string key, RowCodec<T> codec)
        where T : class => new(store, StateKeys.Fleet, key, codec);
}
