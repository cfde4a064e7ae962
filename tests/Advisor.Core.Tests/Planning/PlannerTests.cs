using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Capacity;

namespace Advisor.Core.Tests.Planning;

public sealed class PlannerTests
{
    [Fact]
    public void Five_thousand_receivers_of_a_broadcast_need_five_units_for_their_connections()
    {
        var plan = CreatePlan(UseCase.Broadcast, 5_000, 2048, 1);

        Assert.Equal(("Standard_S1", 5, Limit.Connections), (plan.Sku, plan.Units, plan.LimitingFactor));
        Assert.Equal(1, plan.Utilization.Connections!.Value.Value, 1e-9);
        Assert.Equal(0.512, plan.Utilization.Outbound!.Value.Value, 1e-9); // 10.24 of 20 MB/s
        Assert.Equal(0, plan.Utilization.Inbound!.Value.Value);
        Assert.Null(plan.Utilization.ServerLoad);
        Assert.Equal(new Money(5 * 1.61m * 30, "USD"), plan.Cost!.Value.Units);
    }

    [Theory]
    [InlineData(2048, 1)]
    [InlineData(20_000, 10)]
    public void Every_column_of_the_echo_and_broadcast_tables_plans_to_itself(int bytes, double interval)
    {
        foreach (var useCase in new[] { UseCase.Echo, UseCase.Broadcast, UseCase.RestBroadcast })
        {
            foreach (var units in new[] { 1, 2, 10, 50, 100, 200, 500, 1000 })
            {
                // 2,048 bytes a second, or 2,000 of them, to or from each of 1,000 connections a unit.
                var plan = CreatePlan(useCase, 1000 * units, bytes, interval);

                Assert.Equal((units > 100 ? "Premium_P2" : "Standard_S1", units), (plan.Sku, plan.Units));
            }
        }
    }

    [Theory]
    [InlineData(20_000, 100_000)] // 400 MB x 5 / 20 KB
    [InlineData(20_480, 100_000)] // the same with a KB of 1,024 B
    [InlineData(256_000, 8_000)] // 400 MB x 5 / 256 KB = 7,812, which the guide rounds to 8,000
    public void The_guides_examples_of_larger_broadcasts_fit_100_units(int bytes, int connections)
    {
        var plan = CreatePlan(UseCase.Broadcast, connections, bytes, 5);

        Assert.Equal(("Standard_S1", 100), (plan.Sku, plan.Units));
        Assert.True(plan.Fits);
        Assert.InRange(plan.Utilization.Outbound!.Value.Value, 0.99, 1.0241); // what the guide rounds off is shown, and fits
    }

    [Theory]
    [InlineData(20_000, 100_000)]
    [InlineData(256_000, 8_000)]
    public void Any_of_the_three_is_deduced_from_the_other_two_as_the_guide_does_at_100_units(int bytes, int connections)
    {
        var request = CreateRequest(UseCase.Broadcast, connections, bytes, 5) with { Units = 100 };

        Assert.Equal(connections, CreatePlan(request with { Connections = null }).Load.Connections);
        Assert.InRange(CreatePlan(request with { MessageBytes = null }).Load.MessageBytes, bytes, bytes * 1.024);
        Assert.InRange(CreatePlan(request with { IntervalSeconds = null }).Load.IntervalSeconds, 5 / 1.024 - 1e-4, 5);
    }

    [Fact]
    public void A_mixed_load_adds_up_its_bandwidths()
    {
        // 10,000 connections: 30 % echo every second (6 MB/s in and out), 70 % receive a broadcast every second (14 MB/s out), 2,000 B
        // each. In 6 MB/s of 2 MB/s a unit = 3 units; out 20 MB/s of 4 = 5 units; connections 10.
        var plan = CreatePlan(
            CreateRequest(default, 10_000, 2_000, 1) with
            {
                Cases = [new(UseCase.Echo, new Ratio(0.3)), new(UseCase.Broadcast, new Ratio(0.7))],
            }
        );

        Assert.Equal(("Standard_S1", 10, Limit.Connections), (plan.Sku, plan.Units, plan.LimitingFactor));
        Assert.Equal(0.3, plan.Utilization.Inbound!.Value.Value, 1e-9);
        Assert.Equal(0.5, plan.Utilization.Outbound!.Value.Value, 1e-9);
    }

    [Fact]
    public void Cases_of_a_mix_may_have_sizes_and_intervals_of_their_own()
    {
        // 4,000 connections. 1,000 echo 4,000 B every half second: 8 MB/s in and out. 3,000 receive 1,000 B (which count as 1,024) every 2
        // s: 1.536 MB/s.
        var plan = CreatePlan(
            CreateRequest(default, 4_000, 1_000, 2) with
            {
                Cases = [new(UseCase.Echo, new Ratio(0.25), 4_000, 0.5), new(UseCase.Broadcast, new Ratio(0.75))],
            }
        );

        Assert.Equal(4, plan.Units);
        Assert.Equal(1.0, plan.Utilization.Inbound!.Value.Value, 1e-9); // 8 of 8 MB/s
        Assert.Equal(1.0, plan.Utilization.Outbound!.Value.Value, 1e-9); // echo alone: 8 of its own 8 MB/s; together 9.536 of 16
    }

    [Fact]
    public void Headroom_is_kept_free_on_every_limit()
    {
        // 8,000 connections at four fifths of a limit ask for 10,000.
        Assert.Equal(8, CreatePlan(UseCase.Echo, 8_000, 1024, 10).Units);
        Assert.Equal(10, CreatePlan(CreateRequest(UseCase.Echo, 8_000, 1024, 10) with { Headroom = new Ratio(0.2) }).Units);
    }

    [Fact]
    public void Messages_under_1024_bytes_count_as_1024()
    {
        Assert.Equal(CreatePlan(UseCase.Echo, 1_000, 1024, 0.1).Utilization, CreatePlan(UseCase.Echo, 1_000, 10, 0.1).Utilization);
    }

    [Fact]
    public void Web_PubSub_has_a_table_of_its_own()
    {
        // Send to user through REST: 1,000 x 2,000 B = 2 MB/s of 0.36 MB/s a unit = 5.6. Broadcast: 6 MB/s a unit, so connections are the
        // limiting factor.
        Assert.Equal(6, CreatePlan(CreateRequest(UseCase.RestSendToUser, 1_000, 2_000, 1) with { Service = ServiceKind.WebPubSub }).Units);
        Assert.Equal(5, CreatePlan(CreateRequest(UseCase.Broadcast, 5_000, 2_048, 1) with { Service = ServiceKind.WebPubSub }).Units);
    }

    [Fact]
    public void Messages_beyond_the_included_ones_are_billed_apart()
    {
        // 5,000 msg/s x 86,400 s = 432 million pieces a day to clients, and one a second to the app server... which a broadcast's publisher
        // sends: 86,400.
        // 5 units include 5 million: 427.0864 million at 1 USD, for 30 days.
        var plan = CreatePlan(UseCase.Broadcast, 5_000, 2048, 1);

        Assert.Equal(new Money(12_812.59m, "USD"), plan.Cost!.Value.Messages);
        Assert.Equal(new Money(241.50m + 12_812.59m, "USD"), plan.Cost!.Value.Total);
    }

    [Fact]
    public void Where_no_size_allows_any_value_of_what_was_left_out_the_question_is_sound_and_nothing_fits()
    {
        // 2 million connections are beyond 1,000 units of Premium_P2, whatever the interval.
        var answer = Planner.Plan(GuideTables.Rules, CreateRequest(UseCase.Echo, 2_000_000, 100, 1) with { IntervalSeconds = null });

        Assert.Null(answer.Plan);
        Assert.True(answer.NothingFits);
    }

    [Fact]
    public void An_alternative_costs_units_and_messages_as_the_plan_does()
    {
        // 60,000 members of groups of ten send every 5 s: 12,000 msg/s in, and once more to the app servers; 120,000 out. 132,000 x 86,400
        // s = 11,404.8 million pieces a day. Each instance has 30,000 clients and 4 app servers x 15 connections: 33.4 units at the target
        // of 90 %. 2 x 40 units include 80 million: 11,324.8 at 1 USD x 30 days = 339,744 beside 80 x 1.61 x 30 = 3,864.
        var way = CreatePlan(UseCase.SendToSmallGroup, 60_000, 1024, 5).Alternatives.First(w => w.Kind == "split");

        Assert.StartsWith("2 x Standard_S1 x 40, 343,608 USD a month: requires ", way.Text, StringComparison.Ordinal);
        Assert.Equal((3_864m, 339_744m), (way.Cost!.Value.Units.Amount, way.Cost.Value.Messages!.Value.Amount));
    }

    [Fact]
    public void A_split_keeps_the_targets_of_the_recommendation_with_the_app_servers_of_each_instance()
    {
        // 1.2 million clients over 13 instances are 92,308 each, more than 90 % of 100,000; over 14 they are 85,715, and 150 of 10
        // servers.
        Assert.Contains(
            CreatePlan(UseCase.Echo, 1_200_000, 2048, 10).Alternatives,
            way => (way.Sku, way.Units, way.Instances) == ("Standard_S1", 100, 14)
        );
    }

    [Fact]
    public void A_larger_SKU_for_the_targets_alone_has_its_cheaper_ways_too()
    {
        // 95,000 clients are within the 100,000 connections of Standard_S1 and above 90 % of them. Over 2 instances they are 47,500 and 2
        // app servers x 40: 52.9 units at 90 %.
        var plan = CreatePlan(UseCase.Broadcast, 95_000, 1024, 60);

        Assert.Equal(("Standard_S1", 100, new Size("Premium_P2", 200)), (plan.Sku, plan.Units, plan.RecommendedSize!.Size));
        Assert.Equal(["Standard_S1 x 60 x 2"], plan.Alternatives.Select(way => $"{way.Sku} x {way.Units} x {way.Instances}"));
    }

    [Fact]
    public void The_quota_of_the_user_is_that_of_a_plan()
    {
        var request = CreateRequest(UseCase.SendToSmallGroup, 60_000, 1024, 5) with { Sku = "Standard_S1", Units = 100 };
        var plan = Planner.Plan(GuideTables.Rules with { Quotas = [new(null, null, 200)] }, request).Plan!;

        Assert.Contains("200 units of the regional quota", plan.Alternatives.Single(way => way.Kind == "premiumP2").Requirements);

        // 101,000 connections take 200 units.
        var larger = Planner.Plan(
            GuideTables.Rules with
            {
                Quotas = [new(null, null, 199)],
            },
            CreateRequest(UseCase.Broadcast, 101_000, 1024, 60)
        );
        Assert.Contains("The quota of advisor.yaml is 199 units per region; a support ticket raises it.", larger.Plan!.Notes);
    }

    [Fact]
    public void All_that_is_wrong_with_a_question_is_said_at_once()
    {
        var answer = Planner.Plan(
            GuideTables.Rules,
            new PlanRequest
            {
                Service = ServiceKind.SignalR,
                Cases = [new(UseCase.UpstreamEcho, new Ratio(0.5))],
                Connections = 0,
                Headroom = new Ratio(1),
                Sku = "Standard_S1",
                Units = 15,
            }
        );

        Assert.Null(answer.Plan);
        Assert.Equal(6, answer.Problems.Count);
        Assert.Equal("Specify at least two of connections, message size and interval; only one can be solved for.", answer.Problems[0]);
        Assert.Contains(answer.Problems, p => p.Contains("not sold with 15 units", StringComparison.Ordinal));
    }

    private static PlanRequest CreateRequest(UseCase useCase, int connections, int bytes, double interval) =>
        new()
        {
            Service = ServiceKind.SignalR,
            Cases = [new PlanCase(useCase, new Ratio(1))],
            Connections = connections,
            MessageBytes = bytes,
            IntervalSeconds = interval,
        };

    private static Plan CreatePlan(UseCase useCase, int connections, int bytes, double interval) =>
        CreatePlan(CreateRequest(useCase, connections, bytes, interval));

    private static Plan CreatePlan(PlanRequest request)
    {
        var answer = Planner.Plan(GuideTables.Rules, request);
        Assert.Empty(answer.Problems);
        return answer.Plan!;
    }

    [Theory]
    [InlineData(UseCase.Echo, 50_000, false, 5, 15)] // column of 50 units
    [InlineData(UseCase.Echo, 30_000, false, 3, 15)] // between 1 at 10 and 5 at 50 units
    [InlineData(UseCase.Broadcast, 50_000, false, 2, 40)]
    [InlineData(UseCase.Broadcast, 10_000, false, 1, 15)]
    [InlineData(UseCase.Echo, 50_000, true, 32, 15)] // ASP.NET SignalR, counted in 2019
    public void App_servers_are_read_from_the_guide(UseCase useCase, int connections, bool aspNet, int servers, int connectionsEach)
    {
        var plan = CreatePlan(CreateRequest(useCase, connections, 2_000, 1) with { AspNet = aspNet });

        Assert.Equal((servers, connectionsEach), (plan.AppServers!.AppServers, plan.AppServers.ConnectionsPerServer));
    }

    [Theory]
    [InlineData(false, 100, null)] // the guide's own count at 1,000 units
    [InlineData(true, 400, 100)] // 40 at 100 units, the last column of the edition that counted ASP.NET SignalR, x 1,000 / 100
    public void Beyond_the_last_column_app_servers_go_on_in_proportion_and_say_so(bool aspNet, int servers, int? extrapolatedFrom)
    {
        var plan = CreatePlan(CreateRequest(UseCase.Echo, 1_000_000, 2_000, 1) with { AspNet = aspNet });

        Assert.Equal((1000, servers, extrapolatedFrom), (plan.Units, plan.AppServers!.AppServers, plan.AppServers.ExtrapolatedFrom));
    }

    [Fact]
    public void Serverless_sends_through_REST_and_has_no_app_servers()
    {
        // 1,000 users, one message a second each, 2,000 B: 2 MB/s of 0.4 MB/s a unit.
        var plan = CreatePlan(CreateRequest(UseCase.SendToConnection, 1_000, 2_000, 1) with { Mode = ServiceMode.Serverless });

        Assert.Equal((5, null), (plan.Units, plan.AppServers));
        Assert.Contains("signalr.restSendToUser", plan.Notes[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5_000, 5, false, 6)] // 5,000 + 1 server x 15 connections are 5,015 of 5,000: 6 units
    [InlineData(4_985, 5, true, 5)] // 4,985 + 15 are 5,000 of 5,000
    [InlineData(4_986, 5, false, 6)]
    [InlineData(10_000, 10, false, 20)] // the ladder goes on at 20
    public void The_connections_of_the_app_servers_take_room_beside_the_clients(int connections, int units, bool fit, int unitsWithServers)
    {
        var plan = CreatePlan(UseCase.Broadcast, connections, 2048, 1);

        Assert.Equal(units, plan.Units);
        Assert.Equal(
            (15, fit, "Standard_S1", unitsWithServers),
            (
                plan.ServerConnections!.Total,
                plan.ServerConnections.IsEnough,
                plan.ServerConnections.Size?.Sku,
                plan.ServerConnections.Size?.Units
            )
        );
        Assert.Equal(fit, plan.Sizes.First(size => size.Units == units).FitsServerConnections);
    }

    [Fact]
    public void Where_the_largest_size_has_no_room_for_them_the_next_SKU_is_named()
    {
        // 100,000 clients and 2 servers x 40 connections: Standard_S1 ends at 100,000, Premium_P2 goes on at 200 units, where the guide
        // used 4 servers.
        var plan = CreatePlan(UseCase.Broadcast, 100_000, 2048, 1).ServerConnections!;

        Assert.Equal((80, false, new Size("Premium_P2", 200), 160), (plan.Total, plan.IsEnough, plan.Size!.Value, plan.TotalThere));
    }

    [Fact]
    public void Small_groups_beyond_the_wall_need_Premium_P2_and_the_cheaper_ways_are_named()
    {
        // 60,000 clients, one message to ten every 5 s: 12,000 msg/s, the wall of Standard_S1 is 10,000; P2 routes 100 a unit.
        var plan = CreatePlan(UseCase.SendToSmallGroup, 60_000, 1024, 5);

        Assert.Equal(("Premium_P2", 200, Limit.Routing), (plan.Sku, plan.Units, plan.LimitingFactor));
        Assert.Equal(0.6, plan.Utilization.Routing!.Value.Value, 1e-9);
        Assert.Equal(["largerGroups", "split"], plan.Alternatives.Select(way => way.Kind));
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
        // 2.5 million connections at a target of 90 %: 28 x 90,000 of Standard_S1, or 3 instances of Premium_P2 with 1,000 units each,
        // since 926 are required. The servers of each, 10 x 15 and 100 x 15 connections, fit too.
        var plan = CreatePlan(UseCase.Echo, 2_500_000, 100, 60);

        Assert.Equal((null, null, false), (plan.Sku, plan.Units, plan.Fits));
        Assert.Equal(
            ["Standard_S1 x 100 x 28", "Premium_P2 x 1000 x 3"],
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
    public void A_size_beyond_the_last_column_of_an_older_guide_is_planned_when_its_units_are_named()
    {
        // The guide of 2019 ends at 100 units, so Premium_P2, which begins there, is only considered where only it has the units.
        var request = CreateRequest(UseCase.Echo, 5_000, 2_048, 1) with
        {
            Edition = "signalr-2019",
        };
        var plan = CreatePlan(request with { Units = 200 });

        Assert.Equal(("Premium_P2", 200, true), (plan.Sku, plan.Units, plan.Fits));
        Assert.Equal(5_000.0 / 200_000, plan.Utilization.Connections!.Value.Value, 1e-9);
        Assert.Equal("Standard_S1", CreatePlan(request with { Units = 100 }).Sku);
        Assert.DoesNotContain(CreatePlan(request).Sizes, size => size.Sku == "Premium_P2");
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
