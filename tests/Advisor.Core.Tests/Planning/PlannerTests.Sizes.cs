using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Capacity;

namespace Advisor.Core.Tests.Planning;

public sealed partial class PlannerTests
{
    [Fact]
    public void Small_groups_beyond_the_wall_need_Premium_P2_and_the_cheaper_ways_are_named()
    {
        // 60,000 clients, one message to ten every 5 s: 12,000 msg/s, the wall of Standard_S1 is 10,000; P2 routes 100 a unit.
        var plan = CreatePlan(UseCase.SendToSmallGroup, 60_000, 1024, 5);

        Assert.Equal(("Premium_P2", 200, Limit.Routing), (plan.Sku, plan.Units, plan.LimitingFactor));
        Assert.Equal(0.6, plan.Utilization.Routing!.Value.Value, 1e-9);
        Assert.Equal(["split", "largerGroups"], plan.Alternatives.Select(way => way.Kind));
        Assert.Contains(plan.Notes, note => note.StartsWith("Server load does not show the cost of routing", StringComparison.Ordinal));
    }

    [Fact]
    public void Groups_of_twenty_are_limited_by_outbound_traffic()
    {
        // 1,250 msg/s to 20 members, 1,024 B: 25.6 MB/s out of 4 MB/s a unit = 6.4; what comes in, 1.28 of 0.4 MB/s a unit = 3.2.
        var plan = CreatePlan(CreateRequest(UseCase.SendToSmallGroup, 5_000, 1024, 4) with { GroupSize = 20 });

        Assert.Equal((7, Limit.Outbound), (plan.Units, plan.LimitingFactor));
    }

    [Fact]
    public void A_load_beyond_the_maximum_has_no_size_but_alternatives()
    {
        // 2.5 million connections: 25 x 100,000 of Standard_S1, or 3 instances of Premium_P2 with 900 units each.
        var plan = CreatePlan(UseCase.Echo, 2_500_000, 100, 60);

        Assert.Equal((null, null, false), (plan.Sku, plan.Units, plan.Fits));
        Assert.Equal(
            ["Standard_S1 x 100 x 25", "Premium_P2 x 900 x 3"],
            plan.Alternatives.Select(way => $"{way.Sku} x {way.Units} x {way.Instances}")
        );
    }

    [Fact]
    public void The_edition_of_2019_knows_no_Premium_P2()
    {
        // 7,000 msg/s is its wall for small groups, reached at 50 units.
        var request = CreateRequest(UseCase.SendToSmallGroup, 7_000, 1024, 1) with
        {
            Edition = "signalr-2019",
        };

        Assert.Equal(50, CreatePlan(request).Units);
        Assert.Null(CreatePlan(request with { Connections = 7_100 }).Sku);
        Assert.DoesNotContain(CreatePlan(request).Sizes, size => size.Sku == "Premium_P2");
    }

    [Fact]
    public void A_named_size_is_judged_as_it_is()
    {
        var plan = CreatePlan(CreateRequest(UseCase.Echo, 5_000, 1024, 10) with { Units = 3 });

        Assert.Equal((3, false), (plan.Units, plan.Fits));
        Assert.Equal(5.0 / 3, plan.Utilization.Connections!.Value.Value, 1e-9);
    }

    [Fact]
    public void The_table_has_every_size_that_can_be_bought() => Assert.Equal(19 + 19 + 10, CreatePlan(UseCase.Echo, 1, 1, 1).Sizes.Count);

    [Theory]
    [InlineData(5_000, 6)] // 5,015 / 900 a unit = 5.57
    [InlineData(5_500, 7)] // 5,515 / 900 = 6.13, where the guide's own answer is 6
    public void A_plan_says_what_Advisor_would_run_the_load_at(int connections, int units)
    {
        var at = CreatePlan(UseCase.Broadcast, connections, 2048, 1).RecommendedSize!;

        Assert.Equal(new Size("Standard_S1", units), at.Size);
    }

    [Fact]
    public void Headroom_makes_the_recommended_size_no_smaller_than_the_required_one()
    {
        // 4,000 clients at 60 % of each unit need 6.67 units; at Advisor's target of 90 % they and 15 server connections need 4.46.
        var plan = CreatePlan(CreateRequest(UseCase.Broadcast, 4_000, 2048, 1) with { Headroom = new Ratio(0.4) });

        Assert.Equal((7, 7), (plan.Units, plan.RecommendedSize!.Size?.Units));
    }

    [Fact]
    public void A_free_size_is_never_planned() =>
        Assert.Contains(
            "There is no SKU 'Free_F1' to plan for",
            Planner.Plan(GuideTables.Rules, CreateRequest(UseCase.Echo, 1, 1, 1) with { Sku = "Free_F1" }).Problems[0],
            StringComparison.Ordinal
        );
}
