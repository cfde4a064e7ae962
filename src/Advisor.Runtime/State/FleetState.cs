namespace Advisor.Runtime.State;

/// <summary>What all instances share: the stop of applying, leases, the waits that APIs asked for, the heartbeat.</summary>
public sealed class FleetState
{
    private const string PauseKey = "pause";
    private const string HeartbeatKey = "heartbeat";
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

    /// <summary>Lets applying go on; false where it was not stopped.</summary>
    public async Task<bool> ResumeAsync(CancellationToken cancellation) =>
        (await store.CommitAsync(StateKeys.Fleet, [RowWrite.Delete(PauseKey)], cancellation)).Committed;

    /// <summary>Takes a lease that is free, expired or the owner's own, until <paramref name="until"/>; false where another has it.</summary>
    public async Task<bool> TryLeaseAsync(string name, string owner, DateTimeOffset now, DateTimeOffset until, CancellationToken cancellation)
    {
        var wanted = new Lease(owner, until);
        var held = await SharedRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            LeaseKey(name),
            Codecs.Lease,
            now,
            before => before is null || before.Owner == owner || before.Until <= now ? wanted : null,
            cancellation);
        return held == wanted;
    }

    /// <summary>Gives a lease back; nothing happens where another has it by now.</summary>
    public async Task ReleaseAsync(string name, string owner, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, LeaseKey(name), cancellation) is { } row && Codecs.Lease.Read(row).Owner == owner)
        {
            await store.CommitAsync(StateKeys.Fleet, [RowWrite.Delete(row.Key, row.ETag)], cancellation);
        }
    }

    /// <summary>Until when nobody may call; null where nothing was asked or it has passed.</summary>
    /// <param name="scope">What is throttled, such as an API with its region or subscription.</param>
    public async Task<DateTimeOffset?> ThrottledUntilAsync(string scope, DateTimeOffset now, CancellationToken cancellation) =>
        await SharedRow.ReadAsync(store, StateKeys.Fleet, ThrottleKey(scope), Codecs.Throttle, cancellation) is { } throttle && throttle.Until > now
            ? throttle.Until
            : null;

    /// <summary>Records that an API asked to wait; a longer wait that is known stays.</summary>
    public Task ThrottleAsync(string scope, DateTimeOffset until, CancellationToken cancellation) =>
        SharedRow.UpdateAsync(
            store,
            StateKeys.Fleet,
            ThrottleKey(scope),
            Codecs.Throttle,
            until,
            before => before is null || before.Until < until ? new Throttle(scope, until) : null,
            cancellation);

    /// <summary>The last completed sweep; null before the first.</summary>
    public Task<HeartbeatMark?> HeartbeatAsync(CancellationToken cancellation) =>
        SharedRow.ReadAsync(store, StateKeys.Fleet, HeartbeatKey, Codecs.Heartbeat, cancellation);

    /// <summary>Records a completed sweep; one of an earlier tick changes nothing.</summary>
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
            before => (moved = before is null || before.Tick < mark.Tick) ? mark : null,
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

    private static string LeaseKey(string name) => "lease-" + StateKeys.Hash(name);

    private static string ThrottleKey(string scope) => "throttle-" + StateKeys.Hash(scope);
}
