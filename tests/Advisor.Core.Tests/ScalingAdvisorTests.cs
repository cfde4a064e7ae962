using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Core.Tests.Scaling;
using Advisor.Tests;

namespace Advisor.Core.Tests;

public class ScalingAdvisorTests
{
    private const int Day = 1440;

    [Fact]
    public void The_first_minute_holds_and_says_that_there_is_no_history()
    {
        var decision = TestResource.Decide(TestResource.CreateObservation(0, 4000, 8), null).Decision!;

        Assert.Equal(ScalingAction.Hold, decision.Action);
        Assert.Equal(8, decision.Units);
        // 4,000 connections of 8 x 1,000; inbound 4,000 x 512 B = 2.048 MB/s of 16.
        Assert.Equal(0.5, decision.Utilization.Connections!.Value.Value, 9);
        Assert.Equal(0.128, decision.Utilization.Inbound!.Value.Value, 9);
        Assert.Equal(Limit.Connections, decision.LimitingFactor);
        Assert.Contains(decision.Reasons, r => r.Code == ReasonCodes.LittleHistory);
        Assert.Equal(0.5, decision.Confidence.Value, 9);
    }

    [Fact]
    public void Without_one_complete_minute_no_load_is_stated_or_forecast()
    {
        var silent = TestResource.CreateObservation(0, 4000, 8) with { Readings = default };
        var first = TestResource.Decide(silent, null).Decision!;

        Assert.Equal(
            "Missing for 00:00 UTC: server load, connections, inbound traffic, outbound traffic. Missing is not zero: no change. "
                + "No complete minute has been seen yet.",
            Assert.Single(first.Reasons).Text
        );
        Assert.Equal((0, 0), (first.Forecast.Count, first.Sizes.Count));

        // 4,000 connections at 1,000 a unit, the target of the tests: 4.0 units in the minute before.
        var later = TestResource
            .Decide(TestResource.CreateObservation(1, 4000, 8) with { Readings = default }, TestResource.BuildState(1, _ => 4000, 8))
            .Decision!;
        Assert.EndsWith("The last complete minute needed 4.0 units.", later.Reasons[0].Text, StringComparison.Ordinal);
        Assert.NotEmpty(later.Forecast);
    }

    [Fact]
    public void A_size_that_is_twice_too_large_is_scaled_in_after_the_rent_time_and_not_before()
    {
        // Rules keep a size that was once asked for 0, 15 or 45 minutes; the size found counts as asked for. So two thirds of them hold for
        // a quarter of an hour.
        var state = TestResource.BuildState(10, _ => 4000, 8);
        Assert.Equal(ScalingAction.Hold, TestResource.Decide(TestResource.CreateObservation(10, 4000, 8), state).Decision!.Action);

        state = TestResource.BuildState(50, _ => 4000, 8);
        var decision = TestResource.Decide(TestResource.CreateObservation(50, 4000, 8), state).Decision!;

        Assert.Equal(ScalingAction.ScaleIn, decision.Action);
        Assert.Equal(5, decision.Units); // 4.0 needed, 4.4 with the tenth that stands for a forecast
        Assert.Equal(ReasonCodes.Oversized, decision.Reasons[0].Code);
    }

    [Fact]
    public void A_requirement_above_the_size_for_five_visible_minutes_scales_out_whatever_the_forecast_says()
    {
        var state = TestResource.BuildState(4, _ => 5400, 5);
        var decision = TestResource.Decide(TestResource.CreateObservation(4, 5400, 5), state).Decision!;

        Assert.Equal(ScalingAction.ScaleOut, decision.Action);
        Assert.Equal(6, decision.Units);
    }

    [Fact]
    public void A_rhythm_of_days_is_met_before_it_rises_once_it_is_known()
    {
        // From 07:00 on 2,000 connections become 8,000 within ten minutes, faster than units come; at 20:00 they leave.
        static double ComputeDemand(int minute) =>
            (minute % Day) switch
            {
                >= 420 and < 430 => 2000 + (600 * ((minute % Day) - 420)),
                >= 430 and < 1200 => 8000,
                _ => 2000,
            };
        var overloaded = new int[8];
        var (units, wanted, due) = (3, 3, int.MaxValue);
        ResourceState? state = null;
        for (var minute = 2; minute < 8 * Day; minute++)
        {
            if (minute >= due)
            {
                (units, due) = (wanted, int.MaxValue);
            }

            overloaded[minute / Day] += ComputeDemand(minute) > units * 1000 ? 1 : 0;
            var outcome = TestResource.Decide(
                TestResource.CreateObservation(minute - 2, ComputeDemand(minute - 2), units) with
                {
                    ChangeInProgress = due < int.MaxValue,
                },
                state
            );
            state = outcome.State;
            if (outcome.Decision!.Units != units)
            {
                (wanted, due) = (outcome.Decision.Units, minute + 4);
            }
        }

        Assert.True(overloaded[0] > 0);
        Assert.True(overloaded[7] < overloaded[0] / 2, string.Join(", ", overloaded));
    }

    [Theory]
    [InlineData(199, null, "is 199 units, so it takes a support ticket.", " (support ticket)")]
    [InlineData(200, null, "is 200 units.", "")]
    // The 50 of this resource and those that others leave
    [InlineData(500, 149, "is 500 units, of which this resource may have 199, so it takes a support ticket.", " (support ticket)")]
    [InlineData(500, 150, "is 500 units.", "")]
    public void Routing_at_its_wall_buys_no_units_and_names_the_alternatives(int quota, int? left, string sentence, string ticket)
    {
        // Groups of 10: 12,000 msg/s in are beyond the wall of 10,000, at 50 units as at 100.
        var settings = new ResourceSettings { Workload = Workload.Create(UseCase.SendToSmallGroup, 1024, 10) };
        var bytes = 12_000.0 * 1024 * 60;
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 30; minute++)
        {
            var outcome = TestResource.Decide(
                TestResource.CreateObservation(minute, 40_000, 50, settings) with
                {
                    Readings = new MetricReadings(45, 40_000, 80, bytes, 10 * bytes * 0.6, 10 * bytes / 2048),
                    Fleet = new FleetConstraints(left) { Quota = new(quota, QuotaSource.Azure, TestResource.Start) },
                },
                state
            );
            (decision, state) = (outcome.Decision, outcome.State);
        }

        Assert.Equal(50, decision!.Units);
        Assert.Equal(ScalingAction.Advise, decision.Action);
        Assert.Equal("Premium_P2", decision.Advisory?.Sku);
        Assert.Contains(
            $"200 units of the regional quota{ticket}",
            decision.Alternatives.Single(way => way.Kind == "premiumP2").Requirements
        );
        Assert.Contains(decision.Reasons, r => r.Code == ReasonCodes.RoutingWall && r.Text.Contains(sentence, StringComparison.Ordinal));
        Assert.Contains(decision.Alternatives, way => way.Kind == "split");
    }

    [Theory]
    [InlineData(50, 9_900)] // 99 % of what routing carries, and 50.69 units of the printed bandwidth
    [InlineData(50, 10_800)]
    [InlineData(50, 15_000)]
    [InlineData(50, 19_000)]
    [InlineData(30, 19_000)]
    public void Bytes_of_messages_beyond_routing_buy_no_units(int units, double rate)
    {
        // Groups of 10: Standard_S1 carries 10,000 msg/s at 50 units, and no more at any size.
        var settings = new ResourceSettings { Workload = Workload.Create(UseCase.SendToSmallGroup, 2048, 10) };
        var bytes = rate * 2048 * 60;
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 30; minute++)
        {
            var outcome = TestResource.Decide(
                TestResource.CreateObservation(minute, 20_000, units, settings) with
                {
                    Readings = new MetricReadings(45, 20_000, 2_000.0 / units, bytes, 10 * bytes, 10 * bytes / 2048),
                },
                state
            );
            (decision, state) = (outcome.Decision, outcome.State);
        }

        Assert.Equal(50, decision!.Units);
        Assert.Equal(50, decision.UnitsRequired!.Value, 1e-6);
        Assert.DoesNotContain("too few", units == 50 ? decision.Reasons[0].Text : "", StringComparison.Ordinal);
    }

    [Fact]
    public void An_announced_event_is_a_floor_from_half_an_hour_before_its_start()
    {
        var start = TestResource.Start.AddHours(2);
        var settings = TestResource.Settings with { Windows = [new PlannedWindow("launch", start, start.AddHours(1), 20, false)] };
        var state = TestResource.BuildState(80, _ => 4500, 5, settings);

        // Minute 80 is decided upon at 01:22, minute 88 at 01:30.
        Assert.Equal(5, TestResource.Decide(TestResource.CreateObservation(80, 4500, 5, settings), state).Decision!.Units);
        var decision = TestResource.Decide(TestResource.CreateObservation(88, 4500, 5, settings), state).Decision!;

        Assert.Equal(20, decision.Units);
        Assert.Equal(ReasonCodes.AnnouncedMinimum, decision.Reasons[0].Code);
        Assert.Contains("launch requires at least 20 units", decision.Reasons[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_higher_removal_price_makes_a_resource_keep_its_units_longer()
    {
        int FindFirstScaleIn(ObjectivePrices prices)
        {
            var settings = TestResource.Settings with { Prices = prices };
            ResourceState? state = null;
            for (var minute = 0; minute < 600; minute++)
            {
                var outcome = TestResource.Decide(TestResource.CreateObservation(minute, minute < 120 ? 7500 : 4000, 8, settings), state);
                if (outcome.Decision!.Action == ScalingAction.ScaleIn)
                {
                    return minute;
                }

                state = outcome.State;
            }

            return int.MaxValue;
        }

        Assert.True(FindFirstScaleIn(new ObjectivePrices(1, 10, 120)) > FindFirstScaleIn(new ObjectivePrices(1, 10, 30)));
    }

    [Fact]
    public void The_bill_of_a_month_is_net_of_the_messages_that_units_include()
    {
        // 8 -> 5 units: 3 x 1.61 x 30 = 144.90 USD less. 5 units include 150 million pieces, 8 include 240; 200 million are sent: 50
        // million more at 1.00.
        var settings = TestResource.Settings;
        var state = TestResource.BuildState(50, _ => 4000, 8, settings);
        var observation = TestResource.WithMessages(TestResource.CreateObservation(50, 4000, 8), 200e6);

        var decision = TestResource.Decide(observation, TestResource.RemoveMessages(state)).Decision!;

        Assert.Equal(5, decision.Units);
        Assert.Equal(new Money(-94.90m, "USD"), decision.MonthlyCostChange);
    }

    [Fact]
    public void Every_decision_carries_its_arithmetic()
    {
        var decision = TestResource
            .Decide(TestResource.CreateObservation(50, 4200, 8), TestResource.BuildState(50, _ => 4200, 8))
            .Decision!;

        Assert.Equal(
            [ReasonCodes.Oversized, ReasonCodes.RequiredUnits, ReasonCodes.LittleHistory, ReasonCodes.ExpectedCost],
            decision.Reasons.Select(r => r.Code)
        );
        Assert.Equal([4, 5, 6, 7, 8, 9], decision.Sizes.Select(size => size.Units));
        // 5 units for an hour: 300; 3 units removed: 90; 4.2 required, which 5 carry. 4,200 connections send 15 messages of 2 KB a minute
        // each:
        // 2,721.6 million in a month, of which 5 units include 150 million.
        Assert.Equal(
            new SizeCost(5, 300, 0, 90, new MonthlyCost(new Money(241.50m, "USD"), new Money(2_571.60m, "USD"))),
            decision.Sizes[1]
        );
        // 4 units do not carry 4.2: the smallest size that does is 5, ten times that for six minutes.
        Assert.Equal(300, decision.Sizes[0].OverloadCost, 6);
        Assert.Equal(5, decision.Forecast.Count);
    }

    [Fact]
    public void A_decision_that_is_kept_has_its_explanations_and_no_longer_its_inputs()
    {
        var decision = TestResource.Decide(TestResource.CreateObservation(0, 4700, 5), null).Decision!;

        var kept = decision.ComputeExplanations();

        Assert.NotEmpty(kept.Reasons);
        Assert.Equal(decision.Reasons, kept.Reasons);
        Assert.Equal(decision.ConfidenceFactors, kept.ConfidenceFactors);
        Assert.Equal(decision.Forecast, kept.Forecast);
        Assert.Equal(decision.Sizes, kept.Sizes);
        Assert.DoesNotContain(
            (object[])[kept.Reasons, kept.ConfidenceFactors, kept.Forecast, kept.Sizes],
            list => list.GetType().Name.StartsWith("LazyList", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void A_scale_in_that_overloads_is_reverted_at_once()
    {
        var state = TestResource.BuildState(60, _ => 4000, 8);
        var scaleIn = TestResource.Decide(TestResource.CreateObservation(60, 4000, 8), state);
        Assert.Equal(5, scaleIn.Decision!.Units);

        // It is in force four minutes later, and 6,100 connections come back.
        state = scaleIn.State!;
        for (var minute = 61; minute < 65; minute++)
        {
            state = TestResource.Decide(TestResource.CreateObservation(minute, 4000, 8) with { ChangeInProgress = true }, state).State!;
        }

        state = TestResource.Decide(TestResource.CreateObservation(65, 4000, 5), state).State!;
        var undone = TestResource.Decide(TestResource.CreateObservation(66, 6100, 5), state).Decision!;

        Assert.Equal(ScalingAction.ScaleOut, undone.Action);
        Assert.True(undone.Units >= 7);
    }

    [Theory]
    [InlineData(91)]
    [InlineData(97)]
    public void A_server_load_that_stands_still_whatever_the_size_does_not_buy_unit_after_unit(double stuck)
    {
        // 2,000 to 4,000 connections in waves of two hours need 2 to 4 units; 5 are in force, and every scale-out takes effect four
        // minutes later.
        ResourceState? state = null;
        var (units, target, due, reported) = (5, 5, 0, false);
        for (var minute = 0; minute < 600; minute++)
        {
            units = minute >= due ? target : units;
            var connections = 3000 + (1000 * Math.Sin(minute * Math.Tau / 120));
            var observation = TestResource.CreateObservation(minute, connections, units) with
            {
                Readings = TestResource.CreateReadings(connections, units) with { ServerLoad = stuck },
                ChangeInProgress = units != target,
            };
            var outcome = TestResource.Decide(observation, state);
            state = outcome.State;
            reported |= outcome.Decision!.DataState == DataState.SuspectMetric;
            if (units == target && outcome.Decision.Units != units)
            {
                (target, due) = (outcome.Decision.Units, minute + 4);
            }
        }

        Assert.True(reported);
        // Traffic and connections explain less than half of it: one step, and no second one.
        Assert.Equal(6, target);
    }

    [Fact]
    public void A_scale_out_that_did_not_lower_the_load_is_reported()
    {
        // At 4 units 3,800 connections show 72 %, and that is learned. The scale-out to 5 predicts 57.6 %, and nothing changes.
        var state = default(ResourceState);
        MetricReadings Read(int units, double load) => TestResource.CreateReadings(3800, units) with { ServerLoad = load };
        for (var minute = 0; minute < 60; minute++)
        {
            state = TestResource.Decide(TestResource.CreateObservation(minute, 3800, 4) with { Readings = Read(4, 72) }, state).State;
        }

        var reported = false;
        for (var minute = 60; minute < 75; minute++)
        {
            var outcome = TestResource.Decide(TestResource.CreateObservation(minute, 3800, 5) with { Readings = Read(5, 72) }, state);
            reported |= outcome.Decision!.Reasons.Any(r => r.Code == ReasonCodes.ScaleOutDidNotHelp);
            state = outcome.State;
        }

        Assert.True(reported);
    }

    [Fact]
    public void A_scale_in_that_leaves_more_load_than_predicted_is_reported_and_relearned()
    {
        // At 8 units 4,000 connections show 30 %, and that is learned: 48 % at 5 units. After the scale-in 66 % is seen, 18 points more,
        // with no more to do.
        var state = default(ResourceState);
        ScalingAction DecideLast(int minute, int units, int measuredUnits, double load, out IReadOnlyList<Reason> reasons)
        {
            var readings = TestResource.CreateReadings(4000, measuredUnits) with { ServerLoad = load };
            // Held at 8 for an hour, so that the load is known well.
            var settings = minute < 60 ? TestResource.Settings with { MinUnits = 8 } : TestResource.Settings;
            var outcome = TestResource.Decide(
                TestResource.CreateObservation(minute, 4000, units, settings) with
                {
                    Readings = readings,
                },
                state
            );
            state = outcome.State;
            reasons = outcome.Decision!.Reasons;
            return outcome.Decision.Action;
        }

        var minute = 0;
        while (DecideLast(minute++, 8, 8, 30, out _) != ScalingAction.ScaleIn)
        {
            Assert.True(minute < 600);
        }

        var units = state!.Changes.Requests[^1].Units;
        var (seen, expectedBefore) = (new List<string>(), state.LoadModel.Predict(4.0 / 8, 4.0 / 8));
        for (var after = 0; after < 12; after++)
        {
            // Metrics are two minutes old: the first two are those of 8 units.
            var measured = after < 2 ? 8 : units;
            DecideLast(minute++, units, measured, (30 * 8.0 / measured) + (after < 2 ? 0 : 18), out var reasons);
            seen.AddRange(reasons.Select(r => r.Code));
        }

        Assert.Contains(ReasonCodes.ScaleInOverloads, seen);
        Assert.True(state.LoadModel.Predict(4.0 / 8, 4.0 / 8) > expectedBefore);
    }

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
    [Fault("metrics-back")]
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
