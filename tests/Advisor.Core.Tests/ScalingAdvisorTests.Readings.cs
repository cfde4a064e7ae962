using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.State;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests;

public partial class ScalingAdvisorTests
{
    [Fact]
    public void A_missing_metric_never_scales_a_resource_in()
    {
        var state = TestResource.BuildState(60, _ => 4000, 8);
        var full = TestResource.CreateObservation(60, 4000, 8);
        Assert.Equal(ScalingAction.ScaleIn, TestResource.Decide(full, state).Decision!.Action);

        foreach (
            var readings in (MetricReadings[])
                [
                    full.Readings with
                    {
                        ServerLoad = null,
                    },
                    full.Readings with
                    {
                        ConnectionCount = null,
                        ConnectionQuotaUtilization = null,
                    },
                    full.Readings with
                    {
                        InboundTraffic = null,
                    },
                    full.Readings with
                    {
                        OutboundTraffic = null,
                    },
                    default,
                ]
        )
        {
            var decision = TestResource.Decide(full with { Readings = readings }, state).Decision!;
            Assert.Equal(8, decision.Units);
            Assert.Contains(decision.Reasons, r => r.Code == ReasonCodes.InsufficientData);
        }
    }

    [Fact]
    public void Metrics_older_than_a_quarter_of_an_hour_move_nothing()
    {
        var state = TestResource.BuildState(60, _ => 9500, 8);
        var observation = TestResource.CreateObservation(60, 9500, 8);

        Assert.Equal(
            ScalingAction.ScaleOut,
            ScalingAdvisor.Decide(TestResource.Rules, observation, state, observation.Time.AddMinutes(15)).Decision!.Action
        );
        var stale = ScalingAdvisor.Decide(TestResource.Rules, observation, state, observation.Time.AddMinutes(16)).Decision!;

        Assert.Equal(8, stale.Units);
        Assert.Equal(ReasonCodes.StaleMetrics, stale.Reasons[0].Code);
        Assert.Contains("16 min old", stale.Reasons[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_server_load_that_nothing_explains_is_suspect_and_not_acted_upon()
    {
        var state = TestResource.BuildState(60, _ => 400, 3);
        ResourceState? next = state;
        for (var minute = 60; minute < 120; minute++)
        {
            // 400 connections and 0.2 MB/s make about 3.5 % at 3 units; 95 % is read.
            var at = TestResource.CreateObservation(minute, 400, 3);
            var outcome = TestResource.Decide(at with { Readings = at.Readings with { ServerLoad = 95 } }, next);
            Assert.True(outcome.Decision!.Units <= 3);
            Assert.Equal(DataState.SuspectMetric, outcome.Decision.DataState);
            Assert.Contains(outcome.Decision.Reasons, r => r.Code == ReasonCodes.SuspectMetric);
            next = outcome.State;
        }
    }

    [Fact]
    public void A_load_that_rises_at_real_traffic_is_doubted_for_five_minutes_and_then_believed()
    {
        // The application got dearer: the same 4,500 connections show 30 points more.
        ResourceState? state = TestResource.BuildState(120, _ => 4500, 5);
        var actions = new List<ScalingAction>();
        for (var minute = 120; minute < 135; minute++)
        {
            var at = TestResource.CreateObservation(minute, 4500, 5);
            var outcome = TestResource.Decide(at with { Readings = at.Readings with { ServerLoad = 90 } }, state);
            actions.Add(outcome.Decision!.Action);
            state = outcome.State;
        }

        Assert.All(actions.Take(4), action => Assert.Equal(ScalingAction.Hold, action));
        Assert.Contains(ScalingAction.ScaleOut, actions);
    }

    [Fact]
    public void A_repeated_minute_holds_and_teaches_nothing()
    {
        var state = TestResource.BuildState(60, _ => 9500, 8);

        var outcome = TestResource.Decide(TestResource.CreateObservation(59, 1, 8), state);

        Assert.Equal(ScalingAction.Hold, outcome.Decision!.Action);
        Assert.Equal(ReasonCodes.RepeatedObservation, Assert.Single(outcome.Decision.Reasons).Code);
        Assert.Same(state, outcome.State);
    }

    [Fact]
    public void Time_that_goes_backwards_is_a_problem_and_leaves_the_state()
    {
        var state = TestResource.BuildState(60, _ => 9500, 8);

        var outcome = TestResource.Decide(TestResource.CreateObservation(58, 4000, 8), state);

        Assert.Null(outcome.Decision);
        Assert.Equal(ObservationProblemCodes.TimeWentBackwards, outcome.Problem!.Code);
        Assert.Same(state, outcome.State);
    }

    [Fact]
    public void Metrics_of_an_earlier_size_are_read_at_that_size()
    {
        // 5,000 connections were 4 units' overload; 8 units are in force now, while the metrics are still those of 4.
        var state = TestResource.BuildState(10, _ => 5000, 4);
        var observation = TestResource.CreateObservation(10, 5000, 8) with { Readings = TestResource.CreateReadings(5000, 4) };

        var decision = TestResource.Decide(observation, state).Decision!;

        // The load at 4 units was (70 x 2.56 / 2 + 8 x 5) / 4 = 32.4 %; at 8 units 16.2 %, and 16.2 / 70 = 0.231.
        Assert.Equal(0.2314, decision.Utilization.ServerLoad!.Value.Value, 3);
        Assert.Equal(0.625, decision.Utilization.Connections!.Value.Value, 9);
    }
}
