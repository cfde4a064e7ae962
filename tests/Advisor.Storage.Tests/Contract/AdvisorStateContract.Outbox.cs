using Advisor.State.Changes;
using Advisor.State.Notifications;

namespace Advisor.Storage.Tests.Contract;

/// <content>The outbox, and approvals with what follows them.</content>
public abstract partial class AdvisorStateContract
{
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

        var taken = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => state.Outbox.LeaseAsync(item, Tick, Tick.AddMinutes(1), Cancel)));
        var current = (await state.Outbox.FindOpenAsync(OutboxKind.Notification, Resource, Tick, "alert", Cancel))!;

        Assert.Equal(1, Assert.Single(taken, one => one is not null)!.Attempts);
        Assert.Null(await state.Outbox.LeaseAsync(current, Tick.AddSeconds(59), Tick.AddMinutes(2), Cancel));
        Assert.Equal(2, (await state.Outbox.LeaseAsync(current, Tick.AddSeconds(60), Tick.AddMinutes(2), Cancel))!.Attempts);
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
                        .Enqueue(Item($"change {i}"))
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
