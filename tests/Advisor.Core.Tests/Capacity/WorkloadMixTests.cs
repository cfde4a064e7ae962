using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity;

public sealed class WorkloadMixTests
{
    [Fact]
    public void Bandwidths_add_up_and_are_held_against_the_echo_and_the_broadcast_row()
    {
        // Half of the events are echoed, half are broadcasts received: 2 out for 1 in. One unit takes 2 MB/s in (echo) and 4 MB/s out
        // (broadcast).
        var model = CreateModel(new(UseCase.Echo, new Ratio(0.5), 2048), new(UseCase.Broadcast, new Ratio(0.5), 2048));

        var utilization = model.ComputeUtilization(new Demand(InboundBytes: 2e6, OutboundBytes: 4e6), 1);

        Assert.Equal(1, utilization.Inbound!.Value.Value, 1e-9);
        Assert.Equal(1, utilization.Outbound!.Value.Value, 1e-9);
        Assert.Equal(0, utilization.Routing!.Value.Value);
    }

    [Fact]
    public void Every_part_keeps_its_own_row_as_well()
    {
        // All but nothing is sent to users through REST: 0.4 MB/s a unit, though the largest row has 2 MB/s.
        var model = CreateModel(new(UseCase.RestSendToUser, new Ratio(0.999), 2048), new(UseCase.Echo, new Ratio(0.001), 2048));

        Assert.Equal(400_000 / 0.999, model.ComputeTargetLimit(Limit.Inbound, 1)!.Value, 1e-3);
    }

    [Fact]
    public void Routing_cost_adds_up_over_the_parts_that_have_a_wall()
    {
        // 1,000 B messages, half to groups of ten, half to single connections; at 100 units 5,000 of 10,000 and 5,000 of 20,000 msg/s.
        var model = CreateModel(
            new(UseCase.SendToSmallGroup, new Ratio(0.5), 1024, 10),
            new(UseCase.SendToConnection, new Ratio(0.5), 1024)
        );

        Assert.Equal(0.75, model.ComputeUtilization(new Demand(InboundBytes: 10_000 * 1024), 100).Routing!.Value.Value, 1e-9);
    }

    [Fact]
    public void A_case_that_is_named_twice_is_that_case()
    {
        var (once, twice) = (
            CreateModel(new WorkloadPart(UseCase.SendToSmallGroup, new Ratio(1), 600, 7)),
            CreateModel(new(UseCase.SendToSmallGroup, new Ratio(0.25), 600, 7), new(UseCase.SendToSmallGroup, new Ratio(0.75), 600, 7))
        );

        foreach (var limit in LimitingFactor.Limits)
        {
            Assert.Equal(
                once.ComputeTargetLimit(limit, 30)!.Value,
                twice.ComputeTargetLimit(limit, 30)!.Value,
                1e-6 * once.ComputeTargetLimit(limit, 30)!.Value
            );
        }
    }

    [Fact]
    public void A_workload_that_the_edition_cannot_speak_of_is_named_with_all_its_problems()
    {
        var problems = WorkloadCheck.FindProblems(
            GuideTables.SignalR,
            new Workload([new(UseCase.UpstreamEcho, new Ratio(0.5), 0), new(UseCase.SendToSmallGroup, new Ratio(0.4), 10, 0)])
        );

        Assert.Equal(4, problems.Count);
        Assert.Contains("did not measure upstreamEcho", problems[0], StringComparison.Ordinal);
        Assert.Equal("The shares add up to 0.9; they must add up to 1.", problems[^1]);
    }

    private static CapacityModel CreateModel(params WorkloadPart[] parts) =>
        new(GuideTables.SignalR, GuideTables.Standard, new Workload(parts));
}
