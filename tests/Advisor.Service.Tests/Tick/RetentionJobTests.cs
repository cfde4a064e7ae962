using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Tick;

/// <summary>What is old goes, whenever Advisor happens to run.</summary>
public sealed class RetentionJobTests
{
    private readonly ServiceWorld world = new();

    [Theory]
    [InlineData(1)] // watch: a tick each minute
    [InlineData(47)] // watch --once from a scheduler, at odd times
    public async Task Within_a_day_of_running_what_is_older_than_it_is_kept_is_gone_and_what_is_younger_stays(int minutes)
    {
        var chat = world.Azure.Add("chat", 1, _ => 300);
        var state = await world.OpenStateAsync();
        foreach (var age in (int[])[399, 403])
        {
            await state
                .BeginCommit(chat.Id)
                .Append(CreateDecision(chat.Id, ServiceWorld.Start.AddDays(-age)))
                .RunAsync(CancellationToken.None);
        }

        await state.DeadLetters.AddAsync(CreateDeadLetter("old", ServiceWorld.Start.AddDays(-91)), CancellationToken.None);
        await state.DeadLetters.AddAsync(CreateDeadLetter("young", ServiceWorld.Start.AddDays(-88)), CancellationToken.None);
        for (var passed = 0; passed <= 25 * 60; passed += minutes)
        {
            await world.RunAsync(1);
            world.Clock.Advance(TimeSpan.FromMinutes(minutes - 1));
        }

        var old = (
            await state.Decisions.QueryAsync(
                chat.Id,
                new(ServiceWorld.Start.AddDays(-500), ServiceWorld.Start, null, 10),
                CancellationToken.None
            )
        ).Records;
        Assert.Equal([ServiceWorld.Start.AddDays(-399)], old.Select(line => line.Tick));
        Assert.Equal(
            ["young"],
            (await state.DeadLetters.ListAsync(10, CancellationToken.None)).Records.Select(message => message.MessageId)
        );
    }

    [Fact]
    public async Task What_a_resource_cost_that_was_deleted_on_the_first_of_January_stays_until_the_end_of_the_31st()
    {
        var (state, first) = (await world.OpenStateAsync(), new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero));
        var cost = new EvaluationCost(1, 0, 1, "USD");
        var last = new EvaluationRecord
        {
            ResourceId = "/r/gone",
            Service = "signalr",
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 1,
            At = first,
            Month = new EvaluationMonth(new DateOnly(2026, 1, 1), cost, cost),
        };
        await state.BeginCommit(last.ResourceId).Save(last).RunAsync(CancellationToken.None);
        await state.Snapshots.DeleteAsync(last.ResourceId, CancellationToken.None);

        Assert.Single(await PurgeAsync(first.AddMonths(1)));
        Assert.Empty(await PurgeAsync(first.AddMonths(1).AddTicks(1)));

        async Task<IReadOnlyList<EvaluationRecord>> PurgeAsync(DateTimeOffset now)
        {
            foreach (var bucket in Enumerable.Range(0, state.Buckets))
            {
                await state.Retention.PurgeBucketAsync(bucket, RetentionPolicy.Default, now, CancellationToken.None);
            }

            return await state.Evaluations.ListDeletedAsync(CancellationToken.None);
        }
    }

    private static DeadLetter CreateDeadLetter(string id, DateTimeOffset at) =>
        new()
        {
            Queue = "q",
            MessageId = id,
            At = at,
            Problem = "odd",
            Text = "x",
        };

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
