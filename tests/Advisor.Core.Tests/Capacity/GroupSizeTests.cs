using Advisor.Core.Capacity;

namespace Advisor.Core.Tests.Capacity;

public sealed class GroupSizeTests
{
    [Theory]
    [InlineData(1, 20_000)] // a group of one is a single connection
    [InlineData(5, 13_846.15)] // 1 / (1/20,000 + 4/9 (1/10,000 - 1/20,000))
    [InlineData(10, 10_000)] // as measured
    [InlineData(19, 10_000)] // as measured, until the groups are no longer small
    public void The_routing_wall_depends_on_the_members_of_a_group(int members, double wall)
    {
        var model = CreateModel(UseCase.SendToSmallGroup, members);

        Assert.Equal(wall, model.ComputeTargetLimit(Limit.Routing, 100)!.Value, 0.01);
    }

    [Fact]
    public void A_message_to_a_group_costs_one_lookup_and_a_delivery_for_each_member()
    {
        // At 5 units: single connections 5,000 msg/s, groups of ten 1,000 msg/s; so five members 1 / (1/5,000 + 4/9 x 4/5,000) = 1,800
        // msg/s.
        var model = CreateModel(UseCase.SendToSmallGroup, 5);

        Assert.Equal(1_800, model.ComputeTargetLimit(Limit.Routing, 5)!.Value, 1e-6);
        Assert.Equal(1_800 * 2_000, model.ComputeTargetLimit(Limit.Inbound, 5)!.Value, 1e-3);
        Assert.Equal(1_800 * 5 * 2_000, model.ComputeTargetLimit(Limit.Outbound, 5)!.Value, 1e-3);
    }

    [Theory]
    [InlineData(20)]
    [InlineData(1000)]
    public void Groups_of_twenty_or_more_are_not_small(int members) =>
        Assert.False(CreateModel(UseCase.SendToSmallGroup, members).HasRoutingWall);

    [Fact]
    public void A_big_group_of_ten_is_a_small_group()
    {
        var (big, small) = (CreateModel(UseCase.SendToBigGroup, 10), CreateModel(UseCase.SendToSmallGroup, 10));

        foreach (var limit in LimitingFactor.Limits)
        {
            Assert.Equal(small.ComputeTargetLimit(limit, 50), big.ComputeTargetLimit(limit, 50));
        }
    }

    [Fact]
    public void Where_no_single_connections_were_measured_smaller_groups_get_no_more_than_measured_ones()
    {
        var model = new CapacityModel(GuideTables.WebPubSub, GuideTables.Standard, Workload.Create(UseCase.SendToSmallGroup, 2048, 3));

        Assert.Equal(10_000, model.ComputeTargetLimit(Limit.Routing, 100));
    }

    private static CapacityModel CreateModel(UseCase useCase, int members) =>
        new(GuideTables.SignalR, GuideTables.Standard, Workload.Create(useCase, 2048, members));
}
