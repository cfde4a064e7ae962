using Advisor.Core.Capacity;
using Advisor.Core.Metrics;

namespace Advisor.Core.Tests.Capacity;

public sealed class CapacityModelTests
{
    private static readonly CapacityModel SmallGroups = CreateModel(Workload.Create(UseCase.SendToSmallGroup, 2048, 10));

    // The example line of the decide contract.
    private static readonly MetricReadings ContractExample = new(63.2, 4210, 84.2, 77_598_720, 775_987_200, 378_900);

    [Fact]
    public void The_example_of_the_line_contract_gives_its_utilizations()
    {
        var utilization = SmallGroups.ComputeUtilization(ContractExample, measuredUnits: 5, units: 5);

        Assert.Equal(0.90, utilization.ServerLoad!.Value.Value, 0.005); // 63.2 / 70
        Assert.Equal(0.9356, utilization.Connections!.Value.Value, 1e-4); // 4,210 / (0.9 x 5,000)
        Assert.Equal(0.6467, utilization.Inbound!.Value.Value, 1e-4); // 1.2933 of 2.0 MB/s
        Assert.Equal(0.6467, utilization.Outbound!.Value.Value, 1e-4); // 12.933 of 20 MB/s
        Assert.Equal(0.6315, utilization.Routing!.Value.Value, 1e-4); // 1,293,312 / 2,048 = 631.5 of 1,000 msg/s
        Assert.Equal(Limit.Connections, LimitingFactor.Find(utilization));
    }

    [Fact]
    public void The_example_of_the_line_contract_needs_five_units()
    {
        var requiredUnitsByLimit = SmallGroups.ComputeRequiredUnits(ContractExample, measuredUnits: 5);

        Assert.Equal(63.2 / 70 * 5, requiredUnitsByLimit.ServerLoad!.Value, 1e-9);
        Assert.Equal(4.678, requiredUnitsByLimit.Connections!.Value, 1e-3); // 4,210 / 900
        Assert.Equal(3.1576, requiredUnitsByLimit.Routing!.Value, 1e-3); // 631.5 / 200
        Assert.Equal(5, requiredUnitsByLimit.FindMinSize(GuideTables.Standard.Ladder));
    }

    [Fact]
    public void Readings_of_an_earlier_size_are_projected_to_the_size_in_force()
    {
        var utilization = SmallGroups.ComputeUtilization(
            new MetricReadings(ServerLoad: 70, ConnectionQuotaUtilization: 80),
            measuredUnits: 5,
            units: 10
        );

        Assert.Equal(0.5, utilization.ServerLoad!.Value.Value, 1e-9);
        Assert.Equal(0.4444, utilization.Connections!.Value.Value, 1e-4); // 80 % of 5,000 = 4,000 of 9,000
    }

    [Fact]
    public void A_missing_metric_is_unknown_and_never_zero()
    {
        Assert.Equal(default, SmallGroups.ComputeUtilization(default, 5, 5));
        Assert.Equal(default, SmallGroups.ComputeRequiredUnits(default(MetricReadings), 5));
        Assert.Null(SmallGroups.ComputeRequiredUnits(default(MetricReadings), 5).FindMinSize(GuideTables.Standard.Ladder));
    }

    [Fact]
    public void A_reading_that_cannot_be_is_missing()
    {
        var utilization = SmallGroups.ComputeUtilization(new(double.NaN, -1, null, double.PositiveInfinity, 1e300), 5, 5);

        Assert.Equal(default, utilization);
    }

    [Fact]
    public void Inbound_of_a_broadcast_is_never_the_limiting_factor()
    {
        var model = CreateModel(Workload.Create(UseCase.Broadcast));

        var utilization = model.ComputeUtilization(new(InboundTraffic: 60e6, OutboundTraffic: 60e6), 1, 1);

        Assert.Equal(0, utilization.Inbound!.Value.Value);
        Assert.Equal(0, utilization.Routing!.Value.Value);
        Assert.Equal(0.25, utilization.Outbound!.Value.Value, 1e-9); // 1 of 4 MB/s
    }

    [Fact]
    public void With_the_leg_to_the_app_servers_counted_the_client_side_is_what_is_measured_against_the_table()
    {
        // Client side 1 MB/s in, 10 MB/s out; the leg adds 1 MB/s to both: 2 : 11.
        var both = new CapacityModel(
            GuideTables.SignalR,
            GuideTables.Standard,
            Workload.Create(UseCase.SendToSmallGroup),
            countsServerLeg: true
        );

        var seen = both.ComputeUtilization(new(InboundTraffic: 120e6, OutboundTraffic: 660e6), 5, 5);

        Assert.Equal(SmallGroups.ComputeUtilization(new(InboundTraffic: 60e6, OutboundTraffic: 600e6), 5, 5), seen);
    }

    [Fact]
    public void Small_messages_weigh_1024_bytes_and_count_by_their_number()
    {
        // 256-byte messages at 51,200 B/s: 200 msg/s, which weigh 204,800 B/s of 400,000 and are all of the 200 msg/s of one unit.
        var model = CreateModel(Workload.Create(UseCase.SendToSmallGroup, 256, 10));

        var utilization = model.ComputeUtilization(new(InboundTraffic: 51_200 * 60), 1, 1);

        Assert.Equal(0.512, utilization.Inbound!.Value.Value, 1e-9);
        Assert.Equal(1, utilization.Routing!.Value.Value, 1e-9);
    }

    [Fact]
    public void Beyond_the_routing_wall_no_number_of_standard_units_will_do()
    {
        // 12,000 msg/s of 2,048 bytes: the wall of Standard_S1 is 10,000, Premium_P2 routes 100 a unit.
        var readings = new MetricReadings(InboundTraffic: 12_000.0 * 2048 * 60);

        Assert.Equal(double.PositiveInfinity, SmallGroups.ComputeRequiredUnits(readings, 100).Routing);
        Assert.Null(SmallGroups.ComputeRequiredUnits(readings, 100).FindMinSize(GuideTables.Standard.Ladder));
        Assert.Equal(
            200,
            SmallGroups.WithSku(GuideTables.PremiumP2).ComputeRequiredUnits(readings, 100).FindMinSize(GuideTables.PremiumP2.Ladder)
        );
    }

    private static CapacityModel CreateModel(Workload workload) => new(GuideTables.SignalR, GuideTables.Standard, workload);
}
