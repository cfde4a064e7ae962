using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Tick;

/// <summary>What a tick finds of the work of earlier ones.</summary>
public sealed class OpenWorkTests
{
    // 500 is what the page of approvals approves at once; each answer says that its change starts within about a minute.
    [Theory]
    [InlineData(1)]
    [InlineData(AdvisorState.SharedBuckets)]
    public async Task All_changes_that_are_approved_at_once_start_in_one_tick_in_however_many_buckets(int buckets)
    {
        var world = new ServiceWorld();
        var setup = await world.CreateDependenciesAsync();
        var state = await AdvisorState.OpenAsync(new MemoryStateStore(), buckets, ServiceWorld.Start, Cancel);
        var request = new ChangeRequest
        {
            FromSku = "Standard_S1",
            FromUnits = 1,
            ToSku = "Standard_S1",
            ToUnits = 3,
        };
        for (var i = 0; i < 500; i++)
        {
            await state.Outbox.EnqueueAsync(request.ToItem($"/r/{i}", ServiceWorld.Start), Cancel);
        }

        var tick = await new AdvisorService(setup with { State = state }, []).Planner.PlanAsync(ServiceWorld.Start.AddMinutes(1), Cancel);

        Assert.Equal(500, tick.Messages.Count(message => message.Kind == OutboxKind.Change));
    }

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;
}
