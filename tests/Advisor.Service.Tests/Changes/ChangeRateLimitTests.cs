using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Changes;

/// <summary>
/// The change rate limit of a subscription: a count for each direction, used in the order of need. At 08:10 two resources reach the start
/// of a floor of 3 units, and one the start of a maximum of 2.
/// </summary>
public sealed class ChangeRateLimitTests
{
    private const int At = 10;

    private static readonly DateTimeOffset Then = ServiceWorld.Start.AddMinutes(At);

    private readonly ServiceWorld world = new();

    public ChangeRateLimitTests() => world.Options = world.Options with { MaxChangesPerHour = 1 };

    private FakeResource WithFloor(string name, string region = "westeurope") =>
        world.Azure.Add(
            name,
            1,
            _ => 300,
            new ResourceSettings { Windows = [new("opening", Then, Then.AddHours(1), 3, false) { Lead = TimeSpan.Zero }] },
            region
        );

    private FakeResource WithMaximum(string name, string region = "westeurope") =>
        world.Azure.Add(
            name,
            5,
            _ => 1500,
            new ResourceSettings
            {
                Windows = [new("day", ServiceWorld.Start, Then, 5, false), new("night", Then, Then.AddHours(9), null, false, 2)],
            },
            region
        );

    [Fact]
    public async Task What_Azure_refuses_uses_up_nothing()
    {
        // The overload of both stands from 08:05 on; until then each may use the one scale-out of the hour.
        world.Azure.Add("a", 1, _ => 2600);
        world.Azure.Add("b", 1, _ => 2600);
        world.Azure.Refusals.Enqueue(new ScaleOutcome(ScaleResult.Refused, null, FailureCode.Locked, "It has a lock."));
        await world.RunAsync(4);

        Assert.Equal(["b"], Patched);
    }

    private IEnumerable<string> Patched => world.Azure.Patches.Select(patch => patch.ResourceId[(patch.ResourceId.LastIndexOf('/') + 1)..]);

    [Fact]
    public async Task A_scale_in_uses_up_nothing_of_what_scale_outs_have()
    {
        WithMaximum("a");
        WithFloor("b");
        await world.RunAsync(At + 1);

        Assert.Equal(["b", "a"], Patched);
    }

    [Fact]
    public async Task Within_a_batch_floors_come_first_and_use_the_slot_of_the_scale_ins_which_wait()
    {
        var a = WithMaximum("a");
        WithFloor("b");
        WithFloor("c");
        await world.RunAsync(At + 10);

        Assert.Equal(["b", "c"], Patched);
        var held = (await world.ReadDecisionsAsync(a.Id))[0];
        Assert.Equal((ScalingAction.Hold, ReasonCodes.ChangeRateLimit), (held.Action, held.Reasons[0].Code));
        Assert.StartsWith(
            "2 units are recommended; the hourly change limit of the subscription leaves 0 more scale-ins.",
            held.Reasons[0].Text,
            StringComparison.Ordinal
        );

        // Both slots are free again 60 minutes after 08:10.
        await world.RunAsync(70 - At - 10);
        Assert.Equal(["b", "c"], Patched);
        await world.RunAsync(3);
        Assert.Equal(["b", "c", "a"], Patched);
    }

    [Fact]
    public async Task Batches_of_one_process_order_first_and_send_by_need()
    {
        // The batch of eastus is evaluated first, and knows nothing of the floors of the other one.
        var a = WithMaximum("a", "eastus");
        WithFloor("b");
        WithFloor("c");
        await world.RunAsync(At + 1);

        Assert.Equal(["b", "c"], Patched);
        var change = (await world.ReadChangesAsync(a.Id))[0];
        Assert.Equal((ChangeState.Canceled, "ChangeRateLimit"), (change.State, change.Code));
        Assert.Equal("Postponed: the hourly limit of 1 scale-in in the subscription is reached.", change.Text);
    }

    [Fact]
    public async Task Where_batches_run_apart_a_scale_in_waits_until_all_of_the_tick_are_done_and_a_tick_at_the_most()
    {
        var a = WithMaximum("a", "eastus");
        WithFloor("b");
        await world.RunAsync(At);
        var (dependencies, now) = (await world.CreateDependenciesAsync(), world.Clock.GetUtcNow());
        var (evaluate, apply) = (new AdvisorService(dependencies, []).Evaluator, new AdvisorService(dependencies, []).Applier);
        var swept = await new AdvisorService(dependencies, []).Planner.PlanAsync(now, CancellationToken.None);
        Assert.Equal(2, swept.Batches.Count);

        // The first batch is done, its message arrives, and the other batch is not done: the order stays open.
        var order = Assert.Single(
            (await evaluate.RunAsync(swept.Batches[0], now, CancellationToken.None)).Messages,
            message => message.Kind == OutboxKind.Change
        );
        Assert.Equal(new ApplyOutcome(null), await apply.RunAsync(order, now.AddSeconds(5), CancellationToken.None));
        Assert.Contains(await dependencies.State.ListDueAsync(now, 10, CancellationToken.None), item => item.Scope == a.Id);

        // A minimum does not wait. Then all are done.
        var floor = Assert.Single(
            (await evaluate.RunAsync(swept.Batches[1], now, CancellationToken.None)).Messages,
            message => message.Kind == OutboxKind.Change
        );
        Assert.Equal(ChangeState.Accepted, (await apply.RunAsync(floor, now.AddSeconds(8), CancellationToken.None)).Change!.State);
        Assert.Equal(ChangeState.Accepted, (await apply.RunAsync(order, now.AddSeconds(9), CancellationToken.None)).Change!.State);
        Assert.Equal(["b", "a"], Patched);
    }

    [Fact]
    public async Task A_batch_that_fails_holds_a_scale_in_for_one_tick_only()
    {
        WithMaximum("a", "eastus");
        WithFloor("b");
        await world.RunAsync(At);
        var (dependencies, now) = (await world.CreateDependenciesAsync(), world.Clock.GetUtcNow());
        var swept = await new AdvisorService(dependencies, []).Planner.PlanAsync(now, CancellationToken.None);
        var order = Assert.Single(
            (await new AdvisorService(dependencies, []).Evaluator.RunAsync(swept.Batches[0], now, CancellationToken.None)).Messages,
            message => message.Kind == OutboxKind.Change
        );

        Assert.Null(
            (await new AdvisorService(dependencies, []).Applier.RunAsync(order, now.AddSeconds(59), CancellationToken.None)).Change
        );
        Assert.Equal(
            ChangeState.Accepted,
            (await new AdvisorService(dependencies, []).Applier.RunAsync(order, now.AddSeconds(60), CancellationToken.None)).Change!.State
        );
    }

    [Fact]
    public void Changes_of_tier_go_between_scale_outs_and_scale_ins()
    {
        static ChangePriority GetPriority(ScalingAction action, bool urgent = false) =>
            ChangePriorities.FromDecision(
                new Decision
                {
                    ResourceId = "/r",
                    Time = Then,
                    Action = action,
                    Sku = "Standard_S1",
                    Units = 1,
                    IsUrgent = urgent,
                    LimitingFactor = Limit.None,
                    Utilization = default,
                    Confidence = new Ratio(1),
                    Reasons = [],
                }
            );

        ChangePriority[] order =
        [
            GetPriority(ScalingAction.ScaleOut, urgent: true),
            GetPriority(ScalingAction.ScaleOut),
            GetPriority(ScalingAction.ChangeTier),
            GetPriority(ScalingAction.ScaleIn),
        ];
        Assert.Equal(order.Order(), order);
        Assert.Equal([false, false, true, true], order.Select(priority => priority.ShouldWaitForTick()));
    }

    [Fact]
    public async Task Shares_of_an_older_version_count_in_both_directions_until_their_hour_is_over()
    {
        var row = Encoding.UTF8.GetBytes(
            """{"subscription":"s","shares":[{"changeId":"old","units":2,"at":"2026-01-05T07:30:00+00:00"}]}"""
        );
        await world.Store.CommitAsync(
            StateKeys.ChangeRate,
            [RowWrite.Put("u-" + StateKeys.Hash("s"), 1, ServiceWorld.Start, row)],
            CancellationToken.None
        );

        var usage = await (await world.OpenStateAsync()).ChangeRate.GetUsageAsync("s", ServiceWorld.Start, CancellationToken.None);

        Assert.Equal(
            (1, 1, 2),
            (usage.CountChanges(ChangeDirection.Out), usage.CountChanges(ChangeDirection.In), usage.SumUnits(ChangeDirection.In))
        );
        Assert.Equal(
            0,
            (
                await (await world.OpenStateAsync()).ChangeRate.GetUsageAsync(
                    "s",
                    ServiceWorld.Start.AddMinutes(30),
                    CancellationToken.None
                )
            ).CountChanges(ChangeDirection.Out)
        );
    }
}
