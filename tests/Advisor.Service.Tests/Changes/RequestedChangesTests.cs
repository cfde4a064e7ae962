using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Changes;

/// <summary>A change between its request and its record. At 08:10 a resource reaches the start of a floor of 3 units.</summary>
public sealed class RequestedChangesTests
{
    private const int At = 10;

    private static readonly DateTimeOffset Then = ServiceWorld.Start.AddMinutes(At);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    // The message of 08:10 is late: the tick of 08:11 sends it together with its batches, which have loaded the resource by then.
    [Fact]
    public async Task A_change_that_starts_while_a_batch_reads_its_metrics_is_not_requested_again()
    {
        var world = new ServiceWorld();
        var floor = new PlannedWindow("opening", Then, Then.AddHours(1), 3, false) { Lead = TimeSpan.Zero };
        var chat = world.Azure.Add("chat", 1, _ => 300, new ResourceSettings { Windows = [floor] });
        await world.RunAsync(At);
        var metrics = new MetricsThatWait(world.Azure);
        var service = new AdvisorService(await world.CreateDependenciesAsync() with { Metrics = metrics }, []);
        var request = Assert.Single(await EvaluateAsync(), message => message.Kind == OutboxKind.Change);

        world.Clock.Advance(TimeSpan.FromMinutes(1));
        metrics.Before = () => service.Applier.RunAsync(request, world.Clock.GetUtcNow(), Cancel);
        var messages = await EvaluateAsync();

        Assert.Equal(ChangeState.Accepted, Assert.Single(await world.ReadChangesAsync(chat.Id)).State);
        Assert.DoesNotContain(messages, message => message.Kind == OutboxKind.Change);
        Assert.Single(await world.ReadDecisionsAsync(chat.Id), line => line.Outcome == AuditOutcome.Applying);

        async Task<IReadOnlyList<OutboxKey>> EvaluateAsync()
        {
            var now = world.Clock.GetUtcNow();
            var tick = await service.Planner.PlanAsync(now, Cancel);
            return (await service.Evaluator.RunAsync(Assert.Single(tick.Batches), now, Cancel)).Messages;
        }
    }

    /// <summary>Metrics that arrive after something else has happened.</summary>
    private sealed class MetricsThatWait(IMetricSource inner) : IMetricSource
    {
        public Func<Task>? Before { get; set; }

        public async Task<MetricReadResult> ReadAsync(
            IReadOnlyList<FleetResource> resources,
            DateTimeOffset start,
            DateTimeOffset until,
            CancellationToken cancellation
        )
        {
            await (Before?.Invoke() ?? Task.CompletedTask);
            return await inner.ReadAsync(resources, start, until, cancellation);
        }
    }
}
