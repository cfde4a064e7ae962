using Advisor.Core.Alerting;
using Advisor.Core.Scaling;
using Advisor.Runtime.Fleet;
using Advisor.Runtime.Service;
using Advisor.Runtime.State;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests;

/// <summary>What may be applied, and what becomes of a change that Azure does not simply make. 2,600 connections on one unit need 3 units.</summary>
public sealed class ApplyingTests
{
    private readonly ServiceWorld world = new();

    [Theory]
    [InlineData(AdvisorMode.Observe, "observed", false, null)]
    [InlineData(AdvisorMode.Recommend, "recommended", false, "recommendation")]
    [InlineData(AdvisorMode.Approve, "awaitingApproval", false, "approval")]
    [InlineData(AdvisorMode.AutoUp, "applying", true, "changed")]
    [InlineData(AdvisorMode.Auto, "applying", true, "changed")]
    public async Task The_mode_says_whether_growth_is_applied_and_who_is_told(AdvisorMode mode, string outcome, bool applied, string? told)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        world.Options = world.Options with { Mode = mode };
        await world.RunAsync(10);

        Assert.Equal(outcome, (await world.DecisionsAsync(chat.Id)).Single(d => d.Action == ScalingAction.ScaleOut).Outcome);
        Assert.Equal(applied, world.Azure.Patches.Count == 1);
        Assert.Equal(told is null ? [] : [told], world.Channel.Kinds);
    }

    [Fact]
    public async Task AutoUp_grows_and_only_recommends_to_shrink()
    {
        var chat = world.Azure.Add("chat", 8, _ => 500);
        world.Options = world.Options with { Mode = AdvisorMode.AutoUp };
        await world.RunAsync(120);

        Assert.Contains(await world.DecisionsAsync(chat.Id), d => d is { Action: ScalingAction.ScaleIn, Outcome: "recommended" });
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
        Assert.Equal(["dryRun", "withheld"], (await world.DecisionsAsync(chat.Id)).Where(d => d.Action == ScalingAction.ScaleOut).Select(d => d.Outcome));
    }

    [Fact]
    public async Task A_pause_between_the_decision_and_the_request_stops_the_change()
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var order = await DecideAsync();
        var paused = new ApplyChange((await world.PartsAsync()) with { Options = world.Options with { Paused = true } });
        await paused.RunAsync(order, world.Clock.GetUtcNow(), CancellationToken.None);

        Assert.Empty(world.Azure.Patches);
        Assert.Equal((ChangeState.Superseded, "Paused"), Assert.Single(await world.ChangesAsync(chat.Id)) is var c ? (c.State, c.Code) : default);
    }

    public static TheoryData<string> Meanwhile => ["moved on", "there already", "autoscale", "freeze", "mode", "expired", "deleted"];

    [Theory]
    [MemberData(nameof(Meanwhile))]
    public async Task What_happened_to_the_resource_since_the_decision_stops_the_change(string meanwhile)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        var order = await DecideAsync();
        var now = world.Clock.GetUtcNow();
        var (state, code) = (ChangeState.Superseded, "");
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

        await new ApplyChange(await world.PartsAsync()).RunAsync(order, world.Clock.GetUtcNow(), CancellationToken.None);

        var change = Assert.Single(await world.ChangesAsync(chat.Id));
        Assert.Equal((state, code), (change.State, change.Code));
        Assert.Empty(world.Azure.Patches);
    }

    [Fact]
    public async Task A_conflict_is_sent_again_later_and_only_then()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, "Conflict", "409", TimeSpan.FromMinutes(3)));
        await world.RunAsync(3);
        Assert.Empty(world.Azure.Patches);
        await world.RunAsync(10);
        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    [Theory]
    [InlineData("Locked")]
    [InlineData("Policy")]
    [InlineData("Quota")]
    [InlineData("Forbidden")]
    public async Task What_only_people_can_cure_is_told_once_and_not_tried_every_minute(string code)
    {
        var chat = world.Azure.Add("chat", 1, _ => 2600);
        for (var i = 0; i < 60; i++)
        {
            world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, code, "Azure says no."));
        }

        await world.RunAsync(50);

        Assert.Equal((ChangeState.Refused, code), Assert.Single(await world.ChangesAsync(chat.Id)) is var c ? (c.State, c.Code) : default);
        Assert.Empty(world.Channel.Kinds);
        Assert.Equal(AlertNotificationKind.Fired, Assert.Single(world.Reports, r => r.Alert.Condition == "changeFailed").Alert.Kind);
        Assert.Contains(await world.DecisionsAsync(chat.Id), d => d.Outcome == "withheld" && d.Reasons[0].Code == "RestingAfterRefusal");
    }

    [Fact]
    public async Task After_so_many_failed_changes_applying_stops_everywhere_with_one_message()
    {
        world.Azure.ChangesFail = true;
        world.Options = world.Options with { MostFailedVerifications = 3 };
        for (var i = 0; i < 6; i++)
        {
            var from = ServiceWorld.Start.AddMinutes(i * 10);
            world.Azure.Add($"r{i}", 1, minute => minute < from ? 100 : 2600);
        }

        await world.RunAsync(90);

        // The third failure stops it; what was on its way then may still end.
        Assert.InRange(world.Azure.Patches.Count, 3, 4);
        Assert.Equal(AlertSeverity.Critical, Assert.Single(world.Channel.Sent, n => n.DedupKey == "applying-stopped").Severity);
        Assert.NotNull(await (await world.StateAsync()).Fleet.PausedAsync(CancellationToken.None));
        Assert.Contains((await world.DecisionsAsync(world.Azure.Add("r5", 1, _ => 0).Id)), d => d.Outcome == "withheld");
    }

    [Fact]
    public async Task The_hour_allows_so_many_changes_and_the_rest_wait()
    {
        world.Options = world.Options with { MostChangesPerHour = 2 };
        for (var i = 0; i < 5; i++)
        {
            world.Azure.Add($"r{i}", 1, _ => 2600);
        }

        await world.RunAsync(50);
        Assert.Equal(2, world.Azure.Patches.Count);

        // 08:00 to 08:50 so far; the next hours have two each.
        await world.RunAsync(20);
        Assert.Equal(4, world.Azure.Patches.Count);
    }

    [Fact]
    public async Task A_request_that_never_arrived_is_sent_again_only_because_the_resource_shows_the_old_size_and_succeeded()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.RetryLater, null, "Timeout", "No answer in time."));
        await world.RunAsync(10);

        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    private async Task<OutboxKey> DecideAsync()
    {
        var parts = await world.PartsAsync();
        for (var tick = 0; tick < 10; tick++)
        {
            var swept = await new Sweep(parts).RunAsync(world.Clock.GetUtcNow(), CancellationToken.None);
            var batch = await new EvaluateBatch(parts).RunAsync(swept.Jobs[0], world.Clock.GetUtcNow(), CancellationToken.None);
            if (batch.Messages.FirstOrDefault(m => m.Kind == OutboxKind.Change) is { } order)
            {
                return order;
            }

            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        throw new InvalidOperationException("Nothing was decided in ten minutes.");
    }
}
