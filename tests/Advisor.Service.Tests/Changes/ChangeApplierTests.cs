using System.Text;
using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Changes;

/// <summary>
/// What may be applied, and what becomes of a change that Azure does not simply make. 2,600 connections on one unit need 3 units.
/// </summary>
public sealed class ChangeApplierTests
{
    private readonly ServiceWorld world = new();

    [Theory]
    [InlineData(AdvisorMode.Observe, AuditOutcome.Observed, false, null)]
    [InlineData(AdvisorMode.Recommend, AuditOutcome.Recommended, false, "recommendation")]
    [InlineData(AdvisorMode.Approve, AuditOutcome.AwaitingApproval, false, "approval")]
    [InlineData(AdvisorMode.AutoUp, AuditOutcome.Applying, true, "changed")]
    [InlineData(AdvisorMode.Auto, AuditOutcome.Applying, true, "changed")]
    public async Task The_mode_says_whether_a_scale_out_is_applied_and_who_is_notified(
        AdvisorMode mode,
        AuditOutcome outcome,
        bool applied,
        string? notified
    )
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Options = world.Options with { Mode = mode };
        await world.RunAsync(10);

        Assert.Equal(outcome, (await world.ReadDecisionsAsync(chat.Id)).Single(d => d.Action == ScalingAction.ScaleOut).Outcome);
        Assert.Equal(applied, world.Azure.Patches.Count == 1);
        Assert.Equal(notified is null ? [] : [notified], world.Channel.Kinds);
    }

    [Fact]
    public async Task AutoUp_scales_out_and_only_recommends_to_scale_in()
    {
        var chat = world.Azure.Add("chat", 8, _ => 500);
        world.Options = world.Options with { Mode = AdvisorMode.AutoUp };
        await world.RunAsync(120);

        Assert.Contains(
            await world.ReadDecisionsAsync(chat.Id),
            d => d is { Action: ScalingAction.ScaleIn, Outcome: AuditOutcome.Recommended }
        );
        Assert.Empty(world.Azure.Patches);
    }

    [Fact]
    public async Task The_kill_switch_and_a_dry_run_apply_nothing_and_say_so()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Options = world.Options with { Paused = true };
        await world.RunAsync(3);
        world.Options = world.Options with { Paused = false, DryRun = true };
        await world.RunAsync(3);

        Assert.Empty(world.Azure.Patches);
        Assert.Equal(
            [AuditOutcome.DryRun, AuditOutcome.Suppressed],
            (await world.ReadDecisionsAsync(chat.Id)).Where(d => d.Action == ScalingAction.ScaleOut).Select(d => d.Outcome)
        );
    }

    [Fact]
    public async Task A_pause_between_the_decision_and_the_request_stops_the_change()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var order = await DecideAsync(world);
        var paused = new AdvisorService(
            (await world.CreateDependenciesAsync()) with
            {
                Options = world.Options with { Paused = true },
            },
            []
        ).Applier;
        await paused.RunAsync(order, world.Clock.GetUtcNow(), CancellationToken.None);

        Assert.Empty(world.Azure.Patches);
        Assert.Equal(
            (ChangeState.Canceled, "Paused"),
            Assert.Single(await world.ReadChangesAsync(chat.Id)) is var c ? (c.State, c.Code) : default
        );
    }

    [Fact]
    public async Task What_happened_to_the_resource_since_the_decision_stops_the_change_for_the_reason_that_was_reviewed()
    {
        var text = new StringBuilder();
        foreach (
            var (meanwhile, happen) in new (string, Action<ServiceWorld, FakeResource, DateTimeOffset>)[]
            {
                ("moved on", (_, chat, now) => chat.Begin(2, now, now)),
                ("there already", (_, chat, now) => chat.Begin(3, now, now)),
                ("autoscale", (_, chat, _) => chat.Autoscale = "by-cpu"),
                ("freeze", (_, chat, now) => Set(chat, s => s with { Windows = [new("release", now, now.AddHours(1), null, true)] })),
                ("paused", (_, chat, _) => Set(chat, s => s with { Pause = new(PausedScaling.ScaleOut, "the tag advisor-pause") })),
                ("pinned", (_, chat, _) => Set(chat, s => s with { Pin = new(2, "the tag advisor-pin") })),
                ("mode", (world, _, _) => world.Options = world.Options with { Mode = AdvisorMode.Recommend }),
                ("15 minutes", (world, _, _) => world.Clock.Advance(TimeSpan.FromMinutes(15))),
                ("16 minutes", (world, _, _) => world.Clock.Advance(TimeSpan.FromMinutes(16))),
                ("deleted", (world, chat, _) => world.Azure.Remove(chat)),
                ("no right", (world, _, _) => world.Azure.ListFailures.Add(new("chat", FailureCode.Forbidden, "Azure says no."))),
                ("no answer", (world, _, _) => world.Azure.ListFailures.Add(new("chat", FailureCode.Timeout, "No answer in time."))),
            }
        )
        {
            var one = new ServiceWorld();
            var chat = one.Azure.Add("chat", 1, _ => 2600);
            var order = await DecideAsync(one);
            happen(one, chat, one.Clock.GetUtcNow());

            await new AdvisorService(await one.CreateDependenciesAsync(), []).Applier.RunAsync(
                order,
                one.Clock.GetUtcNow(),
                CancellationToken.None
            );

            var change = Assert.Single(await one.ReadChangesAsync(chat.Id));
            text.Append($"{meanwhile}: {change.State} {change.Code}, {one.Azure.Patches.Count} sent: {change.Text}\n");
        }

        Golden.AssertMatches("Advisor.Service.Tests", "stopped-changes.txt", text.ToString());
    }

    private static void Set(FakeResource resource, Func<ResourceSettings, ResourceSettings> change) =>
        resource.Settings = change(resource.Settings);

    [Fact]
    [Fault("arm-stuck")]
    public async Task An_orphaned_change_is_followed_to_its_end_and_nothing_new_is_decided()
    {
        // 2,600 connections need 3 units; from minute 4 on 6,000 need 6. It leaves the lists while the change to 3 is in progress.
        world.Options = world.Options with
        {
            DiscoveryInterval = TimeSpan.Zero,
        };
        var chat = world.Azure.Add("chat", 1, at => at < ServiceWorld.Start.AddMinutes(4) ? 2600 : 6000);
        world.Azure.Add("other", 1, _ => 100);
        while (world.Azure.Patches.Count == 0)
        {
            await world.RunAsync(1);
        }

        world.Azure.Unlisted.Add(chat);
        var before = (await world.ReadDecisionsAsync(chat.Id)).Count;
        await world.RunAsync(20);

        Assert.Equal([ChangeState.Verified], (await world.ReadChangesAsync(chat.Id)).Select(change => change.State));
        Assert.Single(world.Azure.Patches);
        Assert.Equal(before, (await world.ReadDecisionsAsync(chat.Id)).Count);
    }

    [Fact]
    public async Task The_hour_allows_so_many_changes_and_the_rest_wait()
    {
        world.Options = world.Options with { MaxChangesPerHour = 2 };
        for (var i = 0; i < 5; i++)
        {
            world.Azure.Add($"r{i}", 1, _ => 2600);
        }

        await world.RunAsync(3);
        Assert.Equal(2, world.Azure.Patches.Count);

        // The first two were sent at 08:00. From 08:05 on the overload of the others stands: two of them use the slots of the scale-ins,
        // and the last one follows at 09:00.
        await world.RunAsync(57);
        Assert.Equal(4, world.Azure.Patches.Count);
        await world.RunAsync(5);
        Assert.Equal(5, world.Azure.Patches.Count);
    }

    private async Task RunUntilSentAsync(int changes = 1)
    {
        for (var minute = 0; minute < 10 && world.Azure.Patches.Count < changes; minute++)
        {
            await world.RunAsync(1);
        }
    }

    private static async Task<OutboxKey> DecideAsync(ServiceWorld world)
    {
        var dependencies = await world.CreateDependenciesAsync();
        for (var tick = 0; tick < 10; tick++)
        {
            var swept = await new AdvisorService(dependencies, []).Planner.PlanAsync(world.Clock.GetUtcNow(), CancellationToken.None);
            var batch = await new AdvisorService(dependencies, []).Evaluator.RunAsync(
                swept.Batches[0],
                world.Clock.GetUtcNow(),
                CancellationToken.None
            );
            if (batch.Messages.FirstOrDefault(m => m.Kind == OutboxKind.Change) is { } order)
            {
                return order;
            }

            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        throw new InvalidOperationException("Nothing was decided in ten minutes.");
    }

    [Fact]
    public async Task A_change_is_not_started_while_the_clock_is_wrong_and_its_request_stays_open()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.IsDated = true;
        var order = await DecideAsync(world);
        world.Ahead = TimeSpan.FromHours(1);
        var dependencies = await world.CreateDependenciesAsync();
        var outcome = await new AdvisorService(dependencies, []).Applier.RunAsync(
            order,
            world.Clock.GetUtcNow() + world.Ahead,
            CancellationToken.None
        );

        Assert.NotNull(outcome.Problem);
        Assert.Empty(await world.ReadChangesAsync(chat.Id));
        Assert.NotNull(await dependencies.State.Outbox.FindOpenAsync(order, CancellationToken.None));
    }

    [Fact]
    [Fault("arm-conflict")]
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

    [Fact]
    [Fault("arm-poll")]
    public async Task A_change_whose_operation_cannot_be_read_is_verified_as_soon_as_the_resource_shows_it()
    {
        world.Azure.OperationsUnread = true;
        world.Azure.ShowsAfter = TimeSpan.FromSeconds(90);
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(20);

        // It shows after 90 s and takes 170 s, so that the third minute after it was sent shows the new size.
        var change = (await world.ReadChangesAsync(chat.Id))[^1];
        Assert.Equal((ChangeState.Verified, TimeSpan.FromMinutes(3)), (change.State, change.ClosedAt - change.SentAt));
        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    // A deployment updates the resource as soon as Azure has made the change.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_change_is_verified_when_the_update_that_follows_it_has_ended(bool isUnread)
    {
        world.Azure.OperationsUnread = isUnread;
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await RunUntilSentAsync();
        var sent = world.Clock.GetUtcNow().AddMinutes(-1);
        chat.Begin(3, sent + world.Azure.ChangeTakes, sent.AddMinutes(6));
        await world.RunAsync(10);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, TimeSpan.FromMinutes(6)), (change.State, change.ClosedAt - change.SentAt));
    }

    // The first request has arrived although its answer was lost, and shows when the second one is refused.
    [Fact]
    public async Task A_change_whose_effect_shows_after_it_was_sent_again_is_verified()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer in time."));
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Conflict, "409"));
        for (var minute = 0; minute < 10 && world.Azure.Refusals.Count > 0; minute++)
        {
            await world.RunAsync(1);
        }

        chat.Begin(3, world.Clock.GetUtcNow(), world.Clock.GetUtcNow());
        await world.RunAsync(5);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, 1), (change.State, change.Attempts));
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    [Fact]
    public async Task A_change_whose_operation_is_not_known_is_not_sent_again_before_it_had_time_to_show()
    {
        world.Azure.LosesAddresses = true;
        world.Azure.ShowsAfter = TimeSpan.FromSeconds(90);
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(20);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, 1), (change.State, change.Attempts));
        Assert.Single(world.Azure.Patches);
    }

    // An outage of Resource Manager, longer than a change is followed; Azure has made the change meanwhile.
    [Fact]
    [Fault("arm-poll")]
    public async Task A_change_whose_resource_cannot_be_read_has_not_failed_and_is_verified_when_it_can()
    {
        world.Options = world.Options with { MaxFailedVerifications = 1 };
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var loop = await world.CreateLoopAsync();
        for (var minute = 0; minute < 80; minute++)
        {
            if (minute == 70)
            {
                world.Azure.OperationsUnread = false;
                world.Azure.ListFailures.Clear();
            }
            else if (world.Azure is { Patches.Count: 1, OperationsUnread: false } && minute < 70)
            {
                world.Azure.OperationsUnread = true;
                world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.ServiceFault, "Azure does not answer."));
            }

            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Equal(ChangeState.Verified, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
        Assert.DoesNotContain(world.Reports, report => report.Condition == "changeFailed");
    }

    // The role assignment of its subscription is removed for good while Azure makes the change: it is followed for 24 hours and no longer.
    [Theory]
    [Fault("arm-poll")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_change_whose_resource_can_never_be_read_again_ends_after_a_day_and_has_not_failed(bool operationIsRead)
    {
        world.Options = world.Options with { MaxFailedVerifications = 1 };
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var minute = 0; minute < 10 && world.Azure.Patches.Count < 1; minute++)
        {
            await world.RunAsync(1);
        }

        world.Azure.OperationsUnread = !operationIsRead;
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.Forbidden, "Assign the role Reader."));
        world.Clock.Advance(TimeSpan.FromHours(23));
        await world.RunAsync(2);
        Assert.Equal(ChangeState.Accepted, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);

        world.Clock.Advance(TimeSpan.FromHours(1));
        await world.RunAsync(2);

        var ended = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Canceled, "Forbidden"), (ended.State, ended.Code));
        Assert.Equal("Its result is unknown after 24 hours: Assign the role Reader.", ended.Text);
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
    }

    [Fact]
    public async Task A_request_that_was_not_sent_since_a_read_failed_is_sent_later_as_the_first_attempt()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var i = 0; i < 3; i++)
        {
            world.Azure.Refusals.Enqueue(
                new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.ServiceFault, "500") { IsUnsent = true }
            );
        }

        await world.RunAsync(20);

        // Sent, it would have been looked for three minutes each time.
        var change = Assert.Single(await world.ReadChangesAsync(chat.Id), change => change.State == ChangeState.Verified);
        Assert.Equal(1, change.Attempts);
        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    [Fact]
    [Fault("process-frozen")]
    public async Task A_request_that_a_suspended_process_did_not_send_in_time_is_sent_by_the_next_tick_as_the_first_attempt()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.TooLate, null, null, "Suspended."));

        await world.RunAsync(13);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, 1), (change.State, change.Attempts));
        var request = Assert.Single(world.Azure.Patches);
        Assert.Equal(change.SentAt + TimeSpan.FromMinutes(3), request.NotAfter);
    }

    [Fact]
    public async Task The_first_tick_of_an_hourly_interval_applies_its_change_though_the_tick_counts_from_the_full_hour()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Options = world.Options with { Interval = TimeSpan.FromHours(1) };
        world.Clock.Advance(TimeSpan.FromMinutes(40));

        await world.RunAsync(1);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ServiceWorld.Start, ServiceWorld.Start.AddMinutes(40)), (change.DecidedAt, change.EvaluatedAt));
        Assert.Equal((ChangeState.Accepted, 1), (change.State, world.Azure.Patches.Count));
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
            d => d.Outcome == AuditOutcome.Suppressed && d.Reasons[0].Code == "RestingAfterRefusal"
        );
    }

    [Fact]
    [Fault("arm-failed")]
    public async Task After_so_many_failed_changes_applying_stops_everywhere_with_one_message()
    {
        world.Azure.ChangesFail = true;
        world.Options = world.Options with { MaxFailedVerifications = 3, StateOption = " --state /state/state.db" };
        for (var i = 0; i < 6; i++)
        {
            var from = ServiceWorld.Start.AddMinutes(i * 10);
            world.Azure.Add($"r{i}", 1, minute => minute < from ? 100 : 2600);
        }

        await world.RunAsync(90);

        // The third failure stops it; what was on its way then may still end.
        Assert.InRange(world.Azure.Patches.Count, 3, 4);
        var stopped = Assert.Single(world.Channel.Sent, n => n.DedupKey.StartsWith("applying-stopped/", StringComparison.Ordinal));
        Assert.Equal(AlertSeverity.Critical, stopped.Severity);
        Assert.Contains("'advisor resume --author NAME --reason TEXT --state /state/state.db'", stopped.Text, StringComparison.Ordinal);
        Assert.NotNull(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
        Assert.Contains((await world.ReadDecisionsAsync(world.Azure.Add("r5", 1, _ => 0).Id)), d => d.Outcome == AuditOutcome.Suppressed);
    }

    // A group that is deleted while its resources change, as when an environment is torn down.
    [Theory]
    [Fault("arm-deleted")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Resources_deleted_during_their_changes_stop_the_changes_of_no_other(bool changesFail)
    {
        world.Options = world.Options with { MaxFailedVerifications = 3 };
        world.Azure.ChangesFail = changesFail;
        FakeResource[] rooms = [.. Enumerable.Range(0, 3).Select(i => world.Azure.Add($"room{i}", 1, _ => 2600))];
        for (var minute = 0; minute < 10 && world.Azure.Patches.Count < rooms.Length; minute++)
        {
            await world.RunAsync(1);
        }

        Array.ForEach(rooms, world.Azure.Remove);
        await world.RunAsync(10);

        foreach (var room in rooms)
        {
            var change = Assert.Single(await world.ReadChangesAsync(room.Id));
            Assert.Equal((ChangeState.Canceled, "NotFound"), (change.State, change.Code));
        }

        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
        Assert.Empty(world.Channel.Sent);
    }

    // A deployment deletes a resource and creates it again under its name while Advisor changes it; Azure ends the change in either way.
    [Theory]
    [Fault("arm-recreated")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_change_of_a_resource_that_is_created_again_meanwhile_is_void_and_the_next_tick_decides_again(bool changesFail)
    {
        world.Options = world.Options with { MaxFailedVerifications = 1 };
        world.Azure.ChangesFail = changesFail;
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var minute = 0; minute < 10 && world.Azure.Patches.Count == 0; minute++)
        {
            await world.RunAsync(1);
        }

        world.Azure.ChangesFail = false;
        world.Azure.Remove(chat);
        world.Azure.Add("chat", 1, _ => 2600).CreatedAt = world.Clock.GetUtcNow();
        await world.RunAsync(20);

        var changes = (await world.ReadChangesAsync(chat.Id)).OrderBy(change => change.DecidedAt).ToList();
        Assert.Equal((ChangeState.Canceled, "Recreated"), (changes[0].State, changes[0].Code));
        Assert.Equal(
            "chat was created at 2026-01-05 08:01 UTC, after this change was decided for the one before it: the next tick decides again.",
            changes[0].Text
        );
        Assert.Equal((ChangeState.Verified, 3), (changes[1].State, changes[1].ToUnits));
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
    }

    // Somebody deletes the resource that Azure cannot change, and creates it again: what failed was of the other one.
    [Fact]
    [Fault("arm-recreated")]
    public async Task Failures_of_a_resource_end_when_it_is_created_again()
    {
        world.Azure.ChangesFail = true;
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(10);
        var state = await world.OpenStateAsync();
        Assert.InRange((await state.LoadAsync(chat.Id, CancellationToken.None)).Tally!.FailedInARow, 1, 9);

        world.Azure.Remove(chat);
        world.Azure.Add("chat", 4, _ => 2600).CreatedAt = world.Clock.GetUtcNow();
        await world.RunAsync(10);

        Assert.Equal(0, (await state.LoadAsync(chat.Id, CancellationToken.None)).Tally!.FailedInARow);
    }

    // A failed change is tried again after an hour; that of another resource tells nothing of this one.
    [Fact]
    [Fault("arm-recreated")]
    public async Task A_resource_that_was_created_again_does_not_wait_for_the_failure_of_the_one_before_it()
    {
        world.Azure.ChangesFail = true;
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(10);
        Assert.Equal(ChangeState.Failed, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);

        world.Azure.ChangesFail = false;
        world.Azure.Remove(chat);
        world.Azure.Add("chat", 1, _ => 2600).CreatedAt = world.Clock.GetUtcNow();
        await world.RunAsync(20);

        Assert.Equal(ChangeState.Verified, (await world.ReadChangesAsync(chat.Id)).MaxBy(change => change.DecidedAt)!.State);
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
    public async Task A_throttled_change_keeps_the_others_of_its_subscription_from_asking_until_Azure_allows_it()
    {
        for (var i = 0; i < 3; i++)
        {
            world.Azure.Add($"r{i}", 1, _ => 2600);
        }

        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Throttled, "429", TimeSpan.FromMinutes(5)));
        await world.RunAsync(5);
        Assert.Single(world.Azure.Asked);

        // The first again, and the two others.
        await world.RunAsync(1);
        Assert.Equal(1 + 3, world.Azure.Asked.Count);
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
    public async Task A_change_whose_size_someone_else_replaces_before_it_is_verified_is_not_in_effect()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var minute = 0; minute < 10 && world.Azure.Patches.Count == 0; minute++)
        {
            await world.RunAsync(1);
        }

        // In the moment in which Azure has made it: it was asked for a minute ago.
        var end = world.Clock.GetUtcNow().AddMinutes(-1) + world.Azure.ChangeTakes;
        chat.Begin(7, end, end);
        await world.RunAsync(10);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id), change => change.SentAt is not null);
        Assert.Equal((ChangeState.Failed, "NotInEffect"), (change.State, change.Code));
        Assert.Contains("chat is Standard_S1 x 7", change.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Sizes_that_people_set_while_Advisor_was_stopped_during_its_changes_are_no_failures_of_changes()
    {
        world.Options = world.Options with { MaxFailedVerifications = 3 };
        FakeResource[] rooms = [.. Enumerable.Range(0, 3).Select(i => world.Azure.Add($"room{i}", 1, _ => 2600))];
        for (var minute = 0; minute < 10 && world.Azure.Patches.Count < rooms.Length; minute++)
        {
            await world.RunAsync(1);
        }

        // Advisor asked for 3 units and is stopped; an hour later people set 7.
        var hourLater = world.Clock.GetUtcNow().AddHours(1);
        Array.ForEach(rooms, room => room.Begin(7, hourLater, hourLater));
        world.Clock.Advance(TimeSpan.FromHours(2));
        await world.RunAsync(2);

        foreach (var room in rooms)
        {
            var change = (await world.ReadChangesAsync(room.Id))[^1];
            Assert.Equal((ChangeState.Canceled, "MovedOn"), (change.State, change.Code));
            Assert.Contains("is Standard_S1 x 7 now: its size was changed again", change.Text, StringComparison.Ordinal);
        }

        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
        Assert.DoesNotContain(world.Reports, report => report.Condition == "changeFailed");
    }

    [Fact]
    public async Task A_stop_that_a_person_ends_lets_changes_continue_counts_from_zero_and_the_next_stop_is_another_event()
    {
        world.Azure.ChangesFail = true;
        world.Options = world.Options with { MaxFailedVerifications = 2, PauseAfterFailure = TimeSpan.FromMinutes(5) };
        var (chat, game) = (world.Azure.Add("chat", 1, _ => 2600), world.Azure.Add("game", 1, _ => 2600));
        await world.RunAsync(40);
        (chat.RestingState, game.RestingState) = ("Succeeded", "Succeeded");
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
        var next = await state.Fleet.FindPauseAsync(CancellationToken.None);
        Assert.NotEqual(stop, next);
        Assert.Equal(stop!.Reason, next!.Reason);
    }

    [Fact]
    [Fault("arm-failed")]
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
    [Fault("arm-failed")]
    public async Task After_one_failed_change_the_next_is_sent_an_hour_later_though_the_resource_is_Failed()
    {
        world.Azure.ChangesFail = true;
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(20);
        Assert.Equal("Failed", chat.RestingState);

        world.Azure.ChangesFail = false;
        await world.RunAsync(70);

        var changes = (await world.ReadChangesAsync(chat.Id)).Reverse().ToList();
        Assert.Equal([ChangeState.Failed, ChangeState.Verified], changes.Select(change => change.State));
        Assert.InRange(changes[1].DecidedAt, changes[0].ClosedAt!.Value.AddHours(1), changes[0].ClosedAt!.Value.AddMinutes(3).AddHours(1));
        Assert.Contains("The resource was Failed before this change", changes[1].Text, StringComparison.Ordinal);
        Assert.Equal(2, world.Azure.Patches.Count);
    }

    [Theory]
    [InlineData("Failed")]
    [InlineData("Canceled")]
    [Fault("arm-failed")]
    public async Task A_resource_that_a_deployment_left_unsettled_is_changed_and_the_change_says_so(string state)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        chat.RestingState = state;
        await world.RunAsync(20);

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((ChangeState.Verified, state), (change.State, change.StateBefore));
        Assert.EndsWith(
            $"The resource was {state} before this change; a new write is what ends that state.",
            change.Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    [Fault("arm-failed")]
    public async Task A_resource_that_stays_Failed_is_tried_once_an_hour_and_stops_the_changes_of_no_other()
    {
        world.Azure.ChangesFail = true;
        world.Options = world.Options with { MaxFailedVerifications = 2 };
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(300);

        // Every 60 minutes after the end of the last, which takes about 5 from its decision: 0:00, 1:05, 2:10, 3:15, 4:20.
        Assert.InRange(world.Azure.Patches.Count, 4, 5);
        Assert.All(await world.ReadChangesAsync(chat.Id), change => Assert.Equal(ChangeState.Failed, change.State));
        Assert.Null(await (await world.OpenStateAsync()).Fleet.FindPauseAsync(CancellationToken.None));
    }

    [Fact]
    [Fault("arm-lost-patch")]
    public async Task A_request_that_never_arrived_is_sent_again_only_because_the_resource_shows_the_old_size_and_succeeded()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, FailureCode.Timeout, "No answer in time."));
        await world.RunAsync(10);

        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }
}
