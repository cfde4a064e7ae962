using Advisor.Core.Capacity;

namespace Advisor.Core.Tests.Capacity;

public sealed class RoutedBytesTests
{
    // Groups of ten on Standard_S1 end at 10,000 msg/s, which the guide prints as 20 MB/s in and 200 MB/s out at 50 units; at 2,048 B they
    // are 20.48 MB/s. Single connections end at 20,000 msg/s, printed as 40 MB/s at 20 units.
    [Theory]
    [InlineData(10, 2048, 9_700, 49.664)] // 9,700 x 2,048 B / 0.4 MB
    [InlineData(10, 2048, 9_900, 50)] // within the rounding: 50.69 of the printed bandwidth
    [InlineData(10, 2048, 10_000, 50)]
    [InlineData(10, 2048, 10_800, 50)]
    [InlineData(10, 2048, 19_000, 50)]
    [InlineData(10, 1024, 19_000, 25)] // half of the bytes go with as many messages
    [InlineData(10, 4096, 9_000, 92.16)] // routing carries them, and so many bytes
    [InlineData(10, 4096, 19_000, 100)]
    [InlineData(1, 2048, 30_000, 20)]
    public void Bytes_require_no_units_for_messages_that_routing_carries_at_no_size(int members, int bytes, double rate, double units)
    {
        var model = CreateModel(Workload.Create(UseCase.SendToSmallGroup, bytes, members));

        var required = model.ComputeRequiredUnits(new Demand(20_000, rate * bytes, rate * bytes * members));

        Assert.Equal(units, required.Inbound!.Value, 1e-6);
        Assert.Equal(units, required.Outbound!.Value, 1e-6);
    }

    [Fact]
    public void Outbound_bytes_that_were_delivered_require_their_units()
    {
        // 10,000 of 15,000 messages to groups of 19 were delivered: 389.12 MB/s, of which those that the guide prints are 380 MB/s, at 4 MB
        // a unit. Two thirds of what was counted would be 63 units, too few to deliver them.
        var model = CreateModel(Workload.Create(UseCase.SendToSmallGroup, 2048, 19));

        var required = model.ComputeRequiredUnits(new Demand(20_000, 15_000 * 2048, 10_000.0 * 19 * 2048));

        Assert.Equal(95, required.Outbound!.Value, 1e-6);
    }

    [Fact]
    public void Bytes_of_other_messages_require_their_units_beyond_the_end_of_routing()
    {
        // Half of the inbound bytes are echoed. The others end at 20 MB/s; 30 MB/s of them take no more, so that 50 of 60 MB/s count. Half
        // of these, to small groups, take 25 MB / 0.4 MB: 62.5 units, as the parts keep their proportions.
        var model = CreateModel(new Workload([new(UseCase.SendToSmallGroup, new(0.5), 2048, 10), new(UseCase.Echo, new(0.5), 2048)]));

        Assert.Equal(62.5, model.ComputeRequiredUnits(new Demand(20_000, 60e6, 330e6)).Inbound!.Value, 1e-6);
    }

    [Fact]
    public void A_target_of_routing_above_the_figures_of_the_guide_has_its_bytes()
    {
        // Half as much again: 15,000 msg/s are carried, 30 MB/s as the guide prints them.
        var model = new CapacityModel(
            GuideTables.SignalR,
            GuideTables.Standard,
            Workload.Create(UseCase.SendToSmallGroup, 2048, 10),
            targets: TargetUtilizations.Default with
            {
                Routing = new(1.5),
            }
        );

        Assert.Equal(75, model.ComputeRequiredUnits(new Demand(20_000, 19_000 * 2048, 190_000.0 * 2048)).Inbound!.Value, 1e-6);
    }

    // Delivered in proportion, more, and fewer than routing carries.
    [Theory]
    [InlineData(30e6, 300e6)]
    [InlineData(30e6, 250e6)]
    [InlineData(30e6, 150e6)]
    public void With_a_target_of_half_as_much_again_half_as_much_again_is_carried_in_the_same_shares(double inbound, double outbound)
    {
        var (routed, demand) = (new RoutedBytes(0.6, 0.7, 20e6, 200e6), new Demand(20_000, inbound, outbound));

        Assert.Equal(routed.FindCarriedShares(demand), routed.RaiseTo(new(1.5)).FindCarriedShares(demand.ScaleBy(1.5)));
    }

    [Fact]
    public void Server_load_is_learned_from_all_bytes()
    {
        var model = CreateModel(Workload.Create(UseCase.SendToSmallGroup, 2048, 10));
        var demand = new Demand(20_000, 30e6, 300e6);

        var required = model.ComputeRequiredUnits(demand);

        Assert.Equal(75, model.ComputeRequiredUnitsAtLimits(demand).Inbound!.Value, 1e-6); // 30 MB / 0.4 MB
        Assert.Equal(75, model.ComputeRequiredUnitsAtLimits(demand, required).Inbound!.Value, 1e-6);
    }

    private static CapacityModel CreateModel(Workload workload) => new(GuideTables.SignalR, GuideTables.Standard, workload);
}
