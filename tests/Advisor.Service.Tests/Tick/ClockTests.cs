using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Tick;

/// <summary>The clock of the machine is wrong for some minutes, while Azure's is right.</summary>
public sealed class ClockTests
{
    private static readonly TimeSpan TwoHours = TimeSpan.FromHours(2);

    private readonly ServiceWorld world = new() { IsDated = true };
    private readonly FakeResource chat;

    // 2,300 connections at a target of 90 % need 2.6 units, so 3, from 08:15 on; before that one is enough.
    public ClockTests() => chat = world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(15) ? 300 : 2300);

    public static TheoryData<double> Steps => [2, -2, 365 * 24, 2.2 * 365 * 24];

    [Theory]
    [MemberData(nameof(Steps))]
    [Fault("process-clock")]
    public async Task A_clock_that_is_wrong_for_six_minutes_costs_six_minutes(double hours)
    {
        var state = await world.OpenStateAsync();
        await state.BeginCommit(chat.Id).Append(CreateDecision(chat.Id, ServiceWorld.Start.AddDays(-100))).RunAsync(CancellationToken.None);
        await world.RunAsync(10);
        world.Ahead = TimeSpan.FromHours(hours);
        await world.RunAsync(6);

        // 08:09 is the last tick by the right clock: nothing that anybody reads has moved since, and nothing is of another time.
        var beat = (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!;
        Assert.Equal(ServiceWorld.Start.AddMinutes(9), beat.Tick);
        var mark = (await state.Fleet.FindClockMarkAsync(CancellationToken.None))!;
        Assert.Equal((ServiceWorld.Start.AddMinutes(10), TimeSpan.FromHours(hours)), (mark.At, mark.Ahead));

        world.Ahead = TimeSpan.Zero;
        await world.RunAsync(14);

        // The load came at 08:15 and is read at 08:18; the change takes a few minutes and is in force long before the wrong clock's time.
        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Equal(ServiceWorld.Start.AddMinutes(29), (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick);
        Assert.All(
            await world.ReadChangesAsync(chat.Id),
            change => Assert.InRange(change.DecidedAt, ServiceWorld.Start.AddMinutes(17), ServiceWorld.Start.AddMinutes(20))
        );
        Assert.Contains(await ReadDecisionsAsync(state), line => line.Tick == ServiceWorld.Start.AddDays(-100));

        // One alert and its end, to people, in time.
        var reported = world
            .Reports.Where(report => report.Condition == "clockWrong")
            .Select(report => $"{report.Kind} {report.At:HH:mm}")
            .ToList();
        Assert.Equal(["Fired 08:10", "Resolved 08:17"], reported);
        Assert.Equal(2, world.Channel.Sent.Count(message => message.Text.Contains("clock of Advisor's machine", StringComparison.Ordinal)));
        var direction = hours > 0 ? "ahead of" : "behind";
        Assert.Single(
            world.Lines,
            line =>
                line.Contains(
                    $"minutes {direction} Azure's. Advisor decides, applies and deletes nothing until it is right",
                    StringComparison.Ordinal
                )
        );
    }

    [Theory]
    [InlineData(-120)]
    [InlineData(120)]
    public async Task A_message_that_failed_is_retried_by_the_time_of_Azure(int minutesAhead)
    {
        await world.RunAsync(5);
        world.Ahead = TimeSpan.FromMinutes(minutesAhead);
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("down"));
        await world.RunAsync(3);

        // Of the alert about the clock: attempted at 08:05, and again at the next tick.
        Assert.Equal(2, world.Channel.Sent.Count);
        Assert.Empty(await (await world.OpenStateAsync()).Outbox.ListOpenAsync(10, CancellationToken.None));
    }

    [Fact]
    [Fault("process-clock")]
    public async Task A_message_that_failed_while_the_clock_was_ahead_and_Azure_silent_is_sent_with_the_first_tick_of_the_right_clock()
    {
        // As a machine that starts without a network: no answer tells that its clock is nine hours ahead.
        world.IsDated = false;
        await world.RunAsync(5);
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.Unreachable, "No network."));
        (chat.Reports, world.Ahead) = (false, TimeSpan.FromHours(9));
        world.Channel.Answers.Enqueue(DeliveryResult.RetryLater("no network"));
        await world.RunAsync(1);

        var kept = Assert.Single(await (await world.OpenStateAsync()).Outbox.ListOpenAsync(10, CancellationToken.None));
        Assert.True(kept.NextAttemptAt > world.Clock.GetUtcNow().AddHours(8));

        world.Azure.ListFailures.Clear();
        (chat.Reports, world.Ahead, world.IsDated) = (true, TimeSpan.Zero, true);
        await world.RunAsync(1);

        Assert.Empty(await (await world.OpenStateAsync()).Outbox.ListOpenAsync(10, CancellationToken.None));
        Assert.Equal(2, world.Channel.Sent.Count(message => message.EventId == world.Channel.Sent[0].EventId));
    }

    [Fact]
    public async Task Metrics_that_are_missing_for_hours_are_no_wrong_clock_where_Azure_dates_its_answers()
    {
        await world.RunAsync(10);
        chat.Reports = false;
        await world.RunAsync(180);

        var state = await world.OpenStateAsync();
        Assert.Null(await state.Fleet.FindClockMarkAsync(CancellationToken.None));
        Assert.Equal(world.Clock.GetUtcNow().AddMinutes(-1), (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick);
        Assert.Contains(world.Reports, report => report.Condition == "noData");
        Assert.DoesNotContain(world.Reports, report => report.Condition == "clockWrong");
    }

    [Theory]
    [InlineData(299, false)]
    [InlineData(300, false)] // five minutes, not more
    [InlineData(301, true)]
    [InlineData(-301, true)]
    public async Task Five_minutes_off_are_borne_and_a_second_more_is_not(int seconds, bool held)
    {
        world.Ahead = TimeSpan.FromSeconds(seconds);
        await world.RunAsync(2);

        Assert.Equal(held, await (await world.OpenStateAsync()).Fleet.FindClockMarkAsync(CancellationToken.None) is not null);
    }

    [Fact]
    [Fault("metrics-back")]
    public async Task Without_dates_minutes_that_were_read_and_lie_too_far_back_hold_the_batch()
    {
        world.IsDated = false;
        await world.RunAsync(10);
        world.Ahead = TimeSpan.FromMinutes(30);
        await world.RunAsync(6);
        var state = await world.OpenStateAsync();
        Assert.Equal(ServiceWorld.Start.AddMinutes(9), (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick);
        Assert.Single(
            world.Lines,
            line => line.Contains("minutes ahead of the newest metrics, and Azure's answers have no date", StringComparison.Ordinal)
        );

        world.Ahead = TimeSpan.Zero;
        await world.RunAsync(14);
        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
    }

    [Fact]
    public async Task A_state_of_the_future_is_reset_and_reported()
    {
        // No response has a date and no metrics come: two hours later is what the heartbeat remembers, and the state an hour less, since a
        // minute is waited for so long.
        world.IsDated = false;
        await world.RunAsync(5);
        (chat.Reports, world.Ahead) = (false, TwoHours);
        await world.RunAsync(6);
        var state = await world.OpenStateAsync();
        Assert.True((await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick > world.Clock.GetUtcNow().AddHours(1));

        (chat.Reports, world.Ahead, world.IsDated) = (true, TimeSpan.Zero, true);
        await world.RunAsync(18);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Equal(world.Clock.GetUtcNow().AddMinutes(-1), (await state.Fleet.FindHeartbeatAsync(CancellationToken.None))!.Tick);
        Assert.Single(world.Channel.Sent, message => message.Title == "The load model of chat is being relearned");
        Assert.Single(world.Lines, line => line.Contains("The state is dated 2026-01-05 09:", StringComparison.Ordinal));
    }

    private async Task<IReadOnlyList<DecisionRecord>> ReadDecisionsAsync(AdvisorState state) =>
        (
            await state.Decisions.QueryAsync(
                chat.Id,
                new(ServiceWorld.Start.AddDays(-500), ServiceWorld.Start.AddYears(5), null, 1000),
                CancellationToken.None
            )
        ).Records;

    private static DecisionRecord CreateDecision(string id, DateTimeOffset tick) =>
        new()
        {
            ResourceId = id,
            Tick = tick,
            Action = ScalingAction.Hold,
            Outcome = AuditOutcome.Held,
            FromSku = "Standard_S1",
            FromUnits = 1,
            Sku = "Standard_S1",
            Units = 1,
            Mode = AdvisorMode.Auto,
            Reasons = [],
        };
}
