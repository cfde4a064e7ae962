using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Store.Contract;

public abstract partial class AdvisorStateContract
{
    [Fact]
    public async Task The_newest_evaluation_of_each_resource_is_listed_until_the_resource_is_gone()
    {
        foreach (var i in Enumerable.Range(0, 23))
        {
            Assert.True((await state.BeginCommit($"/r/{i}").Save(CreateEvaluation($"/r/{i}", 1)).RunAsync(Cancel)).IsCommitted);
            Assert.True((await state.BeginCommit($"/r/{i}").Save(CreateEvaluation($"/r/{i}", 2)).RunAsync(Cancel)).IsCommitted);
        }

        var listed = await state.Evaluations.ListAsync(Cancel);
        Assert.Equal(
            Enumerable.Range(0, 23).Select(i => $"/r/{i}").Order(StringComparer.OrdinalIgnoreCase),
            listed.Select(record => record.ResourceId)
        );
        Assert.All(
            listed,
            record =>
                Assert.Equal((2, 0.25, "RequiredUnits"), (record.Units, record.Utilization[Limit.Outbound], record.Decisions[0].Reason))
        );

        await state.Snapshots.DeleteAsync("/r/7", Cancel);
        Assert.DoesNotContain(await state.Evaluations.ListAsync(Cancel), record => record.ResourceId == "/r/7");
        Assert.Throws<ArgumentException>(() => state.BeginCommit("/r/1").Save(CreateEvaluation("/r/2", 1)));
    }

    [Fact]
    public async Task An_evaluation_that_was_not_written_for_long_is_purged()
    {
        await state.BeginCommit("/r/old").Save(CreateEvaluation("/r/old", 1) with { At = Tick.AddDays(-32) }).RunAsync(Cancel);
        await state.BeginCommit("/r/young").Save(CreateEvaluation("/r/young", 1)).RunAsync(Cancel);

        await PurgeAsync(RetentionPolicy.Default, Tick);

        Assert.Equal("/r/young", Assert.Single(await state.Evaluations.ListAsync(Cancel)).ResourceId);
    }

    [Fact]
    public async Task A_heartbeat_adds_its_counts_once_and_one_of_an_older_program_counts_as_none()
    {
        var tick = Tick.AddYears(1);
        await state.Fleet.RecordHeartbeatAsync(new HeartbeatMark(tick, tick), Cancel);
        await state.Fleet.RecordHeartbeatAsync(
            new HeartbeatMark(tick.AddMinutes(1), tick)
            {
                Ticks = 1,
                Evaluations = 7,
                Failures = 2,
                MetricCalls = 3,
            },
            Cancel
        );
        await state.Fleet.RecordHeartbeatAsync(
            new HeartbeatMark(tick.AddMinutes(1), tick)
            {
                Ticks = 1,
                Evaluations = 7,
                Failures = 2,
                MetricCalls = 3,
            },
            Cancel
        );
        await state.Fleet.RecordHeartbeatAsync(new HeartbeatMark(tick.AddMinutes(2), tick) { Ticks = 1, Evaluations = 1 }, Cancel);

        Assert.Equal(
            new HeartbeatMark(tick.AddMinutes(2), tick)
            {
                Ticks = 2,
                Evaluations = 8,
                Failures = 2,
                MetricCalls = 3,
            },
            await state.Fleet.FindHeartbeatAsync(Cancel)
        );
    }

    private static EvaluationRecord CreateEvaluation(string id, int units) =>
        new()
        {
            ResourceId = id,
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = units,
            At = Tick,
            Utilization = new Dictionary<Limit, double> { [Limit.Outbound] = 0.25 },
            Forecast = [new ForecastQuantiles(TimeSpan.FromHours(1), 1, 2, 3)],
            Decisions = [new DecisionCount(ScalingAction.Hold, "RequiredUnits", 3)],
        };
}
