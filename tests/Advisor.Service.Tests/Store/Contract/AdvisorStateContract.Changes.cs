using Advisor.Service.Approvals;
using Advisor.Service.Changes;

namespace Advisor.Service.Tests.Store.Contract;

/// <content>Changes of a resource: one at a time, from intention to end.</content>
public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task A_resource_has_one_open_change_whoever_opens_it()
    {
        var changes = Enumerable.Range(0, 6).Select(i => CreateChange(Tick.AddMinutes(i))).ToArray();

        var results = await Task.WhenAll(changes.Select(change => state.Changes.OpenAsync(change, Cancel)));

        var opened = Assert.Single(results, result => result.Outcome == OpenChangeOutcome.Opened).Change;
        Assert.All(results, result => Assert.Equal(opened.Id, result.Change.Id));
        Assert.Equal(5, results.Count(result => result.Outcome == OpenChangeOutcome.AnotherIsOpen));
        Assert.Equal(opened, (await state.LoadAsync(Resource, Cancel)).OpenChange);
        Assert.Equal(opened.Id, Assert.Single(await state.Changes.ListOpenAsync(Cancel)).Id);
    }

    [Fact]
    public async Task A_change_goes_from_intention_to_end_and_then_frees_the_resource()
    {
        var intended = (await state.Changes.OpenAsync(CreateChange(Tick), Cancel)).Change;
        var sent = await state.Changes.SaveAsync(intended with { State = ChangeState.Sent, SentAt = Tick, Attempts = 1 }, Cancel);
        var late = await state.Changes.SaveAsync(intended with { State = ChangeState.Failed }, Cancel);
        var accepted = await state.Changes.SaveAsync(sent! with { State = ChangeState.Accepted, OperationUrl = "https://x/op" }, Cancel);
        var closed = await state.Changes.SaveAsync(accepted! with { State = ChangeState.Verified, ClosedAt = Tick.AddMinutes(5) }, Cancel);

        Assert.Null(late);
        Assert.Equal(closed, await state.Changes.FindAsync(intended.Id, Cancel));
        Assert.Null(await state.Changes.FindOpenAsync(Resource, Cancel));
        Assert.Empty(await state.Changes.ListOpenAsync(Cancel));
        Assert.Equal(OpenChangeOutcome.Opened, (await state.Changes.OpenAsync(CreateChange(Tick.AddHours(1)), Cancel)).Outcome);
    }

    // A change that a person approves ends while an evaluation of the resource is under way.
    [Fact]
    public async Task The_end_of_a_change_is_not_overwritten_by_who_read_the_results_before_it()
    {
        var failed = CreateChange(Tick) with { State = ChangeState.Failed, ClosedAt = Tick };
        Assert.True((await state.BeginCommit(Resource).SaveTally(ChangeTally.Advance(null, failed)!).RunAsync(Cancel)).IsCommitted);
        var read = (await state.LoadAsync(Resource, Cancel)).Tally!;
        var before = await state.Changes.FindTallyAsync(Resource, Cancel);

        var end = await state.BeginCommit(Resource).SaveTally(ChangeTally.Advance(before, failed)!).RunAsync(Cancel);
        var late = await state.BeginCommit(Resource).SaveTally(read with { FailedInARow = 0 }).RunAsync(Cancel);

        Assert.Equal((true, false, "tally"), (end.IsCommitted, late.IsCommitted, late.Conflict));
        Assert.Equal(2, (await state.Changes.FindTallyAsync(Resource, Cancel))!.FailedInARow);
    }

    [Fact]
    public async Task A_change_whose_message_comes_again_is_known_even_after_its_end()
    {
        var opened = (await state.Changes.OpenAsync(CreateChange(Tick), Cancel)).Change;
        Assert.Equal(OpenChangeOutcome.AlreadyKnown, (await state.Changes.OpenAsync(CreateChange(Tick), Cancel)).Outcome);
        await state.Changes.SaveAsync(opened with { State = ChangeState.Refused, Code = "Locked" }, Cancel);

        var again = await state.Changes.OpenAsync(CreateChange(Tick), Cancel);

        Assert.Equal((OpenChangeOutcome.AlreadyKnown, ChangeState.Refused), (again.Outcome, again.Change.State));
        Assert.Null(await state.Changes.FindOpenAsync(Resource, Cancel));
    }

    [Fact]
    public async Task Of_two_that_close_a_change_one_does()
    {
        var opened = (await state.Changes.OpenAsync(CreateChange(Tick), Cancel)).Change;

        var closed = await Task.WhenAll(
            Enumerable.Range(0, 4).Select(_ => state.Changes.SaveAsync(opened with { State = ChangeState.Verified }, Cancel))
        );

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
}
