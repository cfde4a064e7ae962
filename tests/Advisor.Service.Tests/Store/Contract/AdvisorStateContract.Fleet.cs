using Advisor.Service.Approvals;
using Advisor.Service.Silences;
using Advisor.Service.Store;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Store.Contract;

/// <content>What the instances share: silences, limits, stops, heartbeats, ticks.</content>
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
    public async Task Failed_verifications_count_in_a_row_each_change_once_until_one_succeeds()
    {
        Task<int> RecordAsync(string change, bool succeeded) =>
            state.ChangeRate.RecordVerificationAsync("s-1", change, succeeded, Tick, Cancel);

        Assert.Equal(1, await RecordAsync("a", false));
        Assert.Equal(2, await RecordAsync("b", false));
        Assert.Equal(2, await RecordAsync("a", false));
        Assert.Equal(0, await RecordAsync("c", true));
        Assert.Equal(1, await RecordAsync("d", false));
        Assert.Equal(1, await RecordAsync("c", true));
        await state.ChangeRate.RecordVerificationAsync("s-2", "x", false, Tick, Cancel);
        await state.ChangeRate.ResetVerificationsAsync(Tick, Cancel);
        Assert.Equal(1, await RecordAsync("e", false));
        Assert.Equal(1, await state.ChangeRate.RecordVerificationAsync("s-2", "y", false, Tick, Cancel));
    }

    [Fact]
    public async Task Applying_stops_for_the_first_reason_until_a_person_clears_it()
    {
        Assert.Null(await state.Fleet.FindPauseAsync(Cancel));
        await state.Fleet.PauseAsync(new PauseMark("Ada", "incident", Tick), Cancel);

        var mark = await state.Fleet.PauseAsync(new PauseMark("advisor", "three verifications failed", Tick), Cancel);

        Assert.Equal("Ada", mark.By);
        Assert.Equal(mark, await state.Fleet.FindPauseAsync(Cancel));
        var ended = await state.Fleet.ResumeAsync("Grace", "fixed", Tick.AddHours(1), Cancel);
        Assert.Equal(new ResumeMark("Grace", "fixed", Tick.AddHours(1), mark), ended);
        Assert.Null(await state.Fleet.ResumeAsync("Ada", "twice", Tick.AddHours(2), Cancel));
        Assert.Null(await state.Fleet.FindPauseAsync(Cancel));
        Assert.Equal(ended, Assert.Single(await state.Fleet.ListResumesAsync(Cancel)));
    }

    [Fact]
    public async Task A_snooze_is_read_with_its_resource_replaced_and_ended()
    {
        async Task<RecommendationSnooze?> ReadAsync() => (await state.LoadAsync("/CHAT", Cancel)).Snooze;
        var snooze = new RecommendationSnooze
        {
            ResourceId = "/chat",
            FromSku = "Standard_S1",
            FromUnits = 10,
            Sku = "Standard_S1",
            Units = 5,
            Author = "Ada",
            Reason = "kept for the opening",
            At = Tick,
            Until = Tick.AddDays(7),
        };
        Assert.Null(await ReadAsync());

        Assert.True((await state.BeginCommit("/chat").Save(snooze).RunAsync(Cancel)).IsCommitted);
        Assert.Equal(snooze, await ReadAsync());
        Assert.True((await state.BeginCommit("/chat").Save(snooze with { Until = null }).RunAsync(Cancel)).IsCommitted);
        Assert.Equal(snooze with { Until = null }, await ReadAsync());

        Assert.True((await state.BeginCommit("/chat").DeleteSnooze().RunAsync(Cancel)).IsCommitted);
        Assert.Equal("snooze", (await state.BeginCommit("/chat").DeleteSnooze().RunAsync(Cancel)).Conflict);
        Assert.Null(await ReadAsync());
    }

    [Fact]
    public async Task A_wait_that_an_api_asked_for_holds_for_all_and_the_longest_counts()
    {
        await state.Fleet.ThrottleAsync("arm", Tick.AddMinutes(2), Tick, Cancel);
        await state.Fleet.ThrottleAsync("arm", Tick.AddMinutes(1), Tick, Cancel);

        var other = await OpenAsync();
        Assert.Equal(Tick.AddMinutes(2), await other.Fleet.FindThrottleAsync("arm", Tick, Cancel));
        Assert.Null(await other.Fleet.FindThrottleAsync("arm", Tick.AddMinutes(2), Cancel));
        Assert.Null(await other.Fleet.FindThrottleAsync("monitor", Tick, Cancel));
    }

    [Fact]
    public async Task No_wait_is_kept_or_believed_beyond_a_quarter_of_an_hour()
    {
        // Asked for until 2029: kept for 15 minutes. Written in 2029 by a clock that was wrong: expired at the first read with the right
        // one, and replaced.
        var inThreeYears = Tick.AddYears(3);
        await state.Fleet.ThrottleAsync("arm", inThreeYears, Tick, Cancel);
        await state.Fleet.ThrottleAsync("monitor", inThreeYears.AddMinutes(15), inThreeYears, Cancel);

        Assert.Equal(Tick.AddMinutes(15), await state.Fleet.FindThrottleAsync("arm", Tick, Cancel));
        Assert.Null(await state.Fleet.FindThrottleAsync("monitor", Tick, Cancel));
        await state.Fleet.ThrottleAsync("monitor", Tick.AddMinutes(1), Tick, Cancel);
        Assert.Equal(Tick.AddMinutes(1), await state.Fleet.FindThrottleAsync("monitor", Tick, Cancel));
    }

    [Fact]
    public async Task The_heartbeat_goes_forward_only_and_each_beat_is_one_instances()
    {
        Assert.Null(await state.Fleet.FindHeartbeatAsync(Cancel));
        var beats = await Task.WhenAll(
            Enumerable.Range(0, 5).Select(_ => state.Fleet.RecordHeartbeatAsync(new HeartbeatMark(Tick, Tick), Cancel))
        );

        Assert.Single(beats, moved => moved);
        Assert.False(await state.Fleet.RecordHeartbeatAsync(new HeartbeatMark(Tick.AddMinutes(-1), Tick), Cancel));
        Assert.True(await state.Fleet.RecordHeartbeatAsync(new HeartbeatMark(Tick.AddMinutes(1), Tick.AddMinutes(2)), Cancel));
        Assert.Equal(new HeartbeatMark(Tick.AddMinutes(1), Tick.AddMinutes(2)), await state.Fleet.FindHeartbeatAsync(Cancel));
    }

    [Fact]
    public async Task A_repeated_tick_is_recognized_and_a_tick_is_complete_when_every_batch_is()
    {
        Assert.Null(await state.Ticks.GetProgressAsync(Tick, Cancel));
        Assert.True(await state.Ticks.BeginAsync(new TickRecord(Tick, 2, Tick), Cancel));
        Assert.False(await state.Ticks.BeginAsync(new TickRecord(Tick, 9, Tick), Cancel));
        await state.Ticks.BeginAsync(new TickRecord(Tick.AddMinutes(1), 1, Tick), Cancel);

        Assert.True(await state.Ticks.CompleteBatchAsync(new BatchRecord(Tick, "s-1/westeurope/SignalR/0", Tick, 50, 1), Cancel));
        Assert.False(await state.Ticks.CompleteBatchAsync(new BatchRecord(Tick, "s-1/westeurope/SignalR/0", Tick, 50, 1), Cancel));
        Assert.False((await state.Ticks.GetProgressAsync(Tick, Cancel))!.IsComplete);
        Assert.False(await state.Ticks.IsBatchDoneAsync(Tick, "s-1/westeurope/SignalR/1", Cancel));
        await state.Ticks.CompleteBatchAsync(new BatchRecord(Tick, "s-1/westeurope/SignalR/1", Tick, 7, 0), Cancel);

        var progress = (await state.Ticks.GetProgressAsync(Tick, Cancel))!;
        Assert.True(progress.IsComplete);
        Assert.Equal(57, progress.CompletedBatches.Sum(batch => batch.Resources));
    }
}
