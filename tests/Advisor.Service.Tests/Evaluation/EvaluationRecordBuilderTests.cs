using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>What the state keeps of the newest evaluation of each resource, for GET /metrics and the table of the fleet.</summary>
public sealed class EvaluationRecordBuilderTests
{
    private readonly ServiceWorld world = new();

    [Fact]
    public async Task Each_evaluation_writes_its_numbers_over_those_of_the_one_before()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        var chat = world.Azure.Add("chat", 10, _ => 5000);

        await world.RunAsync(4);

        var record = await ReadRecordAsync();
        Assert.Equal((chat.Id, "signalr", "westeurope", 10), (record.ResourceId, record.Service, record.Region, record.Units));

        // 5,000 of 10 x 1,000 connections, whose target is 100 % in this world.
        Assert.Equal(0.5, record.Utilization[Limit.Connections], 3);
        Assert.DoesNotContain(Limit.None, record.RequiredUnits.Keys);
        Assert.NotNull(record.RecommendedUnits);
        Assert.NotEmpty(record.Forecast);

        // The clock has moved on by a minute since the last tick; metrics are some minutes late.
        Assert.Equal(world.Clock.GetUtcNow().AddMinutes(-1), record.At);
        Assert.InRange(record.At - record.DataAt!.Value, TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(10));
    }

    [Fact]
    public async Task Decisions_are_counted_from_the_first_sight_on_whatever_process_makes_them()
    {
        world.Azure.Add("chat", 10, _ => 9000);
        await world.RunAsync(5);
        var before = (await ReadRecordAsync()).Decisions.Sum(count => count.Count);

        await world.RunAsync(5); // a fresh instance over the same state

        Assert.Equal(5, (await ReadRecordAsync()).Decisions.Sum(count => count.Count) - before);
    }

    [Fact]
    public async Task Where_the_metrics_cannot_be_read_the_last_numbers_are_gone_and_size_age_and_counts_stay()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 10, _ => 9000);
        await world.RunAsync(5);
        var before = await ReadRecordAsync();
        world.Azure.MetricFailures.Add("chat");

        await world.RunAsync(3);

        var record = await ReadRecordAsync();
        Assert.True(record.At > before.At);
        Assert.Empty(record.Utilization);
        Assert.Null(record.RecommendedUnits);
        Assert.Equal((10, before.DataAt), (record.Units, record.DataAt));
        Assert.Equal(before.Decisions, record.Decisions);
    }

    [Fact]
    public async Task A_resource_that_is_deleted_leaves_the_list()
    {
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.FromMinutes(1), DeletedAfterLists = 1 };
        world.Azure.Add("stays", 1, _ => 100);
        var chat = world.Azure.Add("chat", 1, _ => 100);
        await world.RunAsync(3);
        world.Azure.Remove(chat);

        await world.RunAsync(3);

        Assert.EndsWith("/stays", (await ReadRecordAsync()).ResourceId, StringComparison.Ordinal);

        // A program of an earlier version, to which somebody rolls back, lists every row of this range that it can read.
        var query = RowQuery.FromPrefix(StateKeys.CreateBucketPartition(0), StateKeys.Evaluations);
        Assert.Single((await world.Store.QueryAsync(query, CancellationToken.None)).Rows);
    }

    [Fact]
    public async Task The_heartbeat_counts_the_failures_of_every_batch()
    {
        world.Azure.Add("chat", 1, _ => 900);
        foreach (var (name, region) in new[] { ("one", "eastus"), ("two", "westeurope"), ("three", "eastus") })
        {
            world.Azure.Add(name, 1, _ => 900, region: region);
            world.Azure.MetricFailures.Add(name);
        }

        await world.RunAsync(2);

        var heartbeat = (await (await world.OpenStateAsync()).Fleet.FindHeartbeatAsync(CancellationToken.None))!;
        Assert.Equal((2, 8, 6), (heartbeat.Ticks, heartbeat.Evaluations, heartbeat.Failures));
    }

    [Fact]
    public async Task Completed_ticks_add_what_they_did_to_the_heartbeat()
    {
        world.Azure.Add("chat", 1, _ => 900);
        world.Azure.Add("game", 1, _ => 900);
        await world.RunAsync(3);
        world.Azure.MetricFailures.Add("game");
        await world.RunAsync(2);

        var heartbeat = (await (await world.OpenStateAsync()).Fleet.FindHeartbeatAsync(CancellationToken.None))!;
        Assert.Equal((5, 10, 2), (heartbeat.Ticks, heartbeat.Evaluations, heartbeat.Failures));
        Assert.True(heartbeat.MetricCalls >= 5, $"{heartbeat.MetricCalls}");
    }

    [Fact]
    public void More_pairs_of_action_and_reason_than_a_resource_may_have_are_counted_together()
    {
        IReadOnlyList<DecisionCount>? counts = null;
        foreach (var i in Enumerable.Range(0, 100))
        {
            counts = EvaluationRecordBuilder.CountDecision(counts, CreateDecision($"Reason{i}"));
            counts = EvaluationRecordBuilder.CountDecision(counts, CreateDecision("Reason0"));
        }

        // 32 pairs of their own; the other 68 together.
        Assert.Equal(33, counts!.Count);
        Assert.Equal((101, 68), (counts.Single(c => c.Reason == "Reason0").Count, counts.Single(c => c.Reason == "Other").Count));
    }

    [Theory]
    [InlineData(1.01, EvaluationState.Ok, true)]
    [InlineData(1.0, EvaluationState.Ok, false)] // the target is a size that suffices
    [InlineData(0.6, EvaluationState.Ok, false)]
    [InlineData(1.01, EvaluationState.Failed, false)] // of before the failure
    [InlineData(null, EvaluationState.Ok, false)]
    public async Task A_resource_is_at_risk_above_the_target_of_its_limiting_factor(double? value, EvaluationState state, bool isAtRisk)
    {
        world.Azure.Add("chat", 10, _ => 5000);
        await world.RunAsync(1);

        var record = (await ReadRecordAsync()) with
        {
            State = state,
            LimitingFactor = Limit.Connections,
            Alerts = [],
            Utilization = value is { } known
                ? new Dictionary<Limit, double> { [Limit.Connections] = known, [Limit.Inbound] = 1.5 }
                : new Dictionary<Limit, double>(),
        };

        Assert.Equal(isAtRisk, record.IsAtRisk());
    }

    [Fact]
    public void The_age_of_the_data_counts_minutes_with_a_reading_only()
    {
        var start = ServiceWorld.Start;
        MinuteSample[] series = [new(start, new MetricReadings { ServerLoad = 10 }), new(start.AddMinutes(1), default)];

        Assert.Equal(start, EvaluationRecordBuilder.FindDataTime(series, null));
        Assert.Equal(start.AddMinutes(-5), EvaluationRecordBuilder.FindDataTime([new(start, default)], start.AddMinutes(-5)));
        Assert.Null(EvaluationRecordBuilder.FindDataTime([], null));
    }

    [Fact]
    public async Task A_resource_that_needs_more_units_has_action_reasons_confidence_and_the_cost_of_both_sizes()
    {
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 1, _ => 2600);

        await world.RunAsync(8);

        var record = await ReadRecordAsync();
        Assert.Equal(
            (EvaluationState.Ok, ScalingAction.ScaleOut, AuditOutcome.Recommended, Limit.Connections),
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
        var record = await ReadRecordAsync();
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

        var record = await ReadRecordAsync();
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

        Assert.Equal(PausedScaling.ScaleOut, (await ReadRecordAsync()).Paused);
    }

    [Fact]
    public async Task A_resource_whose_size_is_being_changed_says_so()
    {
        world.Azure.Add("chat", 1, _ => 2600);
        await world.RunAsync(1);
        Assert.False((await ReadRecordAsync()).IsChanging);

        for (var tick = 0; tick < 10 && !(await ReadRecordAsync()).IsChanging; tick++)
        {
            await world.RunAsync(1);
        }

        Assert.True((await ReadRecordAsync()).IsChanging);
    }

    private static Decision CreateDecision(string reason) =>
        new()
        {
            ResourceId = "/r",
            Time = ServiceWorld.Start,
            Action = ScalingAction.Hold,
            Sku = "Standard_S1",
            Units = 1,
            LimitingFactor = Limit.None,
            Utilization = default,
            Confidence = default,
            Reasons = [new Reason(reason, "")],
        };

    private async Task<EvaluationRecord> ReadRecordAsync() =>
        Assert.Single(await (await world.OpenStateAsync()).Evaluations.ListAsync(CancellationToken.None));
}
