using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Evaluation;

/// <summary>
/// A resource and its geo-replica in the service, each in the batch of its own region: what one relies on is read from the state of the
/// other.
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

    private (FakeResource Chat, FakeResource East) Add(FailoverTarget failover, Func<DateTimeOffset, double> there)
    {
        var settings = Auto with { Failover = failover };
        var chat = world.Azure.Add("chat", 8, _ => 2000, settings);
        var east = world.Azure.Add("chat/replicas/east", 8, there, settings, "eastus");
        (chat.Peers, east.Peers) = ([east.Id], [chat.Id]);
        return (chat, east);
    }
}
