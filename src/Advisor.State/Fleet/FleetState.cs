using Advisor.State.Http;
using Advisor.State.Notifications;
using Advisor.State.Rows;

namespace Advisor.State.Fleet;

/// <summary>What all instances share: the stop of applying, the waits that APIs asked for, the heartbeat.</summary>
public sealed class FleetState
{
    internal const string ResumedPrefix = "resumed-";

    private const string PauseKey = "pause";
    private const string HeartbeatKey = "heartbeat";
    private const string ClockKey = "clock";
    private const string ChannelPrefix = "channel-";

    private readonly IStateStore store;

    internal FleetState(IStateStore store) => this.store = store;

    /// <summary>Why applying is stopped; null where it is not.</summary>
    public Task<PauseMark?> FindPauseAsync(CancellationToken cancellation) =>
        OptimisticRow.ReadAsync(store, StateKeys.Fleet, PauseKey, RecordCodecs.Pause, cancellation);

    /// <summary>Stops applying; the first reason stands until it is cleared.</summary>
    /// <returns>The mark in force, this one or an earlier one.</returns>
    public async Task<PauseMark> PauseAsync(PauseMark mark, CancellationToken cancellation) =>
        (
            await OptimisticRow.UpdateAsync(
                store,
                StateKeys.Fleet,
                PauseKey,
                RecordCodecs.Pause,
                mark.At,
                before => before is null ? mark : null,
                cancellation
            )
        )!;

    /// <summary>Ends a stop of applying, and records who ended it and why in the same commit.</summary>
    /// <returns>The record; null where applying was not stopped, or another was first.</returns>
    public async Task<ResumeMark?> ResumeAsync(string by, string reason, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, PauseKey, cancellation) is not { } row)
        {
            return null;
        }

        var mark = new ResumeMark(by, reason, now, RecordCodecs.Pause.Read(row));
        RowWrite[] writes =
        [
            RowWrite.Delete(PauseKey, row.ETag),
            RecordCodecs.Resume.Insert(ResumedPrefix + StateKeys.Descending(now), now, mark),
        ];
        return (await store.CommitAsync(StateKeys.Fleet, writes, cancellation)).IsCommitted ? mark : null;
    }

    /// <summary>Who ended stops of applying, newest first, at most a page.</summary>
    public async Task<IReadOnlyList<ResumeMark>> ListResumesAsync(CancellationToken cancellation) =>
        [.. (await store.QueryAsync(RowQuery.Prefix(StateKeys.Fleet, ResumedPrefix), cancellation)).Rows.Select(RecordCodecs.Resume.Read)];

    /// <summary>Until when Azure asked not to call; null where it did not or the time has passed.</summary>
    /// <param name="scope">What is throttled, such as an API with its region or subscription.</param>
    public async Task<DateTimeOffset?> FindThrottleAsync(string scope, DateTimeOffset now, CancellationToken cancellation) =>
        await OptimisticRow.ReadAsync(store, StateKeys.Fleet, CreateThrottleKey(scope), RecordCodecs.Throttle, cancellation) is { } throttle
        && RetryAfterHeader.GetRemaining(throttle.Until, now) is not null
            ? throttle.Until
            : null;

    /// <summary>
    /// Records that an API asked to wait, for <see cref="RetryAfterHeader.MaxWait"/> at the most; a longer wait that is known stays.
    /// </summary>
    public Task ThrottleAsync(string scope, DateTimeOffset until, DateTimeOffset now, CancellationToken cancellation)
    {
        until = until - now < RetryAfterHeader.MaxWait ? until : now + RetryAfterHeader.MaxWait;
        return OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            CreateThrottleKey(scope),
            RecordCodecs.Throttle,
            until,
            before =>
                before is null || before.Until < until || RetryAfterHeader.GetRemaining(before.Until, now) is null
                    ? new Throttle(scope, until)
                    : null,
            cancellation
        );
    }

    /// <summary>The last completed tick; null before the first.</summary>
    public Task<HeartbeatMark?> FindHeartbeatAsync(CancellationToken cancellation) =>
        OptimisticRow.ReadAsync(store, StateKeys.Fleet, HeartbeatKey, RecordCodecs.Heartbeat, cancellation);

    /// <summary>When work was last held since the clock was wrong; null where it never was.</summary>
    public Task<ClockMark?> FindClockMarkAsync(CancellationToken cancellation) =>
        OptimisticRow.ReadAsync(store, StateKeys.Fleet, ClockKey, RecordCodecs.Clock, cancellation);

    /// <summary>Records that work is held since the clock is wrong.</summary>
    public Task SaveClockMarkAsync(ClockMark mark, CancellationToken cancellation) =>
        store.CommitAsync(StateKeys.Fleet, [RecordCodecs.Clock.Put(ClockKey, mark.At, mark)], cancellation);

    /// <summary>
    /// Records a completed tick and adds its counts; one of an earlier tick changes nothing, and one that lies in the future of this one
    /// is wrong and replaced.
    /// </summary>
    /// <returns>True where this call moved the mark: exactly one of those that report the same tick.</returns>
    public async Task<bool> RecordHeartbeatAsync(HeartbeatMark mark, CancellationToken cancellation)
    {
        var moved = false;
        await OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            HeartbeatKey,
            RecordCodecs.Heartbeat,
            mark.CompletedAt,
            before =>
                (moved = before is null || before.Tick < mark.Tick || before.IsFromFuture(mark.CompletedAt)) ? mark.Add(before) : null,
            cancellation
        );
        return moved;
    }

    /// <summary>
    /// Counts an attempt to deliver by a channel: a failure adds to those in a row, a success ends the row. What all instances say counts
    /// together.
    /// </summary>
    /// <param name="problem">Why it failed; null where it went well.</param>
    public Task RecordDeliveryAsync(string channel, string? problem, DateTimeOffset now, CancellationToken cancellation) =>
        OptimisticRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            ChannelPrefix + StateKeys.Hash(channel),
            RecordCodecs.ChannelHealth,
            now,
            before =>
                problem is not null ? new ChannelHealth(channel, (before?.FailedInARow ?? 0) + 1, problem, now)
                : before is { FailedInARow: > 0 } ? new ChannelHealth(channel, 0, null, now)
                : null,
            cancellation
        );

    /// <summary>The channels of which any attempt ever failed.</summary>
    public async Task<IReadOnlyList<ChannelHealth>> ListChannelHealthAsync(CancellationToken cancellation) =>
        [
            .. (await store.QueryAsync(RowQuery.Prefix(StateKeys.Fleet, ChannelPrefix), cancellation)).Rows.Select(
                RecordCodecs.ChannelHealth.Read
            ),
        ];

    private static string CreateThrottleKey(string scope) => "throttle-" + StateKeys.Hash(scope);
}
