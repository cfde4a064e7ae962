using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Store.Contract;

/// <content>What is purged, and what must not be read.</content>
public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task What_is_older_than_the_policy_is_purged_and_what_is_open_or_younger_stays()
    {
        var now = Tick.AddDays(500);
        var policy = RetentionPolicy.Default;
        DateTimeOffset[] ages = [now - policy.History - TimeSpan.FromTicks(1), now - policy.History, now];
        foreach (var at in ages)
        {
            await AppendAsync(CreateDecision(at));
        }

        var closed = (await state.Changes.OpenAsync(CreateChange(Tick), Cancel)).Change;
        await state.Changes.SaveAsync(closed with { State = ChangeState.Verified }, Cancel);
        var open = (await state.Changes.OpenAsync(CreateChange(Tick.AddDays(1)), Cancel)).Change;
        await state.Outbox.EnqueueAsync(CreateItem("open"), Cancel);
        await state.Outbox.EnqueueAsync(CreateItem("done"), Cancel);
        await state.Outbox.CompleteAsync(
            (await state.Outbox.FindOpenAsync(new OutboxKey(OutboxKind.Notification, Resource, Tick, "done"), Cancel))!,
            Cancel
        );
        await state.BeginCommit("/gone").SaveState(null, 1, Tick, ToBytes("x")).Save(new Snapshot(1, Tick, ToBytes("x"))).RunAsync(Cancel);
        await state.BeginCommit("/young").SaveState(null, 1, now, ToBytes("x")).Save(new Snapshot(1, now, ToBytes("x"))).RunAsync(Cancel);
        await state.BeginCommit(Resource).RequestApproval(CreateApproval()).RunAsync(Cancel);
        await state.Ticks.BeginAsync(new TickRecord(Tick, 1, Tick), Cancel);
        await state.Ticks.BeginAsync(new TickRecord(now, 1, now), Cancel);

        var deleted = await PurgeAsync(policy, now);

        // 1 decision, 1 closed change, 2 changes in the timeline, 1 mark, 1 state and 1 snapshot (two rows), 1 approval, 1 tick.
        Assert.Equal(10, deleted);
        Assert.Equal(0, await PurgeAsync(policy, now));
        Assert.Equal(ages[1..].Reverse(), (await ReadHistoryAsync()).Records.Select(record => record.Tick));
        Assert.Equal(open.Id, (await state.Changes.FindOpenAsync(Resource, Cancel))!.Id);
        Assert.NotNull(await state.Outbox.FindOpenAsync(new OutboxKey(OutboxKind.Notification, Resource, Tick, "open"), Cancel));
        Assert.False(await state.Outbox.EnqueueAsync(CreateItem("open"), Cancel));
        Assert.Null((await state.LoadAsync("/gone", Cancel)).State);
        Assert.NotNull((await state.LoadAsync("/young", Cancel)).State);
    }

    [Fact]
    public async Task What_a_person_set_for_a_listed_resource_stays_though_its_evaluation_has_failed_for_long()
    {
        var (now, old) = (Tick.AddDays(500), Tick.AddDays(500) - RetentionPolicy.Default.DeletedResources - TimeSpan.FromTicks(1));
        var pause = new ScalingPause
        {
            ResourceId = Resource,
            Scaling = PausedScaling.All,
            Author = "Ada",
            Reason = "contract",
            At = old,
        };
        await state.BeginCommit(Resource).SaveState(null, 1, old, ToBytes("x")).Save(pause).RunAsync(Cancel);
        await state.Snapshots.SaveAsync(Resource, new Snapshot(1, now, ToBytes("x")), Cancel);

        Assert.Equal(0, await PurgeAsync(RetentionPolicy.Default, now));
        Assert.Equal(pause, await state.FindPauseAsync(Resource, Cancel));

        // 1 pause, 1 state and 1 snapshot (two rows), once it is no longer listed.
        Assert.Equal(4, await PurgeAsync(RetentionPolicy.Default, now + RetentionPolicy.Default.DeletedResources + TimeSpan.FromTicks(1)));
    }

    [Fact]
    public async Task The_older_part_of_a_history_is_purged_with_its_state()
    {
        var (now, hash) = (Tick.AddDays(500), StateKeys.Hash(Resource));
        var partition = StateKeys.CreateBucketPartition(StateKeys.ComputeBucket(hash, state.Buckets));
        var part = RowWrite.Put(StateKeys.CreateHistoryKey(hash), 1, Tick, ToBytes("x"));
        await (await place.OpenAsync()).CommitAsync(partition, [part], Cancel);
        await state.BeginCommit(Resource).SaveState(null, 1, now, ToBytes("x")).RunAsync(Cancel);

        Assert.Equal(0, await PurgeAsync(RetentionPolicy.Default, now));
        Assert.Equal(2, await PurgeAsync(RetentionPolicy.Default, now + RetentionPolicy.Default.DeletedResources + TimeSpan.FromTicks(1)));
    }

    [Fact]
    public async Task Rows_whose_keys_are_damaged_are_skipped_and_named()
    {
        await AppendAsync(CreateDecision(Tick));
        var store = await place.OpenAsync();
        foreach (var key in (string[])["r-short", "r-" + new string('z', 32) + "-d-1", "o-1", "d-x"])
        {
            await store.CommitAsync("b-000", [RowWrite.Insert(key, 1, Tick, ToBytes("{}"))], Cancel);
        }

        var problems = new List<string>();
        for (var bucket = 0; bucket < state.Buckets; bucket++)
        {
            await state.Retention.PurgeBucketAsync(bucket, RetentionPolicy.Default, Tick.AddDays(500), Cancel, problems);
        }

        Assert.Empty((await ReadHistoryAsync()).Records);
        Assert.Equal(
            ["b-000/o-1", "b-000/d-x", "b-000/r-short", "b-000/r-" + new string('z', 32) + "-d-1"],
            problems.Select(problem => problem.Split(' ')[4]).OrderBy(row => row.Length)
        );
        Assert.NotNull(await store.GetAsync("b-000", "r-short", Cancel));
    }

    [Fact]
    public async Task A_purge_of_more_rows_than_a_commit_holds_takes_them_all()
    {
        await Parallel.ForEachAsync(
            Enumerable.Range(0, 230),
            Cancel,
            async (i, _) => await AppendAsync(CreateDecision(Tick.AddMinutes(i)))
        );

        Assert.Equal(230, await PurgeAsync(RetentionPolicy.Default, Tick.AddDays(500)));
    }

    [Fact]
    public async Task A_row_of_a_newer_version_is_refused_and_kept()
    {
        await state.Fleet.PauseAsync(new PauseMark("Ada", "incident", Tick), Cancel);
        var store = await place.OpenAsync();
        await store.CommitAsync("fleet", [RowWrite.Put("pause", 2, Tick, ToBytes("""{"because":"tomorrow's words"}"""))], Cancel);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => state.Fleet.FindPauseAsync(Cancel));
        await Assert.ThrowsAsync<StateStoreException>(() => state.Fleet.PauseAsync(new PauseMark("Bob", "x", Tick), Cancel));

        Assert.Equal(("NewerVersion", false), (error.Code, error.IsTransient));
        Assert.Equal("The pause in row fleet/pause has version 2; this program reads version 1. Update Advisor.", error.Message);
        Assert.Equal(2, (await store.GetAsync("fleet", "pause", Cancel))!.Version);
    }

    [Fact]
    public async Task A_state_of_Advisor_0_1_0_is_refused_with_what_to_do_and_left_as_it_is()
    {
        // A tick as 0.1.0 wrote it; the number of its states, 2, is that of a newer version today.
        var tick = ToBytes("""{"tick":"2026-12-01T02:40:00+00:00","batches":4,"startedAt":"2026-12-01T02:42:04.7873739+00:00"}""");
        var store = await place.OpenAsync();
        await store.CommitAsync("sweeps", [RowWrite.Insert("8584055140854775807", 1, Tick, tick)], Cancel);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => AdvisorState.OpenAsync(store, 4, Tick, Cancel));

        Assert.Equal(
            ("OlderVersion", "it was written by Advisor 0.1.0, whose state this version does not read: start with a new file or table"),
            (error.Code, error.Message)
        );
        Assert.NotNull(await store.GetAsync("sweeps", "8584055140854775807", Cancel));
    }

    private async Task<int> PurgeAsync(RetentionPolicy policy, DateTimeOffset now)
    {
        var deleted = await state.Retention.PurgeFleetAsync(policy, now, Cancel);
        for (var bucket = 0; bucket < state.Buckets; bucket++)
        {
            deleted += await state.Retention.PurgeBucketAsync(bucket, policy, now, Cancel);
        }

        return deleted;
    }
}
