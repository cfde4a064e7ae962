using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Evaluation;
using Advisor.Service.Tests.World;
using Advisor.Service.Tick;

namespace Advisor.Service.Tests.Tick;

/// <summary>The list of a scope: when it is made, and what holds where Azure does not answer whole.</summary>
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

    [Fact]
    public async Task Resources_of_a_subscription_that_cannot_be_listed_after_a_restart_are_evaluated_as_they_were_stored()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Recommend };
        var chat = world.Azure.Add("chat", 1, _ => 500);
        await world.RunAsync(5);
        Fail(world, chat);

        // Each run is a fresh process. The tick of 08:09 reads the minutes that are over for two: 08:06 is the newest.
        await world.RunAsync(5);

        Assert.Equal(ServiceWorld.Start.AddMinutes(6), await ReadNewestMinuteAsync(world, chat));
    }

    [Fact]
    public async Task A_stored_resource_that_the_tags_of_the_scope_leave_out_or_that_was_missing_from_a_whole_list_stays_left_out()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Recommend, DiscoveryInterval = TimeSpan.Zero };
        var (chat, old) = (world.Azure.Add("chat", 1, _ => 500), world.Azure.Add("old", 1, _ => 500));
        await world.RunAsync(5);
        world.Azure.Unlisted.Add(old);
        await world.RunAsync(1);
        Fail(world, chat);
        await world.RunAsync(3);

        // The ticks of 08:04 and of 08:08 were the last to evaluate the one and the other.
        Assert.Equal(ServiceWorld.Start.AddMinutes(1), await ReadNewestMinuteAsync(world, old));
        Assert.Equal(ServiceWorld.Start.AddMinutes(5), await ReadNewestMinuteAsync(world, chat));

        world.Options = world.Options with
        {
            Scope = world.Options.Scope with { Tags = new Dictionary<string, string> { ["env"] = "prod" } },
        };
        await world.RunAsync(3);

        Assert.Equal(ServiceWorld.Start.AddMinutes(5), await ReadNewestMinuteAsync(world, chat));
    }

    [Fact]
    public async Task A_change_that_takes_effect_while_the_subscription_cannot_be_listed_is_made_and_reported_once()
    {
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Auto };
        var chat = world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(5) ? 500 : 2600);
        var loop = await world.CreateLoopAsync();
        for (var tick = 0; tick < 30; tick++)
        {
            if (world.Azure.Patches.Count > 0)
            {
                // The last list has the old size of 1 unit.
                Fail(world, chat);
            }

            await RunAsync(world, loop, 1);
        }

        Assert.Equal(3, Assert.Single(await world.ReadChangesAsync(chat.Id)).ToUnits);
        Assert.Single(world.Azure.Patches);
        Assert.Equal(["changed"], world.Channel.Kinds);
    }

    [Fact]
    public async Task Units_of_resources_that_cannot_be_listed_are_not_counted_a_second_time_as_units_elsewhere()
    {
        // 40 of the 60 units of the region are in use, all of listed resources. While large cannot be listed, Azure's count has 30 units
        // that the list lacks: those of large, which Advisor still counts. 20 are left, and chat gets the 3 units that 2,600 connections
        // require.
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Auto, DiscoveryInterval = TimeSpan.Zero };
        var large = world.Azure.Add("large", 30, _ => 25_000);
        world.Azure.Add("other", 9, _ => 8_000);
        var chat = world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(5) ? 500 : 2600);
        world.Azure.ReportedQuotas.Add(new ReportedQuota("s", "westeurope", 60, 0, ServiceWorld.Start));
        var loop = await world.CreateLoopAsync();
        await RunAsync(world, loop, 5);
        Fail(world, large);
        world.Azure.ReportedQuotas[0] = new ReportedQuota("s", "westeurope", 60, 30, ServiceWorld.Start);
        await RunAsync(world, loop, 15);

        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.Empty(world.Reports);
    }

    [Fact]
    public async Task The_quota_of_a_region_of_which_nothing_can_be_listed_is_the_last_one_read()
    {
        // 10 units are the quota, and in use: chat requires 3 units more than the region has left.
        var world = new ServiceWorld();
        world.Options = world.Options with { Mode = AdvisorMode.Auto, DiscoveryInterval = TimeSpan.Zero };
        var large = world.Azure.Add("large", 9, _ => 8_000);
        var chat = world.Azure.Add("chat", 1, minute => minute < ServiceWorld.Start.AddMinutes(5) ? 500 : 2600);
        world.Azure.ReportedQuotas.Add(new ReportedQuota("s", "westeurope", 10, 0, ServiceWorld.Start));
        var loop = await world.CreateLoopAsync();
        await RunAsync(world, loop, 5);
        Fail(world, chat, large);
        world.Azure.ReportedQuotas.Clear();
        await RunAsync(world, loop, 15);

        Assert.Empty(world.Azure.Asked);
        Assert.Equal(ReasonCodes.RegionalQuota, (await world.ReadDecisionsAsync(chat.Id))[0].Reasons[0].Code);
    }

    // In one process, unlike ServiceWorld.RunAsync.
    private static async Task RunAsync(ServiceWorld world, WatchLoop loop, int ticks)
    {
        for (var tick = 0; tick < ticks; tick++)
        {
            await loop.TickAsync(CancellationToken.None);
            world.Clock.Advance(TimeSpan.FromMinutes(1));
        }
    }

    private static async Task<DateTimeOffset?> ReadNewestMinuteAsync(ServiceWorld world, FakeResource resource)
    {
        var stored = await (await world.OpenStateAsync()).LoadAsync(resource.Id, CancellationToken.None);
        return ResourceStateDocument.Read(stored.State).Memory?.State?.Time;
    }

    /// <summary>Lists of the subscription lack these resources from now on, and say so.</summary>
    private static void Fail(ServiceWorld world, params FakeResource[] unread)
    {
        world.Azure.Unlisted.UnionWith(unread);
        world.Azure.ListsDespiteFailures = true;
        if (world.Azure.ListFailures.Count == 0)
        {
            world.Azure.ListFailures.Add(new FleetFailure("/subscriptions/s", FailureCode.ServiceFault, "503"));
        }
    }
}
