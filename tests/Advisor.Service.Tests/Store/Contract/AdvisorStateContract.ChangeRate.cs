using Advisor.Service.Changes;

namespace Advisor.Service.Tests.Store.Contract;

/// <content>The change rate limit of a subscription.</content>
public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task The_limit_of_a_subscription_grants_what_60_minutes_allow_and_counts_a_change_once()
    {
        Task<ChangeRateResult> TakeAsync(string change, int units, DateTimeOffset at) =>
            state.ChangeRate.AcquireAsync("s-1", change, ChangeDirection.Out, false, units, new(3, 10), at, Cancel);

        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("a", 4, Tick));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("a", 4, Tick));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("b", 6, Tick));
        Assert.Equal(ChangeRateResult.NoUnitsLeft, await TakeAsync("c", 1, Tick));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("d", 0, Tick));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("e", 0, Tick));
        Assert.Equal(
            (3, 10),
            (
                (await state.ChangeRate.GetUsageAsync("s-1", Tick, Cancel)).CountChanges(ChangeDirection.Out),
                (await state.ChangeRate.GetUsageAsync("S-1", Tick, Cancel)).SumUnits(ChangeDirection.Out)
            )
        );
        Assert.Equal(0, (await state.ChangeRate.GetUsageAsync("s-2", Tick, Cancel)).CountChanges(ChangeDirection.Out));
    }

    [Fact]
    public async Task Each_direction_has_a_count_of_its_own_and_what_is_urgent_may_use_the_other_one()
    {
        Task<ChangeRateResult> TakeAsync(string change, ChangeDirection direction, bool urgent = false, int units = 1) =>
            state.ChangeRate.AcquireAsync("s-1", change, direction, urgent, units, new(2, 10), Tick, Cancel);

        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("a", ChangeDirection.Out));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("b", ChangeDirection.Out));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("c", ChangeDirection.Out));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("d", ChangeDirection.In));

        // The other direction has one change and 9 units left.
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("e", ChangeDirection.Out, urgent: true, units: 10));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("e", ChangeDirection.Out, urgent: true, units: 9));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("e", ChangeDirection.Out, urgent: true, units: 9));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("f", ChangeDirection.In));
        var usage = await state.ChangeRate.GetUsageAsync("s-1", Tick, Cancel);
        Assert.Equal((2, 2), (usage.CountChanges(ChangeDirection.Out), usage.CountChanges(ChangeDirection.In)));
        Assert.Equal((2, 10), (usage.SumUnits(ChangeDirection.Out), usage.SumUnits(ChangeDirection.In)));
    }

    [Fact]
    public async Task The_limit_slides_so_that_no_60_minutes_have_more_changes_than_it_allows()
    {
        Task<ChangeRateResult> TakeAsync(string change, int minute) =>
            state.ChangeRate.AcquireAsync("s-1", change, ChangeDirection.Out, false, 1, new(4, 100), Tick.AddMinutes(minute), Cancel);

        // Three at 08:50 and after, the fourth at 09:05: the first leaves the window at 09:50, not at 09:00.
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("a", 50));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("b", 55));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("c", 59));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("d", 65));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("e", 66));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("e", 109));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("e", 110));
        Assert.Equal(4, (await state.ChangeRate.GetUsageAsync("s-1", Tick.AddMinutes(110), Cancel)).CountChanges(ChangeDirection.Out));
        Assert.Equal(1, (await state.ChangeRate.GetUsageAsync("s-1", Tick.AddMinutes(169), Cancel)).CountChanges(ChangeDirection.Out));
        Assert.Equal(0, (await state.ChangeRate.GetUsageAsync("s-1", Tick.AddMinutes(170), Cancel)).CountChanges(ChangeDirection.Out));
    }

    [Fact]
    public async Task A_share_that_is_given_back_is_there_for_another_change()
    {
        Task<ChangeRateResult> TakeAsync(string change) =>
            state.ChangeRate.AcquireAsync("s-1", change, ChangeDirection.Out, false, 1, new(2, 100), Tick, Cancel);

        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("a"));
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("other"));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("b"));
        await state.ChangeRate.ReleaseAsync("s-1", "a", Tick, Cancel);
        await state.ChangeRate.ReleaseAsync("s-1", "unknown", Tick, Cancel);
        Assert.Equal(ChangeRateResult.Granted, await TakeAsync("b"));
        Assert.Equal(ChangeRateResult.NoChangesLeft, await TakeAsync("c"));
    }

    [Fact]
    public async Task Instances_that_take_at_once_never_take_more_than_the_hour_allows()
    {
        var other = await OpenAsync();

        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, 12)
                .Select(i =>
                    (i % 2 == 0 ? state : other).ChangeRate.AcquireAsync(
                        "s-1",
                        $"c{i}",
                        ChangeDirection.Out,
                        false,
                        1,
                        new(5, 100),
                        Tick,
                        Cancel
                    )
                )
        );

        Assert.Equal(5, answers.Count(answer => answer == ChangeRateResult.Granted));
    }
}
