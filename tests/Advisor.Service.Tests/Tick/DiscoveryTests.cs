using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

public sealed class DiscoveryTests
{
    [Theory]
    [InlineData(0, 0, false)] // a scope without resources
    [InlineData(0, 1, true)]
    [InlineData(1, 1, false)]
    public void Only_a_list_of_nothing_but_failures_is_unknown(int resources, int failures, bool isUnknown)
    {
        var azure = new FakeAzure(TimeProvider.System);
        var found = Enumerable.Range(0, resources).Select(i => azure.Add($"r{i}", 1, _ => 0).ToFleetResource(ServiceWorld.Start));
        var failed = Enumerable.Range(0, failures).Select(i => new FleetFailure($"s{i}", FailureCode.Forbidden, "No right."));

        Assert.Equal(isUnknown, new Discovery(new FleetListing([.. found], [.. failed]), [], ServiceWorld.Start).IsUnknown);
    }

    // Five ticks, a minute apart; a list is kept for an hour.
    [Theory]
    [InlineData(FailureCode.Forbidden, 1)]
    [InlineData(FailureCode.Throttled, 5)]
    public async Task A_list_with_a_failure_that_may_pass_is_made_again_at_the_next_tick(FailureCode code, int lists)
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { DiscoveryInterval = TimeSpan.FromHours(1), Mode = AdvisorMode.Recommend };
        world.Azure.Add("chat", 1, _ => 500);
        world.Azure.ListsDespiteFailures = true;
        world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/other", code, "No."));

        await world.RunAsync(5);

        Assert.Equal(lists, world.Azure.Lists);
    }
}
