using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity;

public sealed class TargetUtilizationsTests
{
    private static readonly TargetUtilizations Halves = new(new(0.5), new(0.5), new(0.5), new(0.5), new(0.5));

    [Fact]
    public void By_default_server_load_is_used_to_70_percent_connections_to_90_and_the_rates_to_all_of_the_guide()
    {
        var targets = new PolicyRules().Targets;

        Assert.Equal([0.7, 0.9, 1, 1, 1], LimitingFactor.Limits.Select(limit => targets[limit].Value));
        Assert.Equal(targets, GuideTables.Rules.Policy.Targets);
    }

    [Theory]
    [InlineData(Limit.ServerLoad, TargetUtilizations.Max)]
    [InlineData(Limit.Connections, TargetUtilizations.Max)]
    [InlineData(Limit.Inbound, TargetUtilizations.MaxOfRates)]
    [InlineData(Limit.Outbound, TargetUtilizations.MaxOfRates)]
    [InlineData(Limit.Routing, TargetUtilizations.MaxOfRates)]
    public void What_the_guide_measured_as_a_rate_may_be_used_further_than_a_limit_of_Azure(Limit limit, double max) =>
        Assert.Equal(max, TargetUtilizations.GetMax(limit));

    [Fact]
    public void A_utilization_is_used_by_target_times_limit_and_the_units_required_follow_it()
    {
        // Small groups of 10 at 5 units: 63.2 % load, 4,210 of 5,000 connections, 1.293 of 2 MB/s in, 12.93 of 20 out, 631.5 of 1,000
        // msg/s; all by half of that.
        var model = new CapacityModel(
            GuideTables.SignalR,
            GuideTables.Standard,
            Workload.Create(UseCase.SendToSmallGroup, 2048, 10),
            targets: Halves
        );
        var readings = new MetricReadings(63.2, 4210, 84.2, 77_598_720, 775_987_200, 378_900);

        var (utilization, requiredUnitsByLimit) = (model.ComputeUtilization(readings, 5, 5), model.ComputeRequiredUnits(readings, 5));

        Assert.Equal([1.264, 1.684, 1.2933, 1.2933, 1.263], LimitingFactor.Limits.Select(d => Math.Round(utilization[d]!.Value.Value, 4)));
        // Connections 4,210 / 500; inbound 1.2933 of 0.2 MB/s a unit; routing 631.5 of 100 a unit.
        Assert.Equal([6.32, 8.42, 6.467, 6.467, 6.315], LimitingFactor.Limits.Select(d => Math.Round(requiredUnitsByLimit[d]!.Value, 3)));
    }

    [Fact]
    public void A_routing_wall_used_to_half_is_met_at_half_of_its_messages()
    {
        // The wall is 10,000 msg/s from 50 units on; half of it is 5,000, which 5,100 msg/s pass at every size.
        var model = new CapacityModel(
            GuideTables.SignalR,
            GuideTables.Standard,
            Workload.Create(UseCase.SendToSmallGroup, 2048, 10),
            targets: Halves
        );

        Assert.Equal(double.PositiveInfinity, model.ComputeRequiredUnits(new Demand(InboundBytes: 5_100 * 2048)).Routing);
        Assert.Equal(1.02, model.ComputeUtilization(new Demand(InboundBytes: 5_100 * 2048), 100).Routing!.Value.Value, 1e-9);
    }

    [Fact]
    public void A_resource_that_states_a_target_is_sized_by_it()
    {
        // 4,000 connections at 8 units: 4,000 / 8,000 of the limit, so 0.556 of a target of 90 % and 0.625 of one of 80 %.
        static Decision DecideAt(TargetOverrides targets) =>
            TestResource
                .Decide(TestResource.CreateObservation(0, 4000, 8, TestResource.Settings with { Targets = targets }), null)
                .Decision!;

        Assert.Equal(0.5556, DecideAt(default).Utilization.Connections!.Value.Value, 1e-4);
        Assert.Equal(4.4444, DecideAt(default).RequiredUnits.Connections!.Value, 1e-4);
        Assert.Equal(0.625, DecideAt(new(Connections: new Ratio(0.8))).Utilization.Connections!.Value.Value, 1e-9);
        Assert.Equal(5, DecideAt(new(Connections: new Ratio(0.8))).RequiredUnits.Connections!.Value, 1e-9);
    }

    [Fact]
    public void What_is_learned_of_the_load_does_not_move_with_a_target()
    {
        static ResourceState BuildState(Ratio connections) =>
            TestResource.BuildState(60, _ => 4000, 5, TestResource.Settings with { Targets = new(Connections: connections) });
        var (one, other) = (BuildState(new Ratio(1)).LoadModel, BuildState(new Ratio(0.5)).LoadModel);

        Assert.Equal(one.PerConnections, other.PerConnections, 1e-9);
        Assert.Equal(one.PerTraffic, other.PerTraffic, 1e-9);
    }

    [Fact]
    public void A_narrower_place_goes_before_a_wider_one_and_the_policy_fills_the_rest()
    {
        var targets = new TargetOverrides(Connections: new Ratio(0.8)).CompleteWith(new TargetOverrides(new Ratio(0.6), new Ratio(0.7)));

        Assert.Equal(
            TargetUtilizations.Default with
            {
                ServerLoad = new Ratio(0.6),
                Connections = new Ratio(0.8),
            },
            targets.CompleteWith(TargetUtilizations.Default)
        );
    }

    [Fact]
    public void A_plan_is_held_against_the_published_limits() => Assert.Equal(1, TargetUtilizations.PublishedLimits.Connections.Value);
}
