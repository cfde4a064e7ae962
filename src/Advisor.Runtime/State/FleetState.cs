using Advisor.Runtime.Http;

namespace Advisor.Runtime.State;

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
    public Task<PauseMark?> PausedAsync(CancellationToken cancellation) =>
        SharedRow.ReadAsync(store, StateKeys.Fleet, PauseKey, Codecs.Pause, cancellation);

    /// <summary>Stops applying; the first reason stands until it is cleared.</summary>
    /// <returns>The mark in force, this one or an earlier one.</returns>
    public async Task<PauseMark> PauseAsync(PauseMark mark, CancellationToken cancellation) =>
        (await SharedRow.UpdateAsync(store, StateKeys.Fleet, PauseKey, Codecs.Pause, mark.At, before => before is null ? mark : null, cancellation))!;

    /// <summary>Ends a stop of applying, and records who ended it and why in the same commit.</summary>
    /// <returns>The record; null where applying was not stopped, or another was first.</returns>
    public async Task<ResumeMark?> ResumeAsync(string by, string reason, DateTimeOffset now, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, PauseKey, cancellation) is not { } row)
        {
            return null;
        }

        var mark = new ResumeMark(by, reason, now, Codecs.Pause.Read(row));
        RowWrite[] writes = [RowWrite.Delete(PauseKey, row.ETag), Codecs.Resume.Insert(ResumedPrefix + StateKeys.Newest(now), now, mark)];
        return (await store.CommitAsync(StateKeys.Fleet, writes, cancellation)).Committed ? mark : null;
    }

    /// <summary>Who ended stops of applying, newest first, at most a page.</summary>
    public async Task<IReadOnlyList<ResumeMark>> ResumedAsync(CancellationToken cancellation) =>
        [.. (await store.QueryAsync(RowQuery.Prefix(StateKeys.Fleet, ResumedPrefix), cancellation)).Rows.Select(Codecs.Resume.Read)];

    /// <summary>Until when nobody may call; null where nothing was asked or it has passed.</summary>
    /// <param name="scope">What is throttled, such as an API with its region or subscription.</param>
    public async Task<DateTimeOffset?> ThrottledUntilAsync(string scope, DateTimeOffset now, CancellationToken cancellation) =>
        await SharedRow.ReadAsync(store, StateKeys.Fleet, ThrottleKey(scope), Codecs.Throttle, cancellation) is { } throttle && RetryAfterHeader.Left(throttle.Until, now) is not null
            ? throttle.Until
            : null;

    /// <summary>Records that an API asked to wait, for <see cref="RetryAfterHeader.Longest"/> at the most; a longer wait that is known stays.</summary>
    public Task ThrottleAsync(string scope, DateTimeOffset until, DateTimeOffset now, CancellationToken cancellation)
    {
        until = until - now < RetryAfterHeader.Longest ? until : now + RetryAfterHeader.Longest;
        return SharedRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            ThrottleKey(scope),
            Codecs.Throttle,
            until,
            before => before is null || before.Until < until || RetryAfterHeader.Left(before.Until, now) is null ? new Throttle(scope, until) : null,
            cancellation);
    }

    /// <summary>The last completed sweep; null before the first.</summary>
    public Task<HeartbeatMark?> HeartbeatAsync(CancellationToken cancellation) =>
        SharedRow.ReadAsync(store, StateKeys.Fleet, HeartbeatKey, Codecs.Heartbeat, cancellation);

    /// <summary>When work was last held since the clock was wrong; null where it never was.</summary>
    public Task<ClockMark?> HeldAsync(CancellationToken cancellation) =>
        SharedRow.ReadAsync(store, StateKeys.Fleet, ClockKey, Codecs.Clock, cancellation);

    /// <summary>Records that work is held since the clock is wrong.</summary>
    public Task HoldAsync(ClockMark mark, CancellationToken cancellation) =>
        store.CommitAsync(StateKeys.Fleet, [Codecs.Clock.Put(ClockKey, mark.At, mark)], cancellation);

    /// <summary>
    /// Records a completed sweep and adds its counts; one of an earlier tick changes nothing, and one that lies in the future of this one is wrong and
    /// replaced.
    /// </summary>
    /// <returns>True where this call moved the mark: exactly one of those that report the same tick.</returns>
    public async Task<bool> BeatAsync(HeartbeatMark mark, CancellationToken cancellation)
    {
        var moved = false;
        await SharedRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            HeartbeatKey,
            Codecs.Heartbeat,
            mark.CompletedAt,
            before => (moved = before is null || before.Tick < mark.Tick || before.IsAfter(mark.CompletedAt)) ? mark.After(before) : null,
            cancellation);
        return moved;
    }

    /// <summary>Counts an attempt to deliver by a channel: a failure adds to those in a row, a success ends the row. What all instances say counts together.</summary>
    /// <param name="problem">Why it failed; null where it went well.</param>
    public Task CountDeliveryAsync(string channel, string? problem, DateTimeOffset now, CancellationToken cancellation) => SharedRow.UpdateAsync(
        store,
        StateKeys.Fleet,
        ChannelPrefix + StateKeys.Hash(channel),
        Codecs.ChannelHealth,
        now,
        before => problem is not null ? new ChannelHealth(channel, (before?.FailedInARow ?? 0) + 1, problem, now)
            : before is { FailedInARow: > 0 } ? new ChannelHealth(channel, 0, null, now)
            : null,
        cancellation);

    /// <summary>The channels of which any attempt ever failed.</summary>
    public async Task<IReadOnlyList<ChannelHealth>> ChannelsAsync(CancellationToken cancellation) =>
        [.. (await store.QueryAsync(RowQuery.Prefix(StateKeys.Fleet, ChannelPrefix), cancellation)).Rows.Select(Codecs.ChannelHealth.Read)];

    private static string ThrottleKey(string scope) => "throttle-" + StateKeys.Hash(scope);
}
