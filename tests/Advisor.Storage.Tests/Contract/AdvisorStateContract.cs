using System.Text;
using Advisor.Core.Scaling;
using Advisor.Runtime.State;

namespace Advisor.Storage.Tests.Contract;

/// <summary>What <see cref="AdvisorState"/> promises, over every store.</summary>
public abstract class AdvisorStateContract(IStorePlace place) : IAsyncLifetime
{
    private const string Resource = "/subscriptions/s-1/resourceGroups/rg/providers/Microsoft.SignalRService/SignalR/chat";
    private static readonly DateTimeOffset Tick = new(2026, 3, 4, 5, 6, 0, TimeSpan.Zero);
    private AdvisorState state = null!;

    /// <summary>Ids as the outside world has them: slashes, the characters that tables forbid, other scripts, 1 KB.</summary>
    public static TheoryData<string> OddIds => new(Resource, "a/b\\c#d?e%20 f'g\"h", "größe-規模-📈", new string('x', 1024), "\t\n\u0001");

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync() => state = await OpenAsync();

    public async ValueTask DisposeAsync()
    {
        await place.DisposeAsync();
        GC.SuppressFinalize(this);
    }

    [Fact]
    public async Task A_store_keeps_the_buckets_it_was_made_with()
    {
        var again = await AdvisorState.OpenAsync(await place.OpenAsync(), 7, Tick, Cancel);

        Assert.Equal(4, again.Buckets);
    }

    [Theory]
    [MemberData(nameof(OddIds))]
    public async Task The_state_of_a_resource_of_any_id_comes_back_whatever_the_case_of_the_id(string id)
    {
        await state.Begin(id).SaveState(null, 3, Tick, Bytes("first")).RunAsync(Cancel);

        var memory = await state.LoadAsync(id.ToUpperInvariant(), Cancel);

        Assert.Equal((3, Tick, "first"), (memory.State!.Version, memory.State.At, Text(memory.State.Content)));
        Assert.Null(memory.OpenChange);
        Assert.Null(memory.Snapshot);
        Assert.Null((await state.LoadAsync(id + "2", Cancel)).State);
    }

    [Fact]
    public async Task Of_two_that_save_the_state_they_both_read_the_second_is_told()
    {
        await state.Begin(Resource).SaveState(null, 1, Tick, Bytes("0")).RunAsync(Cancel);
        var read = (await state.LoadAsync(Resource, Cancel)).State;

        var first = await state.Begin(Resource).SaveState(read, 1, Tick, Bytes("1")).RunAsync(Cancel);
        var second = await state.Begin(Resource).SaveState(read, 1, Tick, Bytes("2")).RunAsync(Cancel);

        Assert.True(first.Committed);
        Assert.Equal(new ResourceCommitResult(false, "state"), second);
        Assert.Equal("1", Text((await state.LoadAsync(Resource, Cancel)).State!.Content));
    }

    [Fact]
    public async Task A_tick_delivered_twice_leaves_one_state_one_decision_and_one_message()
    {
        var results = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => state.Begin(Resource)
            .SaveState(null, 1, Tick, Bytes("1")).Append(Decision(Tick)).Enqueue(Item("alert")).RunAsync(Cancel)));

        Assert.Single(results, result => result.Committed);
        Assert.Single((await HistoryAsync()).Records);
        Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel));
    }

    [Fact]
    public async Task A_commit_that_fails_in_its_last_part_leaves_none_of_its_parts()
    {
        await state.Outbox.EnqueueAsync(Item("alert"), Cancel);

        var result = await state.Begin(Resource).SaveState(null, 1, Tick, Bytes("1")).Append(Decision(Tick)).Enqueue(Item("alert")).RunAsync(Cancel);

        Assert.Equal(new ResourceCommitResult(false, "outbox"), result);
        Assert.Null((await state.LoadAsync(Resource, Cancel)).State);
        Assert.Empty((await HistoryAsync()).Records);
    }

    [Fact]
    public void A_commit_for_one_resource_refuses_what_belongs_to_another() =>
        Assert.Throws<ArgumentException>(() => state.Begin("/other").Append(Decision(Tick)));

    [Fact]
    public async Task Many_are_loaded_in_the_order_asked_for()
    {
        var ids = Enumerable.Range(0, 20).Select(i => $"/r/{i}").ToArray();
        foreach (var id in ids.Where((_, i) => i % 3 == 0))
        {
            await state.Begin(id).SaveState(null, 1, Tick, Bytes(id)).RunAsync(Cancel);
        }

        var loaded = await state.LoadAsync(ids, Cancel);

        Assert.Equal(ids, loaded.Select(memory => memory.ResourceId));
        Assert.Equal(ids.Select((id, i) => i % 3 == 0 ? id : null), loaded.Select(memory => memory.State is { } s ? Text(s.Content) : null));
    }

    [Fact]
    public async Task Snapshots_are_listed_page_by_page_each_once()
    {
        foreach (var i in Enumerable.Range(0, 23))
        {
            await state.SaveSnapshotAsync($"/r/{i}", 1, Tick, Bytes($"old {i}"), Cancel);
            await state.SaveSnapshotAsync($"/r/{i}", 1, Tick, Bytes($"{i}"), Cancel);
        }

        var seen = new List<string>();
        SnapshotPosition? position = null;
        do
        {
            var page = await state.SnapshotsAsync(position, 5, Cancel);
            Assert.InRange(page.Snapshots.Count, 0, 5);
            seen.AddRange(page.Snapshots.Select(snapshot => Text(snapshot.Content)));
            position = page.Next;
        }
        while (position is not null);

        Assert.Equal(Enumerable.Range(0, 23), seen.Select(int.Parse).Order());
        Assert.Equal("7", Text((await state.LoadAsync("/r/7", Cancel)).Snapshot!.Content));
    }

    [Fact]
    public async Task A_decision_of_one_tick_and_action_is_recorded_once_with_all_it_says()
    {
        var decision = Decision(Tick) with { Details = """{"a":"ü\"x"}""", ChangeId = "c", Actor = "someone" };

        Assert.True(await state.Decisions.AppendAsync(decision, Cancel));
        Assert.False(await state.Decisions.AppendAsync(decision with { Units = 9 }, Cancel));
        Assert.True(await state.Decisions.AppendAsync(decision with { Action = ScalingAction.Hold }, Cancel));

        var read = (await HistoryAsync()).Records.Single(record => record.Action == ScalingAction.ScaleOut);
        Assert.Equivalent(decision, read, strict: true);
    }

    [Fact]
    public async Task Decisions_come_newest_first_in_pages_with_from_inside_and_before_outside_the_range()
    {
        foreach (var minute in Enumerable.Range(0, 10))
        {
            await state.Decisions.AppendAsync(Decision(Tick.AddMinutes(minute)), Cancel);
        }

        var minutes = new List<double>();
        for (string? after = null; ;)
        {
            var page = await state.Decisions.QueryAsync(Resource, Tick.AddMinutes(2), Tick.AddMinutes(9), after, 3, Cancel);
            minutes.AddRange(page.Records.Select(record => (record.Tick - Tick).TotalMinutes));
            if (page.Next is null)
            {
                break;
            }

            after = page.Next;
        }

        Assert.Equal([8, 7, 6, 5, 4, 3, 2], minutes);
    }

    [Fact]
    public async Task A_resource_has_one_open_change_whoever_opens_it()
    {
        var changes = Enumerable.Range(0, 6).Select(i => Change(Tick.AddMinutes(i))).ToArray();

        var results = await Task.WhenAll(changes.Select(change => state.Changes.OpenAsync(change, Cancel)));

        var opened = Assert.Single(results, result => result.Answer == OpenChangeAnswer.Opened).Change;
        Assert.All(results, result => Assert.Equal(opened.Id, result.Change.Id));
        Assert.Equal(5, results.Count(result => result.Answer == OpenChangeAnswer.AnotherIsOpen));
        Assert.Equal(opened, (await state.LoadAsync(Resource, Cancel)).OpenChange);
        Assert.Equal(opened.Id, Assert.Single(await state.Changes.ListOpenAsync(10, Cancel)).Id);
    }

    [Fact]
    public async Task A_change_goes_from_intention_to_end_and_then_frees_the_resource()
    {
        var intended = (await state.Changes.OpenAsync(Change(Tick), Cancel)).Change;
        var sent = await state.Changes.SaveAsync(intended with { State = ChangeState.Sent, SentAt = Tick, Attempts = 1 }, Cancel);
        var late = await state.Changes.SaveAsync(intended with { State = ChangeState.Failed }, Cancel);
        var accepted = await state.Changes.SaveAsync(sent! with { State = ChangeState.Accepted, OperationUrl = "https://x/op" }, Cancel);
        var closed = await state.Changes.SaveAsync(accepted! with { State = ChangeState.Verified, ClosedAt = Tick.AddMinutes(5) }, Cancel);

        Assert.Null(late);
        Assert.Equal(closed, await state.Changes.FindAsync(intended.Id, Cancel));
        Assert.Null(await state.Changes.OpenOfAsync(Resource, Cancel));
        Assert.Empty(await state.Changes.ListOpenAsync(10, Cancel));
        Assert.Equal(OpenChangeAnswer.Opened, (await state.Changes.OpenAsync(Change(Tick.AddHours(1)), Cancel)).Answer);
    }

    [Fact]
    public async Task A_change_whose_message_comes_again_is_known_even_after_its_end()
    {
        var opened = (await state.Changes.OpenAsync(Change(Tick), Cancel)).Change;
        Assert.Equal(OpenChangeAnswer.KnownAlready, (await state.Changes.OpenAsync(Change(Tick), Cancel)).Answer);
        await state.Changes.SaveAsync(opened with { State = ChangeState.Refused, Code = "Locked" }, Cancel);

        var again = await state.Changes.OpenAsync(Change(Tick), Cancel);

        Assert.Equal((OpenChangeAnswer.KnownAlready, ChangeState.Refused), (again.Answer, again.Change.State));
        Assert.Null(await state.Changes.OpenOfAsync(Resource, Cancel));
    }

    [Fact]
    public async Task Of_two_that_close_a_change_one_does()
    {
        var opened = (await state.Changes.OpenAsync(Change(Tick), Cancel)).Change;

        var closed = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ =>
            state.Changes.SaveAsync(opened with { State = ChangeState.Verified }, Cancel)));

        Assert.Single(closed, change => change is not null);
    }

    [Theory]
    [InlineData("")]
    [InlineData("nonsense")]
    [InlineData("00000000000000000000000000000000-0000000000000000001")]
    [InlineData("../../../../../../../../../../../../../../../etc/pass")]
    public async Task An_id_of_no_change_or_approval_finds_none(string id)
    {
        Assert.Null(await state.Changes.FindAsync(id, Cancel));
        Assert.Null(await state.Approvals.FindAsync(id, Cancel));
    }

    [Fact]
    public async Task An_outbox_item_is_completed_by_exactly_one_and_never_opens_again()
    {
        Assert.True(await state.Outbox.EnqueueAsync(Item("alert"), Cancel));
        var item = Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel));

        var winners = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => state.Outbox.CompleteAsync(item, "delivered", Tick, Cancel)));

        Assert.Single(winners, won => won);
        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
        Assert.False(await state.Outbox.EnqueueAsync(Item("alert"), Cancel));
        Assert.Equal("delivered", (await state.Outbox.FindMarkAsync(Resource, Tick, "alert", Cancel))!.Outcome);
        Assert.Null(await state.Outbox.FindOpenAsync(OutboxKind.Notification, Resource, Tick, "alert", Cancel));
    }

    [Fact]
    public async Task An_item_in_delivery_is_taken_by_one_until_its_time_is_over()
    {
        await state.Outbox.EnqueueAsync(Item("alert"), Cancel);
        var item = (await state.Outbox.FindOpenAsync(OutboxKind.Notification, Resource, Tick, "alert", Cancel))!;

        var taken = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => state.Outbox.TakeAsync(item, Tick, Tick.AddMinutes(1), Cancel)));
        var current = (await state.Outbox.FindOpenAsync(OutboxKind.Notification, Resource, Tick, "alert", Cancel))!;

        Assert.Equal(1, Assert.Single(taken, one => one is not null)!.Attempts);
        Assert.Null(await state.Outbox.TakeAsync(current, Tick.AddSeconds(59), Tick.AddMinutes(2), Cancel));
        Assert.Equal(2, (await state.Outbox.TakeAsync(current, Tick.AddSeconds(60), Tick.AddMinutes(2), Cancel))!.Attempts);
    }

    [Fact]
    public async Task Items_of_one_id_in_several_scopes_are_several_and_listed_oldest_first()
    {
        foreach (var (scope, minute) in new[] { ("/r/1", 2), ("/r/2", 0), (OutboxItem.FleetScope, 1) })
        {
            Assert.True(await state.Outbox.EnqueueAsync(Item("same") with { Scope = scope, CreatedAt = Tick.AddMinutes(minute) }, Cancel));
        }

        Assert.Equal(["/r/2", OutboxItem.FleetScope, "/r/1"], (await state.Outbox.ListOpenAsync(10, Cancel)).Select(item => item.Scope));
    }

    [Fact]
    public async Task An_outbox_payload_of_48_KB_full_of_quotes_fits()
    {
        var payload = $"[{string.Join(',', Enumerable.Repeat("\"abcdefghijkl\"", 3_200))}]"; // 3,200 x 15 + 1 = 48,001 characters
        await state.Outbox.EnqueueAsync(Item("large") with { Payload = payload }, Cancel);

        Assert.Equal(payload, Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).Payload);
    }

    [Fact]
    public async Task An_approval_is_answered_once_together_with_what_follows()
    {
        var approval = Approval();
        Assert.True(await state.Approvals.AskAsync(approval, Cancel));
        Assert.False(await state.Approvals.AskAsync(approval, Cancel));
        var read = (await state.Approvals.FindAsync(approval.Id, Cancel))!;

        var answers = await Task.WhenAll(Enumerable.Range(0, 5).Select(i => state.Begin(Resource)
            .Settle(read with { State = ApprovalState.Approved, SettledBy = $"person {i}" }).Enqueue(Item($"change {i}")).RunAsync(Cancel)));

        var winner = Assert.Single(Enumerable.Range(0, 5), i => answers[i].Committed);
        var settled = (await state.Approvals.FindAsync(approval.Id, Cancel))!;
        Assert.Equal((ApprovalState.Approved, $"person {winner}"), (settled.State, settled.SettledBy));
        Assert.Equal($"change {winner}", Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).Id);
        Assert.All(answers.Where(answer => !answer.Committed), answer => Assert.Equal("approval", answer.Conflict));
    }

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

    [Fact]
    public async Task What_is_older_than_the_policy_is_purged_and_what_is_open_or_younger_stays()
    {
        var now = Tick.AddDays(500);
        var policy = RetentionPolicy.Default;
        DateTimeOffset[] ages = [now - policy.History - TimeSpan.FromTicks(1), now - policy.History, now];
        foreach (var at in ages)
        {
            await state.Decisions.AppendAsync(Decision(at), Cancel);
        }

        var closed = (await state.Changes.OpenAsync(Change(Tick), Cancel)).Change;
        await state.Changes.SaveAsync(closed with { State = ChangeState.Verified }, Cancel);
        var open = (await state.Changes.OpenAsync(Change(Tick.AddDays(1)), Cancel)).Change;
        await state.Outbox.EnqueueAsync(Item("open"), Cancel);
        await state.Outbox.EnqueueAsync(Item("done"), Cancel);
        await state.Outbox.CompleteAsync((await state.Outbox.FindOpenAsync(OutboxKind.Notification, Resource, Tick, "done", Cancel))!, "delivered", Tick, Cancel);
        await state.Begin("/gone").SaveState(null, 1, Tick, Bytes("x")).SaveSnapshot(1, Tick, Bytes("x")).RunAsync(Cancel);
        await state.Begin("/young").SaveState(null, 1, now, Bytes("x")).SaveSnapshot(1, now, Bytes("x")).RunAsync(Cancel);
        await state.Approvals.AskAsync(Approval(), Cancel);
        await state.Sweeps.BeginAsync(new SweepRecord(Tick, 1, Tick), Cancel);
        await state.Sweeps.BeginAsync(new SweepRecord(now, 1, now), Cancel);
        await state.Blast.TakeAsync("s-1", "a", 1, 5, 5, Tick, Cancel);
        await state.Blast.TakeAsync("s-1", "b", 1, 5, 5, now, Cancel);

        var deleted = await state.Retention.PurgeAsync(policy, now, Cancel);

        // 1 decision, 1 closed change, 1 mark, 1 state and 1 snapshot, 1 approval, 1 sweep, 1 hour.
        Assert.Equal(8, deleted);
        Assert.Equal(0, await state.Retention.PurgeAsync(policy, now, Cancel));
        Assert.Equal(ages[1..].Reverse(), (await HistoryAsync()).Records.Select(record => record.Tick));
        Assert.Equal(open.Id, (await state.Changes.OpenOfAsync(Resource, Cancel))!.Id);
        Assert.NotNull(await state.Outbox.FindOpenAsync(OutboxKind.Notification, Resource, Tick, "open", Cancel));
        Assert.False(await state.Outbox.EnqueueAsync(Item("open"), Cancel));
        Assert.Null((await state.LoadAsync("/gone", Cancel)).State);
        Assert.NotNull((await state.LoadAsync("/young", Cancel)).State);
        Assert.Equal(1, (await state.Blast.UsageAsync("s-1", now, Cancel)).Changes);
    }

    [Fact]
    public async Task A_purge_of_more_rows_than_a_commit_holds_takes_them_all()
    {
        await Parallel.ForEachAsync(Enumerable.Range(0, 230), Cancel, async (i, cancel) => await state.Decisions.AppendAsync(Decision(Tick.AddMinutes(i)), cancel));

        Assert.Equal(230, await state.Retention.PurgeAsync(RetentionPolicy.Default, Tick.AddDays(500), Cancel));
    }

    [Fact]
    public async Task A_row_of_a_newer_version_is_refused_and_kept()
    {
        await state.Fleet.PauseAsync(new PauseMark("Ada", "incident", Tick), Cancel);
        var store = await place.OpenAsync();
        await store.CommitAsync("fleet", [RowWrite.Put("pause", 2, Tick, Bytes("""{"because":"tomorrow's words"}"""))], Cancel);

        var error = await Assert.ThrowsAsync<StateStoreException>(() => state.Fleet.PausedAsync(Cancel));
        await Assert.ThrowsAsync<StateStoreException>(() => state.Fleet.PauseAsync(new PauseMark("Bob", "x", Tick), Cancel));

        Assert.Equal(("NewerVersion", false), (error.Code, error.IsTransient));
        Assert.Equal("The pause in row fleet/pause has version 2; this program knows up to 1. Update Advisor.", error.Message);
        Assert.Equal(2, (await store.GetAsync("fleet", "pause", Cancel))!.Version);
    }

    private static ReadOnlyMemory<byte> Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private static string Text(ReadOnlyMemory<byte> bytes) => Encoding.UTF8.GetString(bytes.Span);

    private static DecisionRecord Decision(DateTimeOffset tick) => new()
    {
        ResourceId = Resource,
        Tick = tick,
        Action = ScalingAction.ScaleOut,
        Outcome = "recommended",
        FromSku = "Standard_S1",
        FromUnits = 2,
        Sku = "Standard_S1",
        Units = 5,
        Reasons = [new Reason(ReasonCodes.ForecastExceedsCapacity, "4.2 units are needed in 15 minutes.")],
    };

    private static ChangeRecord Change(DateTimeOffset decidedAt) => new()
    {
        ResourceId = Resource,
        DecidedAt = decidedAt,
        FromSku = "Standard_S1",
        FromUnits = 2,
        ToSku = "Standard_S1",
        ToUnits = 5,
    };

    private static OutboxItem Item(string id) => new()
    {
        Scope = Resource,
        Id = id,
        CreatedAt = Tick,
        Kind = OutboxKind.Notification,
        DedupKey = "d",
        Payload = "{}",
    };

    private static ApprovalRecord Approval() => new()
    {
        Id = ApprovalRecord.IdOf(Resource, new byte[16]),
        ResourceId = Resource,
        ChangeId = ChangeRecord.IdOf(Resource, Tick),
        CreatedAt = Tick,
        ExpiresAt = Tick.AddHours(1),
        PlanHash = "p",
        TokenHash = "t",
        KeyId = "k",
        Plan = "{}",
    };

    private async Task<AdvisorState> OpenAsync() => await AdvisorState.OpenAsync(await place.OpenAsync(), 4, Tick, Cancel);

    private Task<HistoryPage<DecisionRecord>> HistoryAsync() =>
        state.Decisions.QueryAsync(Resource, DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200), null, 100, Cancel);
}

public sealed class MemoryAdvisorStateTests() : AdvisorStateContract(new MemoryPlace());

public sealed class SqliteAdvisorStateTests() : AdvisorStateContract(new SqlitePlace());

public sealed class TableAdvisorStateTests(AzuriteFixture azurite) : AdvisorStateContract(new TablePlace(azurite));
