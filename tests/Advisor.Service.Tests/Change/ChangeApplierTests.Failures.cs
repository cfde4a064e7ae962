using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Change;
using Advisor.Service.Fleet;
using Advisor.Service.Tests.World;
using Advisor.State.Changes;

namespace Advisor.Service.Tests.Change;

public sealed partial class ChangeApplierTests
{
    [Fact]
    public async Task A_conflict_is_sent_again_later_and_only_then()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "409", TimeSpan.FromMinutes(3)));
        await world.RunAsync(3);
        Assert.Empty(world.Azure.Patches);
        await world.RunAsync(10);
        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    [Theory]
    [InlineData(FailureCode.Conflict)]
    [InlineData(FailureCode.Throttled)]
    public async Task A_change_waits_for_Azure_no_longer_than_its_decision_counts_and_the_next_tick_decides_again(FailureCode code)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, code, "Azure says later.", TimeSpan.FromDays(1000)));

        // Decided on within 5 minutes, waited for 15 minutes, decided again, and in effect 3 minutes later.
        await world.RunAsync(30);

        var changes = await world.ReadChangesAsync(chat.Id);
        Assert.Equal((ChangeState.Canceled, "Expired"), (changes[^1].State, changes[^1].Code));
        Assert.InRange(changes[^1].ClosedAt!.Value - changes[^1].DecidedAt, TimeSpan.FromMinutes(15), TimeSpan.FromMinutes(17));
        Assert.Equal(ChangeState.Verified, changes[0].State);
        Assert.Single(world.Azure.Patches);
    }

    [Theory]
    [InlineData(FailureCode.Locked)]
    [InlineData(FailureCode.Policy)]
    [InlineData(FailureCode.Forbidden)]
    public async Task What_only_people_can_fix_is_sent_once_and_not_retried_every_minute(FailureCode code)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var i = 0; i < 60; i++)
        {
            world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, code, "Azure says no."));
        }

        await world.RunAsync(50);

        Assert.Equal(
            (ChangeState.Refused, code.ToString()),
            Assert.Single(await world.ReadChangesAsync(chat.Id)) is var c ? (c.State, c.Code) : default
        );
        Assert.Empty(world.Channel.Kinds);
        Assert.Equal(AlertEventKind.Fired, Assert.Single(world.Reports, r => r.Condition == "changeFailed").Kind);
        Assert.Contains(
            await world.ReadDecisionsAsync(chat.Id),
            d => d.Outcome == "suppressed" && d.Reasons[0].Code == "RestingAfterRefusal"
        );
    }

    [Fact]
    public async Task After_so_many_failed_changes_applying_stops_everywhere_with_one_message()
    {
        world.Azure.ChangesFail = true;
        world.Options = world.Options with { MaxFailedVerifications = 3 };
        for (var i = 0; i < 6; i++)
        {
            var from = ServiceWorld.Start.AddMinutes(i * 10);
            world.Azure.Add($"r{i}", 1, minute => minute < from ? 100 : 2600);
        }

        await world.RunAsync(90);

        // The third failure stops it; what was on its way then may still end.
        Assert.InRange(world.Azure.Patches.Count, 3, 4);
        Assert.Equal(
            AlertSeverity.Critical,
            Assert.Single(world.Channel.Sent, n => n.DedupKey.StartsWith("applying-stopped/", StringComparison.Ordinal)).Severity
        );
        Assert.NotNull(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
        Assert.Contains((await world.ReadDecisionsAsync(world.Azure.Add("r5", 1, _ => 0).Id)), d => d.Outcome == "suppressed");
    }

    [Fact]
    public async Task Throttled_changes_count_neither_as_sent_nor_as_failed_so_that_they_stop_nothing()
    {
        world.Options = world.Options with { MaxFailedVerifications = 3 };
        var throttled = Enumerable.Range(0, 3).Select(i => world.Azure.Add($"r{i}", 1, _ => 2600)).ToList();
        for (var i = 0; i < 200; i++)
        {
            world.Azure.Refusals.Enqueue(
                new ScaleOutcome(
                    ScaleResult.RetryLater,
                    null,
                    i % 2 == 0 ? FailureCode.Conflict : FailureCode.Throttled,
                    "409 or 429",
                    TimeSpan.FromMinutes(1)
                )
            );
        }

        await world.RunAsync(60);

        Assert.Empty(world.Azure.Patches);
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
        foreach (var resource in throttled)
        {
            // Never sent for good, and dropped after 15 minutes for a fresh decision.
            Assert.All(
                await world.ReadChangesAsync(resource.Id),
                change =>
                    Assert.True(
                        change.IsOpen || (change.State, change.Code, change.Attempts) == (ChangeState.Canceled, "Expired", 0),
                        $"{change.State} {change.Code}"
                    )
            );
        }

        world.Azure.Refusals.Clear();
        await world.RunAsync(20);
        Assert.Equal(3, world.Azure.Patches.Count);
    }

    [Fact]
    public async Task Requests_without_an_answer_that_never_arrived_end_a_change_and_stop_nothing()
    {
        world.Options = world.Options with { MaxFailedVerifications = 1 };
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var i = 0; i < 3; i++)
        {
            world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer in time."));
        }

        await world.RunAsync(30);

        Assert.Contains(
            await world.ReadChangesAsync(chat.Id),
            change =>
                change
                    is { State: ChangeState.Failed, Code: "NotInEffect", Attempts: 3 }
                        or { State: ChangeState.Canceled, Code: "Expired" }
        );
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
    }

    [Fact]
    public async Task A_stop_that_a_person_ends_lets_changes_continue_counts_from_zero_and_the_next_stop_is_another_event()
    {
        world.Azure.ChangesFail = true;
        world.Options = world.Options with { MaxFailedVerifications = 2, PauseAfterFailure = TimeSpan.FromMinutes(5) };
        world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(40);
        var state = await world.OpenStateAsync();
        var (stop, before) = (await state.Fleet.FindPauseAsync(CancellationToken.None), world.Azure.Patches.Count);

        var mark = await new Resumption(state).RunAsync("dana", "lock removed", world.Clock.GetUtcNow(), CancellationToken.None);
        Assert.Equal(("dana", "lock removed", stop), (mark!.By, mark.Reason, mark.Ended));
        Assert.Null(await new Resumption(state).RunAsync("dana", "again", world.Clock.GetUtcNow(), CancellationToken.None));
        await world.RunAsync(40);

        // From zero: two more failures until it stops again, at another time and under another name.
        Assert.Equal((2, 4), (before, world.Azure.Patches.Count));
        var stops = world.Channel.Sent.Where(sent => sent.DedupKey.StartsWith("applying-stopped/", StringComparison.Ordinal)).ToList();
        Assert.Equal(2, stops.Count);
        Assert.Equal(2, stops.Select(sent => sent.EventId).Distinct().Count());
        Assert.Contains(
            world.Channel.Sent,
            sent =>
                sent.DedupKey.StartsWith("applying-resumed/", StringComparison.Ordinal)
                && sent.Text.Contains("dana", StringComparison.Ordinal)
        );
        Assert.NotEqual(stop, await state.Fleet.FindPauseAsync(CancellationToken.None));
    }

    [Fact]
    public async Task After_a_failed_change_a_resource_is_not_changed_for_an_hour_however_long_the_change_took()
    {
        world.Azure.ChangesFail = true;
        world.Azure.ChangeTakes = TimeSpan.FromMinutes(40);
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(130);

        var changes = (await world.ReadChangesAsync(chat.Id)).Reverse().ToList();
        Assert.Equal(2, changes.Count);
        Assert.True(changes[0].ClosedAt - changes[0].DecidedAt >= TimeSpan.FromMinutes(40));
        Assert.InRange(changes[1].DecidedAt, changes[0].ClosedAt!.Value.AddHours(1), changes[0].ClosedAt!.Value.AddMinutes(62));
    }

    [Fact]
    public async Task A_request_that_never_arrived_is_sent_again_only_because_the_resource_shows_the_old_size_and_succeeded()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer in time."));
        await world.RunAsync(10);

        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }
}
