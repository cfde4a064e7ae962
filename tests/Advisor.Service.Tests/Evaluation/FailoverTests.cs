using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>
/// A resource and its geo-replica, or two endpoints of a group, in the service, each in the batch of its own region: what one relies on is
/// read from the state of the other.
/// </summary>
public sealed class FailoverTests
{
    private static readonly ResourceSettings Auto = new() { Mode = AdvisorMode.Auto, Trust = ScalingTrust.Full };

    private readonly ServiceWorld world = new();

    // 1,000 connections are a unit. Alone 8 units go down for 2,000 connections; with 3,000 more to take over, 5 must stay.
    [Theory]
    [InlineData(FailoverTarget.One, 5)]
    [InlineData(FailoverTarget.None, 3)]
    public async Task A_scale_in_keeps_what_takes_over_from_the_replica(FailoverTarget failover, int smallest)
    {
        var (chat, east) = Add(failover, _ => 3000);

        await world.RunAsync(180);

        var sizes = world.Azure.Patches.Where(patch => patch.ResourceId == chat.Id).Select(patch => patch.To.Units).ToList();
        Assert.NotEmpty(sizes);
        Assert.InRange(sizes.Min(), failover == FailoverTarget.One ? 5 : 2, smallest);
        Assert.True(failover == FailoverTarget.None || east.GetUnits(world.Clock.GetUtcNow()) >= 5);
    }

    [Fact]
    public async Task Without_metrics_of_the_replica_nothing_is_scaled_in()
    {
        var (chat, east) = Add(FailoverTarget.One, _ => 3000);
        east.Reports = false;

        await world.RunAsync(180);

        Assert.Equal(8, chat.GetUnits(world.Clock.GetUtcNow()));
    }

    // 1,000 connections are a unit: 6,000 there keep some 6 units here too, where 1,000 connections alone would keep 1.
    [Fact]
    public async Task The_sizes_of_endpoints_move_together_down_and_up()
    {
        var load = 6000.0;
        var (chat, east) = AddEndpoints(EndpointSizes.Together, _ => 1000, _ => load);

        await world.RunAsync(180);
        var (here, there) = (chat.GetUnits(world.Clock.GetUtcNow()), east.GetUnits(world.Clock.GetUtcNow()));
        load = 12_000;
        await world.RunAsync(60);

        Assert.Equal(there, here);
        Assert.InRange(here, 6, 7);
        Assert.Equal(east.GetUnits(world.Clock.GetUtcNow()), chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.True(chat.GetUnits(world.Clock.GetUtcNow()) >= 12);
    }

    [Fact]
    public async Task Endpoints_that_move_together_come_down_together_when_nobody_needs_the_size()
    {
        var load = 6000.0;
        var (chat, east) = AddEndpoints(EndpointSizes.Together, _ => 1000, _ => load);
        await world.RunAsync(120);

        load = 1000;
        await world.RunAsync(300);

        Assert.InRange(chat.GetUnits(world.Clock.GetUtcNow()), 1, 2);
        Assert.InRange(east.GetUnits(world.Clock.GetUtcNow()), 1, 2);
    }

    [Fact]
    public async Task Endpoints_scale_in_by_turns_of_a_quarter_of_an_hour()
    {
        var (chat, east) = AddEndpoints(EndpointSizes.OneByOne, _ => 2000, _ => 3000);
        var (patches, turns) = (0, new Dictionary<string, HashSet<long>> { [chat.Id] = [], [east.Id] = [] });
        for (var minute = 0; minute < 240; minute++)
        {
            var turn = (world.Clock.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.FromMinutes(15).Ticks;
            await world.RunAsync(1);
            foreach (var patch in world.Azure.Patches.Skip(patches).Where(patch => patch.To.Units < patch.From.Units))
            {
                turns[patch.ResourceId].Add(turn % 2);
            }

            patches = world.Azure.Patches.Count;
        }

        // In order of their ids chat is the first and east the second.
        Assert.Equal([0L], turns[chat.Id]);
        Assert.Equal([1L], turns[east.Id]);
    }

    [Fact]
    public async Task Endpoints_take_over_from_each_other_as_replicas_do()
    {
        var (chat, _) = AddEndpoints(EndpointSizes.OneByOne, _ => 2000, _ => 3000, FailoverTarget.One);

        await world.RunAsync(180);

        // 2,000 connections here and 3,000 there are 5 units.
        Assert.Equal(5, world.Azure.Patches.Where(patch => patch.ResourceId == chat.Id).Min(patch => patch.To.Units));
    }

    // 1,000 connections are a unit: 5,400 in all, first in both regions, then in one.
    [Fact]
    public async Task A_failover_changes_no_size_while_the_clients_are_the_same()
    {
        var away = ServiceWorld.Start.AddHours(4);
        var (chat, east) = Add(FailoverTarget.One, at => at < away ? 2700 : 0, at => at < away ? 2700 : 5400);
        await world.RunAsync(230);
        var changes = world.Azure.Patches.Count;

        await world.RunAsync(120);

        Assert.Equal((6, 6), (chat.GetUnits(world.Clock.GetUtcNow()), east.GetUnits(world.Clock.GetUtcNow())));
        Assert.Equal(changes, world.Azure.Patches.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_region_that_stops_serving_leaves_the_headroom_to_the_other_until_its_clients_arrive(bool isDeleted)
    {
        var away = ServiceWorld.Start.AddHours(4);
        var (chat, east) = Add(FailoverTarget.One, at => at < away ? 2700 : 0, at => at < away ? 2700 : 5400);
        await world.RunAsync(232);
        var changes = world.Azure.Patches.Count;

        (chat.Peers, east.Peers) = ([], []);
        east.IsServing = false;
        if (isDeleted)
        {
            world.Azure.Remove(east);
        }

        await world.RunAsync(38);

        Assert.Equal(6, chat.GetUnits(world.Clock.GetUtcNow()));
        Assert.DoesNotContain(chat.Id, world.Azure.Patches.Skip(changes).Select(patch => patch.ResourceId));
    }

    [Fact]
    public async Task A_region_that_stops_serving_keeps_its_size()
    {
        var away = ServiceWorld.Start.AddHours(4);
        var (chat, east) = Add(FailoverTarget.One, at => at < away ? 2700 : 0, at => at < away ? 2700 : 5400);
        await world.RunAsync(235);

        (chat.Peers, east.Peers) = ([], []);
        east.IsServing = false;
        await world.RunAsync(180);

        Assert.Equal((6, 6), (chat.GetUnits(world.Clock.GetUtcNow()), east.GetUnits(world.Clock.GetUtcNow())));
    }

    private (FakeResource Chat, FakeResource East) AddEndpoints(
        EndpointSizes sizes,
        Func<DateTimeOffset, double> here,
        Func<DateTimeOffset, double> there,
        FailoverTarget failover = FailoverTarget.None
    )
    {
        var settings = Auto with { Failover = failover, EndpointGroup = "chat", EndpointSizes = sizes };
        return (world.Azure.Add("chat", 8, here, settings), world.Azure.Add("east", 8, there, settings, "eastus"));
    }

    private (FakeResource Chat, FakeResource East) Add(
        FailoverTarget failover,
        Func<DateTimeOffset, double> there,
        Func<DateTimeOffset, double>? here = null
    )
    {
        var settings = Auto with { Failover = failover };
        var chat = world.Azure.Add("chat", 8, here ?? (_ => 2000), settings);
        var east = world.Azure.Add("chat/replicas/east", 8, there, settings, "eastus");
        (chat.Peers, east.Peers) = ([east.Id], [chat.Id]);
        return (chat, east);
    }
}
