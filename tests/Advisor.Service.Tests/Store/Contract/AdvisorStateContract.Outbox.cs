using Advisor.Service.Approvals;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.Store.Contract;

/// <content>The outbox, and approvals with what follows them.</content>
public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task An_outbox_item_that_several_complete_never_opens_again()
    {
        Assert.True(await state.Outbox.EnqueueAsync(CreateItem("alert"), Cancel));
        var item = Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel));

        await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => state.Outbox.CompleteAsync(item, Cancel)));

        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
        Assert.False(await state.Outbox.EnqueueAsync(CreateItem("alert"), Cancel));
        Assert.Null(await state.Outbox.FindOpenAsync(new OutboxKey(OutboxKind.Notification, Resource, Tick, "alert"), Cancel));
    }

    [Fact]
    public async Task An_item_that_changed_since_it_was_read_is_not_completed()
    {
        await state.Outbox.EnqueueAsync(CreateItem("alert"), Cancel);
        var read = Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel));
        await state.Outbox.LeaseAsync(read, Tick, Tick.AddMinutes(1), Cancel);

        await state.Outbox.CompleteAsync(read, Cancel);

        Assert.Equal(1, Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).Attempts);
    }

    [Fact]
    public async Task A_mark_that_an_earlier_program_wrote_prevents_a_second_enqueue()
    {
        // Earlier programs wrote content into it.
        var item = CreateItem("alert");
        await state.Outbox.EnqueueAsync(item, Cancel);
        var store = await place.OpenAsync();
        foreach (var bucket in Enumerable.Range(0, state.Buckets).Select(StateKeys.CreateBucketPartition))
        {
            foreach (var mark in (await store.QueryAsync(RowQuery.FromPrefix(bucket, StateKeys.EnqueuedOutbox), Cancel)).Rows)
            {
                await store.CommitAsync(bucket, [RowWrite.Put(mark.Key, 1, Tick, ToBytes("{\"outcome\":\"delivered\"}"))], Cancel);
            }
        }

        await state.Outbox.CompleteAsync(Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)), Cancel);

        Assert.False(await state.Outbox.EnqueueAsync(item, Cancel));
        Assert.Empty(await state.Outbox.ListOpenAsync(10, Cancel));
    }

    [Fact]
    public async Task An_item_in_delivery_is_taken_by_one_until_its_time_is_over()
    {
        await state.Outbox.EnqueueAsync(CreateItem("alert"), Cancel);
        var item = (await state.Outbox.FindOpenAsync(new OutboxKey(OutboxKind.Notification, Resource, Tick, "alert"), Cancel))!;

        var taken = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => state.Outbox.LeaseAsync(item, Tick, Tick.AddMinutes(1), Cancel)));
        var current = (await state.Outbox.FindOpenAsync(new OutboxKey(OutboxKind.Notification, Resource, Tick, "alert"), Cancel))!;

        Assert.Equal(1, Assert.Single(taken, one => one is not null)!.Attempts);
        Assert.Null(await state.Outbox.LeaseAsync(current, Tick.AddSeconds(59), Tick.AddMinutes(2), Cancel));
        Assert.Equal(2, (await state.Outbox.LeaseAsync(current, Tick.AddSeconds(60), Tick.AddMinutes(2), Cancel))!.Attempts);
    }

    [Fact]
    public async Task Items_of_one_id_in_several_scopes_are_several_and_listed_oldest_first()
    {
        foreach (var (scope, minute) in new[] { ("/r/1", 2), ("/r/2", 0), (OutboxItem.FleetScope, 1) })
        {
            Assert.True(
                await state.Outbox.EnqueueAsync(CreateItem("same") with { Scope = scope, CreatedAt = Tick.AddMinutes(minute) }, Cancel)
            );
        }

        Assert.Equal(["/r/2", OutboxItem.FleetScope, "/r/1"], (await state.Outbox.ListOpenAsync(10, Cancel)).Select(item => item.Scope));
    }

    [Fact]
    public async Task An_outbox_payload_of_48_KB_full_of_quotes_fits()
    {
        var payload = $"[{string.Join(',', Enumerable.Repeat("\"abcdefghijkl\"", 3_200))}]"; // 3,200 x 15 + 1 = 48,001 characters
        await state.Outbox.EnqueueAsync(CreateItem("large") with { Payload = payload }, Cancel);

        Assert.Equal(payload, Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).Payload);
    }

    [Fact]
    public async Task An_approval_is_answered_once_together_with_what_follows()
    {
        var approval = CreateApproval();
        Assert.True((await state.BeginCommit(Resource).RequestApproval(approval).RunAsync(Cancel)).IsCommitted);
        Assert.False((await state.BeginCommit(Resource).RequestApproval(approval).RunAsync(Cancel)).IsCommitted);
        var read = (await state.Approvals.FindAsync(approval.Id, Cancel))!;

        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, 5)
                .Select(i =>
                    state
                        .BeginCommit(Resource)
                        .SettleApproval(read with { State = ApprovalState.Approved, SettledBy = $"person {i}" })
                        .Enqueue(CreateItem($"change {i}"))
                        .RunAsync(Cancel)
                )
        );

        var winner = Assert.Single(Enumerable.Range(0, 5), i => answers[i].IsCommitted);
        var settled = (await state.Approvals.FindAsync(approval.Id, Cancel))!;
        Assert.Equal((ApprovalState.Approved, $"person {winner}"), (settled.State, settled.SettledBy));
        Assert.Equal($"change {winner}", Assert.Single(await state.Outbox.ListOpenAsync(10, Cancel)).Id);
        Assert.All(answers.Where(answer => !answer.IsCommitted), answer => Assert.Equal("approval", answer.Conflict));
    }
}
