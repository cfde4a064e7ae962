using Advisor.Core.Alerting;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>What a batch reads, remembers and writes down.</summary>
public sealed class BatchEvaluatorTests
{
    private readonly ServiceWorld world = new();

    [Fact]
    public async Task A_resource_seen_for_the_first_time_knows_its_past_and_later_ticks_read_only_what_is_new()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(6) };
        await world.RunAsync(3);

        // Six hours once, then a minute at a time.
        Assert.Equal(
            [TimeSpan.FromHours(6), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1)],
            world.Azure.Reads.Select(read => read.Window)
        );
        Assert.Equal(362, (await ReadStateAsync(chat)).MinutesKept);
    }

    [Fact]
    public async Task After_a_change_of_SKU_of_which_a_unit_carries_something_else_the_past_is_read_again()
    {
        // Groups of 10 and 10,800 messages a second: Standard_S1 routes 10,000 at 50 units and no more beyond, Premium_P2 100 a unit.
        var workload = new Workload([new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(1), 1024, 10)]);
        var chat = world.Azure.Add("chat", 50, _ => 21_600, new ResourceSettings { Workload = workload, MaxUnits = 1000 });
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(6), Mode = AdvisorMode.Recommend };
        await world.RunAsync(3);
        var before = await ReadStateAsync(chat);
        var now = world.Clock.GetUtcNow();
        chat.Begin(200, now, now, "Premium_P2");
        await world.RunAsync(2);
        var after = await ReadStateAsync(chat);

        Assert.Equal(
            [TimeSpan.FromHours(6), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1), TimeSpan.FromHours(6), TimeSpan.FromMinutes(1)],
            world.Azure.Reads.Select(read => read.Window)
        );
        Assert.Equal(50, before.FindMaxRequiredUnits(TimeSpan.FromHours(6), 0.9)!.Value, 0.5);
        Assert.Equal(108, after.FindMaxRequiredUnits(TimeSpan.FromHours(6), 0.9)!.Value, 0.5);
        Assert.Equal(361, after.MinutesKept);

        // The bill goes on from what was counted, each minute once.
        Assert.Equal(before.Usage.Days.Sum(day => day.Minutes) + 2, after.Usage.Days.Sum(day => day.Minutes));
    }

    // As above, but an hour passes without metrics, which is more than they may be late.
    [Fact]
    public async Task After_a_change_of_SKU_the_past_is_read_again_when_metrics_arrive()
    {
        var workload = new Workload([new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(1), 1024, 10)]);
        var chat = world.Azure.Add("chat", 50, _ => 21_600, new ResourceSettings { Workload = workload, MaxUnits = 1000 });
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(6), Mode = AdvisorMode.Recommend };
        await world.RunAsync(3);
        var now = world.Clock.GetUtcNow();
        chat.Begin(200, now, now, "Premium_P2");
        chat.Reports = false;
        await world.RunAsync(60);
        chat.Reports = true;
        await world.RunAsync(2);

        Assert.Equal(108, (await ReadStateAsync(chat)).FindMaxRequiredUnits(TimeSpan.FromHours(6), 0.9)!.Value, 0.5);
    }

    [Fact]
    public async Task After_a_pause_of_Advisor_the_minutes_between_are_caught_up_on()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        await world.RunAsync(2);
        world.Clock.Advance(TimeSpan.FromMinutes(20));
        await world.RunAsync(1);

        // One minute, one minute, then 21: the pause and the tick's own.
        Assert.Equal(TimeSpan.FromMinutes(21), world.Azure.Reads[^1].Window);
        Assert.Equal(23, (await ReadStateAsync(chat)).MinutesKept);
    }

    [Fact]
    public async Task Metrics_that_are_later_than_stale_are_learned_all_the_same()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        await world.RunAsync(60);
        (chat.Late, world.IsDated) = (TimeSpan.FromMinutes(20), true);
        await world.RunAsync(60);

        // The last tick, at 09:59, reads until 09:57 and finds the minutes until 09:37; every one since 08:00 is known.
        var state = await ReadStateAsync(chat);
        Assert.Equal(ServiceWorld.Start.AddMinutes(96), state.Time);
        Assert.NotNull(state.FindMaxRequiredUnits(TimeSpan.FromMinutes(96), 1));
        Assert.Equal(["noData Fired"], world.Reports.Select(report => $"{report.Condition} {report.Kind}"));
        var last = (await world.ReadDecisionsAsync(chat.Id)).MaxBy(decision => decision.Tick)!;
        Assert.Contains(last.Reasons, reason => reason.Code == ReasonCodes.StaleMetrics);
    }

    [Theory]
    [InlineData(AdvisorMode.Recommend, 1, 0)]
    [InlineData(AdvisorMode.Auto, 3, 0)]
    public async Task Metrics_that_are_later_than_stale_are_learned_while_a_minimum_is_requested(AdvisorMode mode, int units, int others)
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        (world.IsDated, world.Options) = (true, world.Options with { Mode = mode });
        await world.RunAsync(60);
        (chat.Late, chat.Settings) = (TimeSpan.FromMinutes(20), chat.Settings with { MinUnits = 3 });
        await world.RunAsync(60);

        // As above, whatever stands recommended or was changed meanwhile, which is Advisor's own change.
        var state = await ReadStateAsync(chat);
        Assert.Equal(ServiceWorld.Start.AddMinutes(96), state.Time);
        Assert.NotNull(state.FindMaxRequiredUnits(TimeSpan.FromMinutes(96), 1));
        Assert.Equal((units, others), (chat.GetUnits(world.Clock.GetUtcNow()), state.ChangesByOthers));
    }

    [Fact]
    public async Task Late_metrics_are_found_after_hours_without_any_for_which_the_other_resources_are_not_read_again()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        world.Azure.Add("other", 1, _ => 500);
        await world.RunAsync(60);
        chat.Reports = false;
        await world.RunAsync(150);

        // Ten ticks later than an hour after the last minute of chat: one of them looks back an hour.
        Assert.Equal(
            [TimeSpan.FromHours(1), .. Enumerable.Repeat(TimeSpan.FromMinutes(1), 9)],
            world.Azure.Reads.TakeLast(10).Select(read => read.Window).OrderDescending()
        );

        world.IsDated = true;
        (chat.Reports, chat.ReportsSince, chat.Late) = (true, world.Clock.GetUtcNow(), TimeSpan.FromMinutes(20));
        await world.RunAsync(60);
        Assert.Equal(ServiceWorld.Start.AddMinutes(246), (await ReadStateAsync(chat)).Time);
    }

    [Fact]
    public async Task Metrics_that_come_back_with_those_of_the_hour_before_are_learned()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        world.Azure.Add("other", 1, _ => 500);
        world.IsDated = true;
        await world.RunAsync(60);
        chat.Reports = false;
        await world.RunAsync(125);
        chat.Reports = true;
        var reads = world.Azure.Reads.Count;
        await world.RunAsync(5);

        // The tick of 11:05 finds the minute 11:02 and then all from 10:03 on, of chat alone; the last tick is that of 11:09.
        Assert.Equal(
            [(2, 1), (1, 60), (2, 1), (2, 1), (2, 1), (2, 1)],
            world.Azure.Reads.Skip(reads).Select(r => (r.Resources, r.Window.TotalMinutes))
        );
        var state = await ReadStateAsync(chat);
        Assert.Equal(ServiceWorld.Start.AddMinutes(186), state.Time);
        Assert.NotNull(state.FindMaxRequiredUnits(TimeSpan.FromMinutes(64), 1));
    }

    [Fact]
    public async Task Late_metrics_are_found_where_a_tick_is_every_five_minutes_too()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        world.IsDated = true;
        world.Options = world.Options with { Interval = TimeSpan.FromMinutes(5) };
        await world.RunAsync(12);
        chat.Reports = false;
        await world.RunAsync(24);

        // From 11:00 on four minutes late: the last tick, at 11:55, reads until 11:53, finds the minutes until 11:49.
        (chat.Reports, chat.ReportsSince, chat.Late) = (true, world.Clock.GetUtcNow(), TimeSpan.FromMinutes(4));
        await world.RunAsync(12);
        Assert.Equal(ServiceWorld.Start.AddMinutes(228), (await ReadStateAsync(chat)).Time);
        Assert.Equal(["noData Fired", "noData Resolved"], world.Reports.Select(report => $"{report.Condition} {report.Kind}"));
    }

    [Fact]
    public async Task A_metric_that_is_always_later_than_the_others_is_waited_for()
    {
        // 2,500 connections for half an hour, then 300: a server load of 45 % of 3 units, then of 5 %.
        var busyUntil = ServiceWorld.Start.AddMinutes(30);
        var chat = world.Azure.Add("chat", 3, minute => minute < busyUntil ? 2500 : 300);
        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(240);

        // The last tick, at 11:59, reads until 11:57 and finds whole minutes until 11:54.
        var state = await ReadStateAsync(chat);
        Assert.Equal(ServiceWorld.Start.AddMinutes(233), state.Time);
        Assert.Equal(1, chat.GetUnits(world.Clock.GetUtcNow()));

        // Every one of them is drawn whole.
        var minutes = (await world.OpenStateAsync()).Minutes;
        var day = Assert.Single((await minutes.ReadAsync(chat.Id, ServiceWorld.Start, ServiceWorld.Start.AddDays(1), default)).Records);
        Assert.Equal((8 * 60) + 234, day.Count);
        Assert.All(Enumerable.Range(day.Count - 200, 200), minute => Assert.NotNull(day[minute].Required.ServerLoad));
    }

    [Fact]
    public async Task A_metric_that_is_missing_for_hours_does_not_have_the_other_resources_read_again()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        world.Azure.Add("other", 1, _ => 500);
        chat.LoadLate = TimeSpan.FromDays(2);
        await world.RunAsync(90);

        // One of ten ticks looks back for the five minutes that a metric may be late; the others read their own minute.
        Assert.Equal(
            [TimeSpan.FromMinutes(6), .. Enumerable.Repeat(TimeSpan.FromMinutes(1), 9)],
            world.Azure.Reads.TakeLast(10).Select(read => read.Window).OrderDescending()
        );

        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(60);

        // The last tick, at 10:29, reads until 10:27 and finds whole minutes until 10:24.
        Assert.Equal(ServiceWorld.Start.AddMinutes(143), (await ReadStateAsync(chat)).Time);
    }

    [Fact]
    public async Task A_metric_that_is_later_than_the_others_is_waited_for_in_the_first_tick_too()
    {
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(1) };
        var chat = world.Azure.Add("chat", 3, _ => 2500);
        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(1);

        // At 08:00 the minutes until 07:57 are read, and the server load until three minutes before.
        Assert.Equal(ServiceWorld.Start.AddMinutes(-6), (await ReadStateAsync(chat)).Time);
        Assert.DoesNotContain(
            (await world.ReadDecisionsAsync(chat.Id)).SelectMany(decision => decision.Reasons),
            reason => reason.Code == ReasonCodes.InsufficientData
        );
    }

    [Fact]
    public async Task A_metric_that_comes_back_later_than_the_others_is_waited_for()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        await world.RunAsync(30);
        chat.LoadLate = TimeSpan.FromDays(1);
        await world.RunAsync(30);

        // Without it each minute is decided on.
        Assert.Equal(ServiceWorld.Start.AddMinutes(56), (await ReadStateAsync(chat)).Time);

        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(30);
        Assert.Equal(ServiceWorld.Start.AddMinutes(83), (await ReadStateAsync(chat)).Time);
    }

    [Fact]
    public async Task What_the_other_metrics_of_a_minute_require_is_not_waited_for()
    {
        // 900 connections fit 1 unit, 1,900 do not; the server load of the jump is not known before it is over.
        var jump = ServiceWorld.Start.AddMinutes(60);
        var chat = world.Azure.Add("chat", 1, minute => minute < jump ? 900 : 1900);
        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(64);
        var late = (await world.ReadDecisionsAsync(chat.Id)).Single(decision => decision.Action == ScalingAction.ScaleOut);

        Assert.Equal(jump.AddMinutes(3), late.Tick);
    }

    [Fact]
    public async Task An_overload_of_the_largest_size_alerts_as_soon_where_its_server_load_is_late()
    {
        // 990 of the 1,000 connections of 1 unit, and a server load of 3 * (70 * 990 * 512 / 2e6 + 8 * 0.99) = 77 %.
        var rise = ServiceWorld.Start.AddMinutes(60);
        var chat = world.Azure.Add("chat", 1, minute => minute < rise ? 300 : 990, new ResourceSettings { MaxUnits = 1 });
        chat.Report = readings => readings with { ServerLoad = readings.ServerLoad * 3 };
        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(100);

        // A minute is read three minutes later, and pending is 5 minutes; the server load comes another three later.
        Assert.Equal(
            [("connections", rise.AddMinutes(3 + 5)), ("serverLoad", rise.AddMinutes(3 + 3 + 5))],
            world.Reports.Where(alert => alert.Kind == AlertEventKind.Fired).Select(alert => (alert.Condition, alert.At))
        );
        Assert.Equal(ServiceWorld.Start.AddMinutes(93), (await ReadStateAsync(chat)).Time);
    }

    [Fact]
    public async Task A_late_server_load_that_rises_at_the_largest_size_alerts()
    {
        // Up and down for 400 minutes, then 4 connections more each minute. A server load of 6 * (70 * 512 / 2e6 + 0.008) = 0.1555 % for
        // each is above its target of 70 % from 451 connections on, 51 minutes later.
        var rise = ServiceWorld.Start.AddMinutes(400);
        var chat = world.Azure.Add(
            "chat",
            1,
            minute => minute < rise ? 250 + (100 * Math.Sin((minute - rise).TotalMinutes / 25)) : 250 + (4 * (minute - rise).TotalMinutes),
            new ResourceSettings { MaxUnits = 1 }
        );
        chat.Report = readings => readings with { ServerLoad = readings.ServerLoad * 6 };
        chat.LoadLate = TimeSpan.FromMinutes(3);
        await world.RunAsync(480);

        // Read three minutes later, known after another three, and pending for 5 minutes.
        var alert = Assert.Single(world.Reports, alert => alert.Condition == "serverLoad");
        Assert.Equal(rise.AddMinutes(51 + 3 + 3 + 5), alert.At);
    }

    [Fact]
    public async Task A_scale_in_that_the_newest_minutes_forbid_is_not_made_on_an_earlier_one()
    {
        var until = ServiceWorld.Start.AddMinutes(30);
        var scaledIn = await FindScaleInAsync(minute => minute < until ? 2500 : 300);

        // The tick that scaled in reads until three minutes before it, and the server load until three minutes before that.
        var rise = scaledIn!.Value.AddMinutes(-5);
        Assert.NotEqual(scaledIn, await FindScaleInAsync(minute => minute < until || minute >= rise ? 2500 : 300));

        static async Task<DateTimeOffset?> FindScaleInAsync(Func<DateTimeOffset, double> connections)
        {
            var other = new ServiceWorld();
            var chat = other.Azure.Add("chat", 3, connections);
            chat.LoadLate = TimeSpan.FromMinutes(3);
            await other.RunAsync(240);
            return (await other.ReadDecisionsAsync(chat.Id))
                .Where(one => one.Action == ScalingAction.ScaleIn)
                .Min(one => (DateTimeOffset?)one.Tick);
        }
    }

    [Fact]
    public async Task Without_any_reading_the_size_is_held_and_the_history_waits_for_the_first_metrics()
    {
        var chat = world.Azure.Add("chat", 4, _ => 500);
        chat.Reports = false;
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(1) };
        await world.RunAsync(5);
        var line = Assert.Single(await world.ReadDecisionsAsync(chat.Id));
        Assert.Equal((ScalingAction.Hold, AuditOutcome.Held), (line.Action, line.Outcome));

        chat.Reports = true;
        await world.RunAsync(1);
        Assert.Equal(60, (await ReadStateAsync(chat)).MinutesKept);
    }

    [Fact]
    public async Task An_empty_history_is_read_again_when_the_first_metrics_arrive()
    {
        // A tick reads the minutes until two before it: the 4th, three minutes after the start, is the first to see a minute of the chat.
        var chat = world.Azure.Add("chat", 4, _ => 500);
        chat.ReportsSince = ServiceWorld.Start;
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(6) };
        await world.RunAsync(5);

        var quarter = TimeSpan.FromMinutes(15);

        // The 1st tick reads six hours, the next two the 15 minutes within which metrics may be late, the 4th both.
        Assert.Equal(
            [TimeSpan.FromHours(6), quarter, quarter, quarter, TimeSpan.FromHours(6), TimeSpan.FromMinutes(1)],
            world.Azure.Reads.Select(read => read.Window)
        );
        Assert.Equal(2, (await ReadStateAsync(chat)).MinutesKept);
    }

    [Fact]
    public async Task Resources_whose_history_is_empty_are_read_together()
    {
        for (var i = 0; i < 12; i++)
        {
            world.Azure.Add($"chat{i}", 4, _ => 500).Reports = false;
        }

        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(1) };
        await world.RunAsync(2);

        // Histories ten at a time, then one read of all.
        Assert.Equal([10, 2, 12], world.Azure.Reads.Select(read => read.Resources));
    }

    [Fact]
    public async Task A_history_that_could_not_be_read_is_not_taken_for_empty()
    {
        world.Azure.Add("chat", 4, _ => 500);
        world.Azure.MetricFailures.Add("chat");
        world.Options = world.Options with { HistoryBackfill = TimeSpan.FromHours(6) };
        await world.RunAsync(3);
        Assert.Equal(Enumerable.Repeat(TimeSpan.FromHours(6), 3), world.Azure.Reads.Select(read => read.Window));
    }

    [Fact]
    public async Task A_hold_is_written_down_when_its_reason_changes_and_not_every_minute()
    {
        var chat = world.Azure.Add("chat", 1, _ => 500);
        await world.RunAsync(30);
        var lines = await world.ReadDecisionsAsync(chat.Id);
        Assert.InRange(lines.Count, 1, 3);
        Assert.All(lines, line => Assert.NotEmpty(line.Reasons));
    }

    [Fact]
    [Fault("state-newer")]
    public async Task A_state_of_a_newer_program_is_refused_and_not_written_over()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var state = await world.OpenStateAsync();
        await state
            .BeginCommit(chat.Id)
            .SaveState(null, NewerVersion, ServiceWorld.Start, new byte[] { 1, 2, 3 })
            .RunAsync(CancellationToken.None);
        await world.RunAsync(5);

        Assert.Empty(world.Azure.Patches);
        Assert.Contains("version 4; this program reads versions 1 and 3", Assert.Single(world.Lines), StringComparison.Ordinal);
        Assert.Equal("stateUnreadable", Assert.Single(world.Channel.Kinds));
        Assert.Equal(new byte[] { 1, 2, 3 }, (await state.LoadAsync(chat.Id, CancellationToken.None)).State!.Content.ToArray());
    }

    [Fact]
    public async Task A_subscription_that_cannot_be_listed_for_a_while_keeps_its_resources_in_sight()
    {
        var chat = world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(10) ? 500 : 2600);
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.Zero };
        var loop = await world.CreateLoopAsync();
        await loop.TickAsync(CancellationToken.None);
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.Unreachable, "No way to Azure."));
        for (var tick = 0; tick < 20; tick++)
        {
            world.Clock.Advance(TimeSpan.FromMinutes(1));
            await loop.TickAsync(CancellationToken.None);
        }

        // Decided on what is remembered; sent only when the resource can be looked at again.
        Assert.Contains(await world.ReadDecisionsAsync(chat.Id), d => d.Outcome == AuditOutcome.Applying);
        Assert.Empty(world.Azure.Patches);
        Assert.Single(world.Lines, line => line.Contains("No way to Azure.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task With_nothing_in_sight_there_is_no_heartbeat()
    {
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.Credential, "Sign in again."));
        await world.RunAsync(3);
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindHeartbeatAsync(CancellationToken.None));
    }

    [Fact]
    [Fault("arm-deleted")]
    public async Task A_resource_that_is_deleted_while_it_changes_ends_its_change()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var other = world.Azure.Add("other", 1, _ => 100);
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.Zero };
        await world.RunAsync(1);
        for (var tick = 0; tick < 10 && world.Azure.Patches.Count == 0; tick++)
        {
            await world.RunAsync(1);
        }

        world.Azure.Remove(chat);
        await world.RunAsync(5);
        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Canceled, "NotFound"), (change.State, change.Code));
        Assert.Empty(await world.ReadChangesAsync(other.Id));
    }

    [Fact]
    public async Task A_tier_that_the_rules_do_not_have_is_reported_once_a_day_and_its_past_is_not_read_at_each_tick_for_all()
    {
        // Changed by someone at 08:05 to a tier of the future; the other was created as one.
        world.Options = world.Options with
        {
            HistoryBackfill = TimeSpan.FromHours(6),
            Mode = AdvisorMode.Recommend,
        };
        world.Azure.Add("chat", 1, _ => 500);
        var changed = world.Azure.Add("changed", 1, _ => 500, new ResourceSettings { Team = "lobby" });
        var created = world.Azure.Add("created", 1, _ => 500);
        created.Begin(2, ServiceWorld.Start, ServiceWorld.Start, "Premium_P3");
        await world.RunAsync(5);
        changed.Begin(2, ServiceWorld.Start.AddMinutes(5), ServiceWorld.Start.AddMinutes(5), "Premium_P3");
        await world.RunAsync(10);
        world.Azure.Reads.Clear();

        await world.RunAsync(20);

        // At each tick a minute of the two that have a state, and the last quarter of an hour of the third, which has none.
        Assert.Equal(
            [(2, TimeSpan.FromMinutes(1)), (1, TimeSpan.FromMinutes(15))],
            world.Azure.Reads.Distinct().OrderByDescending(read => read.Resources)
        );
        var notices = world.Channel.Sent.Where(message => message.Topic == "unknownSize").OrderBy(message => message.Title).ToList();
        Assert.Equal(["changed is not evaluated", "created is not evaluated"], notices.Select(message => message.Title));
        Assert.Equal("The rules have no SKU 'Premium_P3' of SignalR: where Azure offers it, update Advisor or its rules.", notices[0].Text);
        Assert.Equal("lobby", notices[0].Team);
        Assert.Empty(world.Reports);
    }

    [Fact]
    public async Task Many_resources_of_a_tier_that_the_rules_do_not_have_are_one_message()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        for (var i = 0; i < 6; i++)
        {
            world.Azure.Add($"r{i}", 1, _ => 500).Begin(2, ServiceWorld.Start, ServiceWorld.Start, "Premium_P3");
        }

        await world.RunAsync(3);

        var notice = Assert.Single(world.Channel.Sent);
        Assert.Equal("6 of 6 resources are not evaluated", notice.Title);
        Assert.Contains(" First, r0: The rules have no SKU 'Premium_P3'", notice.Text, StringComparison.Ordinal);
    }

    private const int NewerVersion = ResourceStateDocument.SplitVersion + 1;

    private async Task<ResourceState> ReadStateAsync(FakeResource resource)
    {
        var stored = await (await world.OpenStateAsync()).LoadAsync(resource.Id, CancellationToken.None);
        return ResourceStateDocument.Read(stored.State).Memory!.State!;
    }
}
