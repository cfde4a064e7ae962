using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling.Explanations;

public class DecisionSentencesTests
{
    private static readonly DateTimeOffset Now = TestResource.Start.AddMinutes(62);

    [Fact]
    public void A_scale_out_names_what_exceeds_the_size()
    {
        // 2,240 connections need 2.24 units; without history a tenth more, 2.46.
        var decision = TestResource.Decide(TestResource.CreateObservation(0, 2240, 2), null).Decision!;

        Assert.Equal(
            "Needs 2.24 units now and up to 2.46 before a change could take effect; 2 are too few, 3 are enough.",
            FindText(decision, ReasonCodes.ForecastExceedsCapacity)
        );
    }

    [Fact]
    public void A_requirement_that_exceeds_the_size_by_less_than_a_hundredth_does_not_read_as_the_size()
    {
        // 910 connections need 0.91 units; without history a tenth more, 1.001.
        var decision = TestResource.Decide(TestResource.CreateObservation(0, 910, 1), null).Decision!;

        Assert.Equal(
            "Needs 0.91 units now; 1 unit is enough. Advisor scales out if the requirement rises to 1.0010.",
            FindText(decision, ReasonCodes.WithinCapacity)
        );
    }

    [Fact]
    public void A_rise_by_more_than_the_forecast_learns_from_is_not_stated_as_that_much()
    {
        // 2,000 connections for two days, and 12,000 for the last two minutes: six times as many.
        var before = TestResource.BuildState(2879, _ => 2000, 50);
        (_, before, _) = TestResource.Decide(TestResource.CreateObservation(2879, 12_000, 50), before);

        var decision = TestResource.Decide(TestResource.CreateObservation(2880, 12_000, 50), before).Decision!;

        Assert.Contains(": it rose 172 % or more in five minutes", FindText(decision, ReasonCodes.LeadWindow), StringComparison.Ordinal);
    }

    [Fact]
    public void A_minute_without_metrics_does_not_explain_why_the_Free_tier_is_full()
    {
        // 20 connections are all that it accepts, 1.11 units by the target of 90 %; 100 messages a minute are 20,000 after 200 of them.
        ResourceState? state = null;
        var settings = TestResource.Settings with { Targets = default };
        Observation Observe(int minute) =>
            TestResource.CreateObservation(minute, 20, 1, settings) with
            {
                Sku = "Free_F1",
                Readings = TestResource.CreateReadings(20, 1) with { ConnectionQuotaUtilization = 100, MessageCount = 100 },
            };
        for (var minute = 0; minute < 300; minute++)
        {
            (_, state, _) = TestResource.Decide(Observe(minute), state);
        }

        var decision = TestResource.Decide(Observe(300) with { Readings = new(InboundTraffic: 1000) }, state).Decision!;

        Assert.Contains(
            decision.Reasons,
            reason => reason.Text.StartsWith("A day has more messages than the Free tier sends.", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void A_forecast_that_reads_as_the_units_required_now_is_not_repeated()
    {
        // 2,410 connections need 2.41 units; the 3,000 minutes before had one more every third minute: 2.411.
        var before = TestResource.BuildState(3000, minute => 2410 + (minute % 3 == 1 ? 1 : 0), 2);

        var decision = TestResource.Decide(TestResource.CreateObservation(3000, 2410, 2), before).Decision!;

        Assert.Equal("Needs 2.41 units now; 2 are too few, 3 are enough.", FindText(decision, ReasonCodes.ForecastExceedsCapacity));
    }

    [Fact]
    public void Minutes_without_metrics_are_no_history()
    {
        // Ten minutes, a day without a reading, and this minute: 11 are known of 1,451.
        var before = TestResource.BuildState(10, _ => 4000, 5);

        var decision = TestResource.Decide(TestResource.CreateObservation(1450, 4000, 5), before).Decision!;

        Assert.Equal(
            "Too little history for a forecast (11 minutes known); using the current requirement + 10 %, 4.40 units.",
            FindText(decision, ReasonCodes.LittleHistory)
        );
    }

    [Fact]
    public void A_scale_in_to_one_unit_speaks_of_one_unit()
    {
        // 300 connections need less than half a unit, which is the smallest that the forecast knows.
        var decision = TestResource
            .Decide(TestResource.CreateObservation(60, 300, 10), TestResource.BuildState(60, _ => 300, 10))
            .Decision!;

        Assert.Equal(1, decision.Units);
        Assert.EndsWith(" for the next hour. 1 unit is enough.", FindText(decision, ReasonCodes.Oversized), StringComparison.Ordinal);
        Assert.StartsWith(
            "Needs 0.30 units; 80 % likely to stay under 0.33",
            FindText(decision, ReasonCodes.Oversized),
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(20)]
    public void Where_no_size_lies_between_minimum_and_maximum_the_maximum_takes_precedence(int inForce)
    {
        // Sizes of 1 to 10, 20 and more units; 12 to 15 are allowed, and 1,700 connections need 1.7.
        var settings = TestResource.Settings with
        {
            MinUnits = 12,
            MaxUnits = 15,
        };
        var state = TestResource.BuildState(60, _ => 1700, inForce, settings);

        var decision = TestResource.Decide(TestResource.CreateObservation(60, 1700, inForce, settings), state).Decision!;

        Assert.Equal(10, decision.Units);
        Assert.Equal(
            "The settings require at least 12 units and allow at most 15, between which Standard_S1 has no size: 10 is the largest "
                + "allowed; 1.70 are needed now.",
            FindText(decision, ReasonCodes.MinimumSize)
        );
    }

    [Theory]
    [InlineData(8, 10)] // ahead of the window, which begins in eight minutes
    [InlineData(-8, 10)]
    [InlineData(-8, 20)]
    public void A_window_between_whose_bounds_no_size_lies_has_one_size_from_its_lead_to_its_end(int start, int inForce)
    {
        // Sizes of 1 to 10, 20 and more units; 4,000 connections need 4.
        var launch = new PlannedWindow("launch", Now.AddMinutes(start), Now.AddMinutes(68), 11, false, 15);
        var settings = TestResource.Settings with { Windows = [launch] };
        var state = TestResource.BuildState(60, _ => 4000, inForce, TestResource.Settings);

        var decision = TestResource.Decide(TestResource.CreateObservation(60, 4000, inForce, settings), state).Decision!;

        Assert.Equal(10, decision.Units);
        Assert.EndsWith(
            " to 02:10 UTC and allows at most 15, between which Standard_S1 has no size: 10 is the largest allowed; 4.00 are needed now.",
            FindText(decision, ReasonCodes.AnnouncedMinimum),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Where_more_is_needed_than_the_largest_size_below_the_maximum_the_reason_is_the_maximum()
    {
        // 14 units are needed; 12 to 15 are allowed, and the next size above 10 is 20.
        var settings = TestResource.Settings with
        {
            MinUnits = 12,
            MaxUnits = 15,
        };

        var decision = TestResource.Decide(TestResource.CreateObservation(0, 14_000, 10, settings), null).Decision!;

        Assert.Equal((ScalingAction.Hold, 10), (decision.Action, decision.Units));
        Assert.Equal("The settings allow at most 15 units; 14.00 are needed now.", FindText(decision, ReasonCodes.MaximumSize));
    }

    [Fact]
    public void A_size_that_is_enough_says_so()
    {
        var decision = TestResource.Decide(TestResource.CreateObservation(0, 4000, 5), null).Decision!;

        Assert.Equal(
            "Needs 4.00 units now; 80 % likely to stay under 4.40 until a change could take effect. 5 units are enough.",
            FindText(decision, ReasonCodes.WithinCapacity)
        );
    }

    // 4,900 connections need 4.9 of 5 units, 19 need 0.95 of the free one, which holds 20; without history a tenth more may be needed.
    [Theory]
    [InlineData("Standard_S1", 4900, 6, "Needs 4.90 units now; 5 units are enough. Advisor scales out if the requirement rises to 5.39.")]
    [InlineData(
        "Standard_S1",
        4900,
        5,
        "Needs 4.90 units now; 5 units are enough. The requirement may rise to 5.39; the settings allow at most 5 units."
    )]
    [InlineData("Free_F1", 19, 5, "Needs 0.95 units now; 1 unit is enough. The requirement may rise to 1.05; Free_F1 ends at 1.")]
    public void A_size_that_a_rise_may_exceed_says_whether_Advisor_scales_out(string sku, double connections, int maxUnits, string text)
    {
        var units = sku == "Free_F1" ? 1 : 5;
        var observation = TestResource.CreateObservation(0, connections, units, TestResource.Settings with { MaxUnits = maxUnits });
        observation = observation with { Sku = sku, Readings = observation.Readings with { ConnectionQuotaUtilization = null } };

        Assert.Equal(text, FindText(TestResource.Decide(observation, null).Decision!, ReasonCodes.WithinCapacity));
    }

    [Fact]
    public void A_need_above_the_largest_size_is_not_within_capacity()
    {
        var decision = TestResource
            .Decide(TestResource.CreateObservation(10, 135_700, 100), TestResource.BuildState(10, _ => 135_700, 100))
            .Decision!;

        Assert.DoesNotContain(decision.Reasons, reason => reason.Code == ReasonCodes.WithinCapacity);
        Assert.Equal("Needs 135.70 units; Standard_S1 ends at 100.", decision.Reasons[0].Text);
    }

    [Fact]
    public void A_need_above_the_maximum_of_the_settings_says_so()
    {
        var settings = TestResource.Settings with { MaxUnits = 5 };

        var decision = TestResource
            .Decide(TestResource.CreateObservation(10, 6000, 5, settings), TestResource.BuildState(10, _ => 6000, 5, settings))
            .Decision!;

        Assert.Equal("The settings allow at most 5 units; 6.00 are needed now.", FindText(decision, ReasonCodes.MaximumSize));
    }

    [Theory]
    [InlineData(
        20,
        "launch requires at least 60 units from 2026-01-05 01:10 to 02:10 UTC; 4.00 are needed now. The settings allow at most 50 units."
    )]
    [InlineData(50, "The settings allow at most 50 units; 4.00 are needed now; launch requires 60.")]
    public void An_announced_floor_that_the_maximum_cuts_says_so(int units, string text)
    {
        var settings = TestResource.Settings with
        {
            MaxUnits = 50,
            Windows = [new PlannedWindow("launch", Now.AddMinutes(8), Now.AddMinutes(68), 60, false)],
        };

        var decision = TestResource
            .Decide(
                TestResource.CreateObservation(60, 4000, units, settings),
                TestResource.BuildState(60, _ => 4000, units, TestResource.Settings)
            )
            .Decision!;

        Assert.Equal(50, decision.Units);
        Assert.Contains(text, decision.Reasons.Select(reason => reason.Text));
    }

    [Theory]
    [InlineData(null, "; 4.00 are needed now. Standard_S1 ends at 100.")]
    [InlineData(400, " and allows at most 400, between which Standard_S1 has no size: 100 is the largest allowed; 4.00 are needed now.")]
    public void An_announced_floor_beyond_the_sizes_of_the_tier_says_once_where_they_end(int? maxUnits, string expected)
    {
        var settings = TestResource.Settings with
        {
            MaxUnits = 1000,
            Windows = [new PlannedWindow("launch", Now.AddMinutes(8), Now.AddMinutes(68), 300, false, maxUnits)],
        };

        var decision = TestResource
            .Decide(
                TestResource.CreateObservation(60, 4000, 20, settings),
                TestResource.BuildState(60, _ => 4000, 20, TestResource.Settings)
            )
            .Decision!;

        Assert.Contains(
            "launch requires at least 300 units from 2026-01-05 01:10 to 02:10 UTC" + expected,
            decision.Reasons.Select(reason => reason.Text)
        );
    }

    // Minute 60 is decided upon at 01:02; 4,000 connections need 4 of the units of the settings.
    [Theory]
    [InlineData(240, "night requires at least 6 units from 2026-01-05 00:02 to 05:02 UTC, then 8; 4.00 are needed now.")]
    [InlineData(1440, "night requires at least 6 units from 2026-01-05 00:02 to 2026-01-06 01:02 UTC, then 8; 4.00 are needed now.")]
    [InlineData(20, "The settings require at least 8 units when night ends at 2026-01-05 01:22 UTC; 4.00 are needed now.")]
    public void The_floor_of_a_schedule_names_its_end_and_what_follows(int minutes, string text)
    {
        var night = new PlannedWindow("night", Now.AddHours(-1), Now.AddMinutes(minutes), 6, false) { IsRecurring = true };
        var settings = TestResource.Settings with { MinUnits = 8, Windows = [night] };

        var decision = TestResource
            .Decide(TestResource.CreateObservation(60, 4000, 5, settings), TestResource.BuildState(60, _ => 4000, 5, TestResource.Settings))
            .Decision!;

        Assert.Equal(minutes == 20 ? 8 : 6, decision.Units);
        Assert.Equal(text, FindText(decision, ReasonCodes.AnnouncedMinimum));
    }

    [Fact]
    public void A_change_in_a_freeze_says_that_an_overload_stands()
    {
        var decision = TestResource.Decide(CreateFrozen(strict: false), TestResource.BuildState(60, _ => 9500, 8)).Decision!;

        Assert.Equal(10, decision.Units);
        Assert.Equal(
            "the freeze allows no change before 2026-01-05 02:02 UTC, but the size has been too small for 61 minutes, "
                + "which overrides that.",
            FindText(decision, ReasonCodes.FreezeWindow)
        );
    }

    [Fact]
    public void A_freeze_at_the_maximum_recommends_no_size()
    {
        var frozen = CreateFrozen(strict: false);

        var decision = TestResource
            .Decide(frozen with { Settings = frozen.Settings with { MaxUnits = 8 } }, TestResource.BuildState(60, _ => 9500, 8))
            .Decision!;

        Assert.Equal(8, decision.Units);
        Assert.Equal(
            "the freeze allows no change before 2026-01-05 02:02 UTC, but the size has been too small for 61 minutes, "
                + "which overrides that.",
            FindText(decision, ReasonCodes.FreezeWindow)
        );
    }

    [Fact]
    public void A_strict_freeze_holds_in_an_overload_too()
    {
        var decision = TestResource.Decide(CreateFrozen(strict: true), TestResource.BuildState(60, _ => 9500, 8)).Decision!;

        Assert.Equal(8, decision.Units);
        Assert.Equal(
            "the freeze allows no change before 2026-01-05 02:02 UTC; 10 units are recommended.",
            FindText(decision, ReasonCodes.FreezeWindow)
        );
    }

    // Groups of 10: 10,800 or 10,040 msg/s in of the 10,000 that any number of Standard_S1 units routes.
    [Theory]
    [InlineData(10_800, 108)]
    [InlineData(10_040, 101)]
    public void Advice_of_a_larger_tier_says_why_and_names_the_quota(double messages, int percent)
    {
        var settings = new ResourceSettings { Workload = Workload.Create(UseCase.SendToSmallGroup, 2048, 10) };
        var bytes = messages * 2048 * 60;
        var observation = TestResource.CreateObservation(0, 60_000, 100, settings) with
        {
            Readings = new MetricReadings(40, 60_000, 60, bytes, 10 * bytes, 10 * bytes / 2048),
        };

        var decision = TestResource.Decide(observation, null).Decision!;

        Assert.Equal(ScalingAction.Advise, decision.Action);
        Assert.StartsWith(
            $"Routing is at {percent} % of what Standard_S1 carries at any size. Premium_P2 carries more; "
                + "the quota of subscription and region is 150 units",
            FindText(decision, ReasonCodes.RoutingWall),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_forecast_below_the_units_required_now_is_one_of_a_fall()
    {
        // 2,350 connections, and 3,310 in every tenth minute, which a change requested then comes too late for.
        static double Compute(int minute) => minute % 10 == 0 ? 3310 : 2350;

        var decision = TestResource
            .Decide(TestResource.CreateObservation(3000, 3310, 4), TestResource.BuildState(3000, Compute, 4))
            .Decision!;

        Assert.Equal(
            "Needs 3.31 units now; 80 % likely to fall under 2.35 until a change could take effect. 4 units are enough.",
            FindText(decision, ReasonCodes.WithinCapacity)
        );
    }

    // 09:04 UTC is 10:04 in Berlin in January.
    [Theory]
    [InlineData(null, "09:04 UTC")]
    [InlineData("Europe/Berlin", "10:04 Europe/Berlin")]
    public void A_size_that_only_the_previous_days_ask_for_is_explained_by_them(string? zone, string time)
    {
        // Ten days with 1.95 units by night, half a unit from 7:30 on, and 6.6 from 9:00 to 17:00. On the eleventh the half unit does not
        // come: moments like 8:55 are those of the night, and with a margin of 10 % 1.95 units are more than the two in force.
        const int day = 1440;
        static double Compute(int minute) =>
            (minute % day) switch
            {
                >= 450 and < 540 when minute < 10 * day => 500,
                >= 540 and < 1020 => 6600,
                _ => 1950,
            };
        var state = TestResource.BuildState((10 * day) + 535, Compute, 2);

        var observation = TestResource.CreateObservation((10 * day) + 535, 1950, 2);
        var settings = observation.Settings with { TimeZone = zone is null ? null : IanaTimeZones.Find(zone) };
        var decision = TestResource.Decide(observation with { Settings = settings }, state).Decision!;

        Assert.Equal(
            $"Last Thursday needed about 6.60 units by {time}, when a change could take effect; 1.95 are needed now. 2 are too few, 7 "
                + "are enough.",
            FindText(decision, ReasonCodes.ForecastExceedsCapacity)
        );
    }

    [Fact]
    public void After_a_gap_it_is_the_gap_that_prevents_a_forecast()
    {
        // Two days, half an hour without metrics, and this minute.
        var before = TestResource.BuildState(2880, _ => 4000, 5);

        var decision = TestResource.Decide(TestResource.CreateObservation(2910, 4000, 5), before).Decision!;

        Assert.Equal(
            "No forecast: the metrics of the last 20 minutes have gaps; using the current requirement + 10 %, 4.40 units.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.LittleHistory).GetLineText()
        );
    }

    private static Observation CreateFrozen(bool strict)
    {
        var freeze = new PlannedWindow("the freeze", Now.AddMinutes(-30), Now.AddMinutes(60), null, true) { IsStrict = strict };
        return TestResource.CreateObservation(60, 9500, 8, TestResource.Settings with { Windows = [freeze] });
    }

    private static string FindText(Decision decision, string code) => Assert.Single(decision.Reasons, reason => reason.Code == code).Text;
}
