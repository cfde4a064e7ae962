using Advisor.Core.Scaling;
using Advisor.Runtime.State;

namespace Advisor.Storage.Tests.Contract;

/// <content>What the instances share: silences, limits, leases, heartbeats, sweeps.</content>
public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task A_silence_keeps_who_why_and_how_long()
    {
        var silence = new Silence
        {
            Id = "s/1",
            Matchers = new Dictionary<string, string> { ["resource"] = Resource },
            Author = "Ada",
            Reason = "launch",
            Start = Tick,
            End = Tick.AddHours(1),
        };
        Assert.True(await state.Silences.AddAsync(silence, Cancel));
        Assert.False(await state.Silences.AddAsync(silence, Cancel));

        var read = Assert.Single(await state.Silences.ListAsync(Cancel));
        var ended = await state.Silences.SaveAsync(read with { End = Tick.AddMinutes(1) }, Cancel);

        Assert.Equivalent(silence with { ETag = read.ETag }, read, strict: true);
        Assert.Null(await state.Silences.SaveAsync(read with { Reason = "late" }, Cancel));
        Assert.True(ended!.IsActive(Tick));
        Assert.False(ended.IsActive(Tick.AddMinutes(1)));
    }

    [Fact]
    public async Task The_hour_of_a_subscription_grants_what_it_allows_and_counts_a_change_once()
    {
        Task<BlastAnswer> TakeAsync(string change, int units, DateTimeOffset at) => state.Blast.TakeAsync("s-1", change, units, 3, 10, at, Cancel);

        Assert.Equal(BlastAnswer.Granted, await TakeAsync("a", 4, Tick));
        Assert.Equal(BlastAnswer.Granted, await TakeAsync("a", 4, Tick));
        Assert.Equal(BlastAnswer.Granted, await TakeAsync("b", 6, Tick));
        Assert.Equal(BlastAnswer.NoUnitsLeft, await TakeAsync("c", 1, Tick));
        Assert.Equal(BlastAnswer.Granted, await TakeAsync("d", 0, Tick));
        Assert.Equal(BlastAnswer.NoChangesLeft, await TakeAsync("e", 0, Tick));
        Assert.Equal(BlastAnswer.Granted, await TakeAsync("e", 1, Tick.AddHours(1)));
        Assert.Equal((3, 10), ((await state.Blast.UsageAsync("s-1", Tick, Cancel)).Changes, (await state.Blast.UsageAsync("S-1", Tick, Cancel)).Units));
        Assert.Equal(0, (await state.Blast.UsageAsync("s-2", Tick, Cancel)).Changes);
    }

    [Fact]
    public async Task Instances_that_take_at_once_never_take_more_than_the_hour_allows()
    {
        var other = await OpenAsync();

        var answers = await Task.WhenAll(Enumerable.Range(0, 12).Select(i =>
            (i % 2 == 0 ? state : other).Blast.TakeAsync("s-1", $"c{i}", 1, 5, 100, Tick, Cancel)));

        Assert.Equal(5, answers.Count(answer => answer == BlastAnswer.Granted));
    }

    [Fact]
    public async Task Failed_verifications_count_in_a_row_each_change_once_until_one_succeeds()
    {
        Task<int> RecordAsync(string change, bool succeeded) => state.Blast.RecordVerificationAsync("s-1", change, succeeded, Tick, Cancel);

        Assert.Equal(1, await RecordAsync("a", false));
        Assert.Equal(2, await RecordAsync("b", false));
        Assert.Equal(2, await RecordAsync("a", false));
        Assert.Equal(0, await RecordAsync("c", true));
        Assert.Equal(1, await RecordAsync("d", false));
        Assert.Equal(1, await RecordAsync("c", true));
        await state.Blast.ForgiveAsync("s-1", Tick, Cancel);
        Assert.Equal(1, await RecordAsync("e", false));
    }

    [Fact]
    public async Task Applying_stops_for_the_first_reason_until_somebody_clears_it()
    {
        Assert.Null(await state.Fleet.PausedAsync(Cancel));
        await state.Fleet.PauseAsync(new PauseMark("Ada", "incident", Tick), Cancel);

        var mark = await state.Fleet.PauseAsync(new PauseMark("advisor", "three verifications failed", Tick), Cancel);

        Assert.Equal("Ada", mark.By);
        Assert.Equal(mark, await state.Fleet.PausedAsync(Cancel));
        Assert.True(await state.Fleet.ResumeAsync(Cancel));
        Assert.False(await state.Fleet.ResumeAsync(Cancel));
        Assert.Null(await state.Fleet.PausedAsync(Cancel));
    }

    [Fact]
    public async Task A_lease_has_one_owner_until_it_is_over_or_given_back()
    {
        Task<bool> LeaseAsync(string owner, DateTimeOffset now) => state.Fleet.TryLeaseAsync("discovery", owner, now, now.AddMinutes(1), Cancel);

        var taken = await Task.WhenAll(Enumerable.Range(0, 5).Select(i => LeaseAsync($"i{i}", Tick)));
        var owner = $"i{Array.IndexOf(taken, true)}";

        Assert.Single(taken, won => won);
        Assert.False(await LeaseAsync("other", Tick.AddSeconds(59)));
        Assert.True(await LeaseAsync(owner, Tick.AddSeconds(30)));
        Assert.False(await LeaseAsync("other", Tick.AddSeconds(60)));
        Assert.True(await LeaseAsync("other", Tick.AddSeconds(90)));
        await state.Fleet.ReleaseAsync("discovery", owner, Cancel);
        Assert.False(await LeaseAsync(owner, Tick.AddSeconds(91)));
        await state.Fleet.ReleaseAsync("discovery", "other", Cancel);
        Assert.True(await LeaseAsync(owner, Tick.AddSeconds(91)));
    }

    [Fact]
    public async Task A_wait_that_an_api_asked_for_holds_for_all_and_the_longest_counts()
    {
        await state.Fleet.ThrottleAsync("arm", Tick.AddMinutes(2), Cancel);
        await state.Fleet.ThrottleAsync("arm", Tick.AddMinutes(1), Cancel);

        var other = await OpenAsync();
        Assert.Equal(Tick.AddMinutes(2), await other.Fleet.ThrottledUntilAsync("arm", Tick, Cancel));
        Assert.Null(await other.Fleet.ThrottledUntilAsync("arm", Tick.AddMinutes(2), Cancel));
        Assert.Null(await other.Fleet.ThrottledUntilAsync("monitor", Tick, Cancel));
    }

    [Fact]
    public async Task The_heartbeat_goes_forward_only_and_each_beat_is_one_instances()
    {
        Assert.Null(await state.Fleet.HeartbeatAsync(Cancel));
        var beats = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => state.Fleet.BeatAsync(new HeartbeatMark(Tick, Tick), Cancel)));

        Assert.Single(beats, moved => moved);
        Assert.False(await state.Fleet.BeatAsync(new HeartbeatMark(Tick.AddMinutes(-1), Tick), Cancel));
        Assert.True(await state.Fleet.BeatAsync(new HeartbeatMark(Tick.AddMinutes(1), Tick.AddMinutes(2)), Cancel));
        Assert.Equal(new HeartbeatMark(Tick.AddMinutes(1), Tick.AddMinutes(2)), await state.Fleet.HeartbeatAsync(Cancel));
    }

    [Fact]
    public async Task A_repeated_tick_is_recognized_and_a_sweep_is_complete_when_every_shard_is()
    {
        Assert.Null(await state.Sweeps.ProgressAsync(Tick, Cancel));
        Assert.True(await state.Sweeps.BeginAsync(new SweepRecord(Tick, 2, Tick), Cancel));
        Assert.False(await state.Sweeps.BeginAsync(new SweepRecord(Tick, 9, Tick), Cancel));
        await state.Sweeps.BeginAsync(new SweepRecord(Tick.AddMinutes(1), 1, Tick), Cancel);

        Assert.True(await state.Sweeps.CompleteShardAsync(new ShardRecord(Tick, "s-1/westeurope/SignalR/0", Tick, 50, 1), Cancel));
        Assert.False(await state.Sweeps.CompleteShardAsync(new ShardRecord(Tick, "s-1/westeurope/SignalR/0", Tick, 50, 1), Cancel));
        Assert.False((await state.Sweeps.ProgressAsync(Tick, Cancel))!.IsComplete);
        Assert.False(await state.Sweeps.IsShardDoneAsync(Tick, "s-1/westeurope/SignalR/1", Cancel));
        await state.Sweeps.CompleteShardAsync(new ShardRecord(Tick, "s-1/westeurope/SignalR/1", Tick, 7, 0), Cancel);

        var progress = (await state.Sweeps.ProgressAsync(Tick, Cancel))!;
        Assert.True(progress.IsComplete);
        Assert.Equal(57, progress.Done.Sum(shard => shard.Resources));
    }
}
