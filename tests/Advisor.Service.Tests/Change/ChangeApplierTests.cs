using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Change;
using Advisor.Service.Evaluate;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;
using Advisor.State.Changes;
using Advisor.State.Notifications;

namespace Advisor.Service.Tests.Change;

/// <summary>
/// What may be applied, and what becomes of a change that Azure does not simply make. 2,600 connections on one unit need 3 units.
/// </summary>
public sealed partial class ChangeApplierTests
{
    private readonly ServiceWorld world = new();

    [Theory]
    [InlineData(AdvisorMode.Observe, "observed", false, null)]
    [InlineData(AdvisorMode.Recommend, "recommended", false, "recommendation")]
    [InlineData(AdvisorMode.Approve, "awaitingApproval", false, "approval")]
    [InlineData(AdvisorMode.AutoUp, "applying", true, "changed")]
    [InlineData(AdvisorMode.Auto, "applying", true, "changed")]
    public async Task The_mode_says_whether_a_scale_out_is_applied_and_who_is_notified(
        AdvisorMode mode,
        string outcome,
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

        Assert.Contains(await world.ReadDecisionsAsync(chat.Id), d => d is { Action: ScalingAction.ScaleIn, Outcome: "recommended" });
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
            ["dryRun", "suppressed"],
            (await world.ReadDecisionsAsync(chat.Id)).Where(d => d.Action == ScalingAction.ScaleOut).Select(d => d.Outcome)
        );
    }

    [Fact]
    public async Task A_pause_between_the_decision_and_the_request_stops_the_change()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var order = await DecideAsync();
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

    public static TheoryData<string> Meanwhile =>
        ["moved on", "there already", "autoscale", "freeze", "paused", "mode", "expired", "deleted"];

    [Theory]
    [MemberData(nameof(Meanwhile))]
    public async Task What_happened_to_the_resource_since_the_decision_stops_the_change(string meanwhile)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var order = await DecideAsync();
        var now = world.Clock.GetUtcNow();
        var (state, code) = (ChangeState.Canceled, "");
        switch (meanwhile)
        {
            case "moved on":
                chat.Begin(2, now, now);
                code = "MovedOn";
                break;
            case "there already":
                chat.Begin(3, now, now);
                code = "AlreadyThere";
                break;
            case "autoscale":
                chat.Autoscale = "by-cpu";
                (state, code) = (ChangeState.Refused, "Autoscale");
                break;
            case "freeze":
                chat.Settings = chat.Settings with { Windows = [new PlannedWindow("release", now, now.AddHours(1), null, true)] };
                code = "FreezeWindow";
                break;
            case "paused":
                chat.Settings = chat.Settings with { Pause = new ResourcePause(PausedScaling.ScaleOut, "the tag advisor-pause") };
                code = "Paused";
                break;
            case "mode":
                world.Options = world.Options with { Mode = AdvisorMode.Recommend };
                code = "ModeChanged";
                break;
            case "expired":
                world.Clock.Advance(TimeSpan.FromMinutes(16));
                code = "Expired";
                break;
            default:
                world.Azure.Remove(chat);
                (state, code) = (ChangeState.Refused, "NotFound");
                break;
        }

        await new AdvisorService(await world.CreateDependenciesAsync(), []).Applier.RunAsync(
            order,
            world.Clock.GetUtcNow(),
            CancellationToken.None
        );

        var change = Assert.Single(await world.ReadChangesAsync(chat.Id));
        Assert.Equal((state, code), (change.State, change.Code));
        Assert.Empty(world.Azure.Patches);
    }

    [Fact]
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

    private async Task<OutboxKey> DecideAsync()
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
}
