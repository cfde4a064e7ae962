using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>What a table of the fleet shows of the newest evaluation.</summary>
public sealed partial class EvaluationRecordBuilderTests
{
    [Fact]
    public async Task A_resource_that_needs_more_units_has_action_reasons_confidence_and_the_cost_of_both_sizes()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 1, _ => 2600);

        await world.RunAsync(8);

        var record = await EvaluateOneAsync();
        Assert.Equal(
            (EvaluationState.Ok, ScalingAction.ScaleOut, "recommended", Limit.Connections),
            (record.State, record.Action, record.Outcome, record.LimitingFactor)
        );
        Assert.InRange(record.Reasons.Count, 1, 4);
        Assert.All(record.Reasons, reason => Assert.EndsWith(".", reason.Text, StringComparison.Ordinal));
        Assert.InRange(record.Confidence!.Value, 0.01, 1);

        // Standard_S1 is 1.61 USD a day and unit: 30 x 1.61 = 48.30 for one, 144.90 for three.
        Assert.Equal((48.30m, "USD"), (record.CostNow!.Units, record.CostNow.Currency));
        Assert.Equal(48.30m * record.RecommendedUnits, record.CostAfter!.Units);
        Assert.Equal(record.CostAfter.Units + (record.CostAfter.Messages ?? 0), record.CostAfter.Total);
        Assert.Equal((AdvisorMode.Recommend, false, false), (record.Mode, record.IsChanging, record.IsSnoozed));
        Assert.Null(record.Paused);
        Assert.False(string.IsNullOrEmpty(record.Team));
    }

    [Fact]
    public async Task The_details_have_the_amounts_behind_each_utilization_and_what_sizes_are_expected_to_cost()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        var chat = world.Azure.Add("chat", 1, _ => 2600).Id;

        await world.RunAsync(8);

        var details = (await (await world.OpenStateAsync()).Evaluations.FindDetailsAsync(chat, CancellationToken.None))!;
        var connections = Assert.Single(details.Limits, limit => limit.Limit == Limit.Connections);

        // One unit accepts 1,000; the target of the resources of this world is all of them.
        Assert.Equal((2600, 1000, 1, true), (connections.Used, connections.TargetLimit, connections.Target, connections.IsOwnTarget));
        var record = await EvaluateOneAsync();
        Assert.Equal(connections.Used / connections.TargetLimit!.Value, record.Utilization[Limit.Connections], 3);

        // 60 minutes of each unit; at 1 unit all of them lack 2 or more for the 6 minutes of an overload, 10 each.
        var first = details.Sizes[0];
        Assert.Equal((1, 60, 0, 48.30m), (first.Units, first.UnitPrice, first.RemovalPrice, first.Cost!.Units));
        Assert.True(first.OverloadPrice >= 6 * 10 * 3);
        Assert.Contains(details.Sizes, size => size.Units == record.RecommendedUnits);
        Assert.NotEmpty(details.ConfidenceFactors);
    }

    [Fact]
    public async Task A_failed_evaluation_says_why_and_keeps_the_cost_of_the_size_in_force()
    {
        world.Azure.Add("chat", 10, _ => 9000);
        await world.RunAsync(3);
        world.Azure.MetricFailures.Add("chat");

        await world.RunAsync(2);

        var record = await EvaluateOneAsync();
        Assert.Equal(EvaluationState.Failed, record.State);
        Assert.NotEmpty(record.Problem!);
        Assert.Empty(record.Reasons);

        // 10 x 48.30 USD; of what is not known there is no value, not a zero.
        Assert.Equal(483.00m, record.CostNow!.Units);
        Assert.Equal((null, null, null, null), (record.Action, record.Confidence, record.LimitingFactor, record.CostAfter));
    }

    [Fact]
    public async Task A_paused_resource_says_which_direction_is_paused()
    {
        world.Azure.Add(
            "chat",
            1,
            _ => 2600,
            new ResourceSettings { Pause = new ResourcePause(PausedScaling.ScaleOut, "the tag advisor-pause") }
        );

        await world.RunAsync(4);

        Assert.Equal(PausedScaling.ScaleOut, (await EvaluateOneAsync()).Paused);
    }

    [Fact]
    public async Task A_resource_whose_size_is_being_changed_says_so()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(1);
        Assert.False((await EvaluateOneAsync()).IsChanging);

        for (var tick = 0; tick < 10 && !(await EvaluateOneAsync()).IsChanging; tick++)
        {
            await world.RunAsync(1);
        }

        Assert.True((await EvaluateOneAsync()).IsChanging);
    }

    private async Task<EvaluationRecord> EvaluateOneAsync() =>
        Assert.Single(await (await world.OpenStateAsync()).Evaluations.ListAsync(CancellationToken.None));
}
