using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests;

public partial class ScalingAdvisorTests
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

    [Fact]
    public void Routing_at_its_wall_buys_no_units_and_names_the_alternatives()
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
                },
                state
            );
            (decision, state) = (outcome.Decision, outcome.State);
        }

        Assert.Equal(50, decision!.Units);
        Assert.Equal(ScalingAction.Advise, decision.Action);
        Assert.Equal("Premium_P2", decision.Advisory?.Sku);
        Assert.Contains(decision.Reasons, r => r.Code == ReasonCodes.RoutingWall);
        Assert.Contains(decision.Alternatives, way => way.Kind == "split");
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
}
