using Advisor.Lab.Resources;

namespace Advisor.Lab.Tests.Resources;

public class SimulatedResourceTests
{
    private static readonly SimulationParameters Silent = SimulationParameters.Default with { NoiseSd = 0, SlowChance = 0 };

    [Fact]
    public void Load_of_echo_is_linear_in_units()
    {
        // 4,000 connections of echo: 4,000 x 0.5 x 1,024 = 2.048 MB/s against 2 MB per unit; load at one unit 70 x 1.024 + 8 x 4 = 103.68.
        var at4 = CreateReadings(LoadShape.Echo, 4000, 4);
        var at8 = CreateReadings(LoadShape.Echo, 4000, 8);
        Assert.Equal(103.68 / 4, at4.ServerLoad!.Value, 9);
        Assert.Equal(103.68 / 8, at8.ServerLoad!.Value, 9);
        Assert.Equal(100, at4.ConnectionQuotaUtilization!.Value, 9);
        Assert.Equal(50, at8.ConnectionQuotaUtilization!.Value, 9);
        Assert.Equal(2_048_000 * 60, at4.InboundTraffic!.Value, 6);
    }

    [Fact]
    public void Inbound_of_broadcast_is_the_publisher_and_loads_nothing()
    {
        // 1,000 connections: out 2.2 x 2,048 x 1,000 = 4.5056 MB/s against 4 MB per unit; load at one unit 70 x 1.1264 + 8 = 86.848.
        var readings = CreateReadings(LoadShape.Broadcast, 1000, 2);
        Assert.Equal(43.424, readings.ServerLoad!.Value, 9);
        Assert.Equal(4000 * 60, readings.InboundTraffic!.Value, 9);
        Assert.Equal(4_505_600 * 60 / 2048.0, readings.MessageCount!.Value, 6);
    }

    [Fact]
    public void Load_is_clipped_to_what_a_percentage_can_say()
    {
        Assert.Equal(100, CreateReadings(LoadShape.Echo, 50_000, 1, Silent with { Saturates = false }).ServerLoad!.Value);
        Assert.Equal(0, CreateReadings(LoadShape.Echo, 0, 1).ServerLoad!.Value);
    }

    [Fact]
    public void Noise_has_the_standard_deviation_of_the_law()
    {
        var resource = new SimulatedResource(
            _ => LoadShape.Echo.ComputeDemand(2000, SimulationParameters.Default),
            SimulationParameters.Default,
            SimulatedResource.StandardLadder,
            2,
            3
        );
        var loads = new List<double>();
        for (var i = 0; i < 20_000; i++, resource.Advance())
        {
            loads.Add(resource.GetReadings(resource.Minute).ServerLoad!.Value);
        }

        // Expected load: (70 x 0.512 + 16) / 2 = 25.92; the mean of 20,000 draws lies within 4 / sqrt(20,000) = 0.028 of it.
        Assert.Equal(25.92, loads.Average(), 0.03);
        Assert.Equal(1, Math.Sqrt(loads.Average(l => (l - 25.92) * (l - 25.92))), 0.03);
    }

    [Fact]
    public void A_change_takes_three_four_or_five_minutes_with_equal_chances_and_thirty_now_and_then()
    {
        var delays = CountDelays(SimulationParameters.Default with { SlowChance = 0.1 }, 20_000);
        Assert.Equal([3, 4, 5, 30], delays.Keys.Order());
        double total = delays.Values.Sum();
        Assert.Equal(0.1, delays[30] / total, 0.02);
        Assert.All([3, 4, 5], d => Assert.Equal(0.3, delays[d] / total, 0.03));
    }

    [Fact]
    public void While_a_change_is_in_progress_no_other_is_taken()
    {
        var resource = new SimulatedResource(_ => default, Silent, SimulatedResource.StandardLadder, 2, 1);
        Assert.True(resource.RequestUnits(5));
        Assert.False(resource.RequestUnits(9));
        Assert.True(resource.ChangeInProgress);
        Assert.Equal(2, resource.Units);
        for (var i = 0; i < 5; i++)
        {
            resource.Advance();
        }

        Assert.Equal(5, resource.Units);
        Assert.False(resource.ChangeInProgress);
        Assert.False(resource.RequestUnits(5));
    }

    [Fact]
    public void Readings_of_a_past_minute_keep_the_size_of_that_minute()
    {
        var resource = new SimulatedResource(
            _ => LoadShape.Echo.ComputeDemand(1000, Silent),
            Silent,
            SimulatedResource.StandardLadder,
            1,
            1
        );
        resource.RequestUnits(10);
        for (var i = 0; i < 6; i++)
        {
            resource.Advance();
        }

        Assert.Equal(100, resource.GetReadings(0).ConnectionQuotaUtilization);
        Assert.Equal(10, resource.GetReadings(6).ConnectionQuotaUtilization);
        Assert.Equal(4, resource.NewestVisible);
    }

    [Fact]
    public void A_seed_repeats_to_the_digit_in_any_order_of_reading()
    {
        SimulatedResource CreateFresh() =>
            new(
                _ => LoadShape.Chatty.ComputeDemand(900, SimulationParameters.Default),
                SimulationParameters.Default,
                SimulatedResource.StandardLadder,
                3,
                11
            );
        var (one, other) = (CreateFresh(), CreateFresh());
        for (var i = 0; i < 50; i++)
        {
            one.Advance();
            other.Advance();
        }

        var forwards = Enumerable.Range(0, 50).Select(m => one.GetReadings(m)).ToList();
        var backwards = Enumerable.Range(0, 50).Reverse().Select(m => other.GetReadings(m)).Reverse().ToList();
        Assert.Equal(forwards, backwards);
    }

    [Theory]
    [InlineData(11)]
    [InlineData(0)]
    [InlineData(101)]
    public void Units_off_the_ladder_are_a_fault_of_the_caller(int units) =>
        Assert.Throws<ArgumentException>(() =>
            new SimulatedResource(_ => default, Silent, SimulatedResource.StandardLadder, 1, 1).RequestUnits(units)
        );

    [Fact]
    public void Beyond_the_routing_wall_no_size_suffices()
    {
        // 10,000 messages per second are routed by 50 units; one more by none.
        Assert.Equal(50, new MinuteDemand(0, 0, 0, 0, 10_000).RequiredUnits);
        Assert.True(new MinuteDemand(0, 0, 0, 0, 10_001).RequiredUnits > 100);
    }

    [Fact]
    public void A_full_size_refuses_connections_and_shows_only_those_it_serves()
    {
        // 6,500 connections of echo on one unit: 1,000 are accepted. 1,000 x 0.5 x 1,024 = 0.512 MB/s; load 70 x 0.256 + 8 = 25.92.
        var readings = CreateReadings(LoadShape.Echo, 6500, 1);
        Assert.Equal(1000, readings.ConnectionCount!.Value, 9);
        Assert.Equal(100, readings.ConnectionQuotaUtilization!.Value, 9);
        Assert.Equal(512_000 * 60, readings.InboundTraffic!.Value, 6);
        Assert.Equal(25.92, readings.ServerLoad!.Value, 9);
    }

    [Fact]
    public void A_processor_does_not_work_beyond_all_of_it_so_traffic_is_served_as_far_as_it_gets()
    {
        // 900 connections of chatty on one unit: 900 x 1.6 x 2,048 = 2.949 MB/s is a load of 103.22, connections add 7.2. 92.8 are left for
        // traffic: 0.899 of it. The connections are all open.
        var readings = CreateReadings(LoadShape.Chatty, 900, 1);
        Assert.Equal(900, readings.ConnectionCount!.Value, 9);
        Assert.Equal(100, readings.ServerLoad!.Value, 9);
        Assert.Equal(92.8 / 103.2192, readings.OutboundTraffic!.Value / (900 * 1.6 * 2048 * 60), 9);
        Assert.Equal(readings.OutboundTraffic.Value / 2048, readings.MessageCount!.Value, 9);
    }

    [Fact]
    public void A_size_that_suffices_serves_everything_as_an_unsaturated_one_does() =>
        Assert.Equal(
            CreateReadings(LoadShape.SmallGroup, 2000, 3, Silent with { Saturates = false }),
            CreateReadings(LoadShape.SmallGroup, 2000, 3)
        );

    private static Core.Metrics.MetricReadings CreateReadings(
        LoadShape shape,
        double connections,
        int units,
        SimulationParameters? law = null
    ) =>
        new SimulatedResource(
            _ => shape.ComputeDemand(connections, law ?? Silent),
            law ?? Silent,
            SimulatedResource.StandardLadder,
            units,
            1
        ).GetReadings(0);

    private static Dictionary<int, int> CountDelays(SimulationParameters law, int steps)
    {
        var resource = new SimulatedResource(_ => default, law, SimulatedResource.StandardLadder, 1, 5);
        var (delays, requestedAt) = (new Dictionary<int, int>(), 0);
        for (var i = 0; i < steps; i++)
        {
            if (!resource.ChangeInProgress)
            {
                requestedAt = resource.Minute;
                resource.RequestUnits(3 - resource.Units);
            }

            resource.Advance();
            if (!resource.ChangeInProgress)
            {
                var delay = resource.Minute - requestedAt;
                delays[delay] = delays.GetValueOrDefault(delay) + 1;
            }
        }

        return delays;
    }
}
