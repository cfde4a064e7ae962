using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling.Experts;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

public class SteadySelectionTests
{
    private const int Day = 1440;

    [Fact]
    public void At_night_a_person_gets_the_size_of_the_day()
    {
        // 2,000 to 8,000 connections a day, the lowest at 00:00: 8 units at noon. By the minute far fewer do.
        var (state, observation) = LearnDaily(14 * Day);

        var minute = TestResource.Decide(observation, state).Decision!;
        var advice = TestResource.Decide(observation with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.InRange(minute.Units, 2, 5);
        Assert.Equal((8, ReasonCodes.SteadySize, true), (advice.Units, advice.Reasons[0].Code, advice.IsSteady));
        Assert.Null(minute.Steady);
    }

    [Fact]
    public void A_person_gets_the_size_of_the_hours_to_size_for_also_where_they_are_less_than_a_day()
    {
        // Mondays from 9 to 17 are 16 of the last 336 hours, and need 8 units at noon; asked on a Monday at 00:00.
        var (state, observation) = LearnDaily(14 * Day);
        var hours = new WeeklyHours([new WeeklyWindow(WeekDays.Monday, TimeSpan.FromHours(9), TimeSpan.FromHours(17))]);
        var settings = observation.Settings with { Steady = new SteadySettings { Hours = hours } };

        var advice = TestResource.Decide(observation with { Steady = SteadyAdvice.Always, Settings = settings }, state).Decision!;

        Assert.Equal((8, ReasonCodes.SteadySize, true), (advice.Units, advice.Reasons[0].Code, advice.IsSteady));
        Assert.DoesNotContain("history is known", advice.Reasons[0].Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(3000)]
    [InlineData(1000)] // too few for 20 units to learn it as theirs: 50 of 1,000 each
    public void A_person_keeps_the_units_of_a_server_load_that_bytes_do_not_show(double clients)
    {
        // Clients with short messages of 10 B/s each: 420 points at one unit, 21 % at 20 units. At the target of 70 % it is 6 units; by the
        // connections it would be 4 or 2, at a server load of 100 %.
        var state = default(ResourceState);
        Observation Observe(int minute)
        {
            var wave = 0.98 + (0.02 * Math.Sin(minute * Math.Tau / 120));
            return TestResource.CreateObservation(minute, clients * wave, 20) with
            {
                Readings = TestResource.CreateReadings(clients * wave, 20) with
                {
                    ServerLoad = 21 * wave,
                    InboundTraffic = clients * wave * 10 * 60,
                    OutboundTraffic = clients * wave * 10 * 60,
                    MessageCount = null,
                },
            };
        }

        for (var minute = 0; minute < 2 * Day; minute++)
        {
            state = TestResource.Decide(Observe(minute), state).State;
        }

        var advice = TestResource.Decide(Observe(2 * Day) with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.Equal(6, advice.Steady!.Units);
    }

    [Fact]
    public void Beside_the_decision_of_the_minute_it_changes_nothing_but_the_record()
    {
        var (state, observation) = LearnDaily(14 * Day);
        var minute = TestResource.Decide(observation, state).Decision!;
        var beside = TestResource.Decide(observation with { Steady = SteadyAdvice.Beside }, state).Decision!;

        Assert.Equal(8, beside.Steady!.Units);
        Assert.Equal((minute.Units, minute.Action, minute.Confidence), (beside.Units, beside.Action, beside.Confidence));
    }

    [Fact]
    public void For_scale_ins_a_scale_out_stays_that_of_the_minute()
    {
        // At 12:00, at the peak of 8 units, 4 are in force: half an hour of overload has been seen.
        var (state, observation) = LearnDaily((13 * Day) + 720, units: 4);
        var minute = TestResource.Decide(observation, state).Decision!;
        var up = TestResource.Decide(observation with { Steady = SteadyAdvice.ForScaleIns }, state).Decision!;

        Assert.Equal(ScalingAction.ScaleOut, up.Action);
        Assert.Equal((minute.Units, false), (up.Units, up.IsSteady));

        // At night with 20 units the minute wants to scale in further than the day allows.
        (state, observation) = LearnDaily(14 * Day, units: 20);
        Assert.Equal(8, TestResource.Decide(observation with { Steady = SteadyAdvice.ForScaleIns }, state).Decision!.Units);
    }

    [Fact]
    public void Advice_to_a_person_is_shown_outside_of_the_scale_in_windows_too()
    {
        // 00:00, and scale-ins are allowed from 08:00 on.
        var (state, observation) = LearnDaily(14 * Day, units: 20);
        var hours = new WeeklyHours([new WeeklyWindow(WeekDays.All, TimeSpan.FromHours(8), TimeSpan.FromHours(9))]);
        observation = observation with { Settings = observation.Settings with { ScaleInWindows = hours } };

        var minute = TestResource.Decide(observation, state).Decision!;
        var advice = TestResource.Decide(observation with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.Equal((20, ReasonCodes.ScaleInWindow), (minute.Units, minute.Reasons[0].Code));
        Assert.Equal((8, ReasonCodes.SteadySize), (advice.Units, advice.Reasons[0].Code));
    }

    [Theory]
    [InlineData(0, 24, 0)] // the lowest of all
    [InlineData(2, 4, 2)]
    [InlineData(12, 13, null)] // the peak
    public void A_smaller_size_comes_with_the_best_hour_for_a_scale_in(int from, int to, int? hour)
    {
        // 2,000 to 8,000 connections a day, the lowest at 00:00.
        var (state, observation) = LearnDaily(14 * Day, units: 20);
        var hours = new WeeklyHours([new WeeklyWindow(WeekDays.All, TimeSpan.FromHours(from), TimeSpan.FromHours(to))]);
        var settings = observation.Settings with { ScaleInWindows = hours };

        var advice = TestResource.Decide(observation with { Steady = SteadyAdvice.Always, Settings = settings }, state).Decision!;

        Assert.Equal(8, advice.Units);
        Assert.Equal(hour, advice.Steady!.QuietHour?.Hour);
    }

    [Fact]
    public void An_overload_now_is_answered_in_one_step_that_holds_for_the_day()
    {
        // 08:00, 6.5 units required and rising to 8 at noon; 3 in force.
        var (state, observation) = LearnDaily((13 * Day) + 480, units: 3);
        var advice = TestResource.Decide(observation with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.Equal((ScalingAction.ScaleOut, 8), (advice.Action, advice.Units));
        Assert.Equal(ReasonCodes.SustainedOverload, advice.Reasons[0].Code);
        Assert.EndsWith("; 8 are the size to keep.", advice.Reasons[0].Text, StringComparison.Ordinal);
        Assert.Contains(advice.Reasons, reason => reason.Code == ReasonCodes.SteadySize);
    }

    [Fact]
    public void The_replay_of_autopilot_pays_less_than_the_steady_size_of_a_daily_load()
    {
        var (state, observation) = LearnDaily(14 * Day);
        var sku = TestResource.Rules.GetCatalog(observation.Service).Find(observation.Sku)!;

        var replay = AutopilotReplay.Run(TestResource.Rules, observation.Settings, sku, state, 9, _ => null)!;

        // The mean requirement is 5 units; sizes are whole, and held for a while.
        Assert.InRange(replay.MeanUnits, 5, 7);
        Assert.InRange(replay.MinUnits, 2, 4);
        Assert.InRange(replay.MaxUnits, 8, 9);
        Assert.InRange(replay.OverloadedShare.Value, 0, 0.1);
        Assert.Null(AutopilotReplay.Run(TestResource.Rules, observation.Settings, sku, LearnDaily(2 * Day).State, 9, _ => null));
    }

    [Fact]
    public void The_replay_of_autopilot_covers_the_whole_look_back()
    {
        // 2 to 8 units a day, and before these 14 days others of 5 to 20.
        var (state, observation) = LearnDaily(28 * Day, units: 20, factor: 1);
        var (before, _) = LearnDaily(14 * Day, units: 20, factor: 2.5);
        var sku = TestResource.Rules.GetCatalog(observation.Service).Find(observation.Sku)!;
        AutopilotReplayResult Run(EarlierRequirements? earlier) =>
            AutopilotReplay.Run(TestResource.Rules, observation.Settings, sku, state, 20, _ => null, earlier)!;

        var (last, all) = (Run(null), Run(new EarlierRequirements([before.History])));

        Assert.InRange(last.MaxUnits, 8, 10);
        Assert.InRange(all.MaxUnits, 20, 30);
        // Means of 5 and of 12.5 required units, of sizes that are held for a while.
        Assert.InRange(all.MeanUnits, last.MeanUnits + 3, 16);
    }

    [Fact]
    public void A_person_gets_the_highest_floor_of_the_week_also_in_the_hours_of_a_lower_one()
    {
        // Monday 00:00, within a night of 1 unit; the day has 12, Saturdays have 20. 2 of the 8 units of the day are required.
        var (state, observation) = LearnDaily(14 * Day);
        PlannedWindow[] windows =
        [
            CreateRecurring("night", observation.Time.AddHours(-2), 8, 1),
            CreateRecurring("saturday", observation.Time.AddDays(5), 24, 20),
            new PlannedWindow("launch", observation.Time.AddDays(2), observation.Time.AddDays(3), 30, false),
        ];
        observation = observation with { Settings = observation.Settings with { MinUnits = 12, Windows = windows } };

        var minute = TestResource.Decide(observation, state).Decision!;
        var advice = TestResource.Decide(observation with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.InRange(minute.Units, 2, 5);
        Assert.Equal((20, ReasonCodes.AnnouncedMinimum), (advice.Units, advice.Reasons[0].Code));
        Assert.StartsWith("saturday requires at least 20 units", advice.Reasons[0].Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(SteadyAdvice.Always, null, 10)]
    [InlineData(SteadyAdvice.Always, 9, 10)]
    [InlineData(SteadyAdvice.Always, 10, null)] // the minimum of the week carries it
    [InlineData(SteadyAdvice.ForScaleIns, null, null)] // Advisor scales out for it
    public void A_person_is_told_of_a_peak_that_comes_back_unless_something_carries_it(SteadyAdvice use, int? minimum, int? expected)
    {
        // 1,400 connections, and 9,000 from 20:00 to 22:00 of every seventh day: 2 and 10 units at a target of 90 %. Of 14 days, 4 hours of
        // 10 units cost less than 8 more units at all times.
        var (state, observation) = Learn(14 * Day, minute => minute / 60 % 168 is 164 or 165 ? 9000 : 1400, units: 20);
        var windows = minimum is { } units
            ? [CreateRecurring("busy", observation.Time.AddDays(1), 2, units)]
            : Array.Empty<PlannedWindow>();
        observation = observation with { Steady = use, Settings = observation.Settings with { Windows = windows } };

        var advice = TestResource.Decide(observation, state).Decision!;

        Assert.Equal((2, minimum ?? 2), (advice.Steady!.Units, advice.Units));
        Assert.Equal(expected, advice.Steady.RecurringPeak?.Units);
    }

    [Theory]
    [InlineData(SteadyAdvice.Always)]
    [InlineData(SteadyAdvice.ForScaleIns)]
    public void A_person_gets_the_size_of_the_day_also_in_the_hours_of_a_lower_maximum(SteadyAdvice use)
    {
        // Midnight, within a night of at most 1 unit; 2 units are required now, 8 at noon, and 9 are in force.
        var (state, observation) = LearnDaily(14 * Day);
        PlannedWindow[] windows = [CreateRecurring("night", observation.Time.AddHours(-2), 8, 1) with { MaxUnits = 1 }];
        observation = observation with { Settings = observation.Settings with { Windows = windows } };

        var minute = TestResource.Decide(observation, state).Decision!;
        var advice = TestResource.Decide(observation with { Steady = use }, state).Decision!;

        Assert.Equal(1, minute.Units);
        Assert.Equal((8, ReasonCodes.SteadySize), (advice.Units, advice.Reasons[0].Code));
    }

    [Fact]
    public void The_replay_of_autopilot_uses_the_lower_floor_of_past_nights()
    {
        var (state, observation) = LearnDaily(14 * Day);
        var sku = TestResource.Rules.GetCatalog(observation.Service).Find(observation.Sku)!;
        var settings = observation.Settings with { MinUnits = 8 };
        int FindLowest(params PlannedWindow[] windows) =>
            AutopilotReplay.Run(TestResource.Rules, settings with { Windows = windows }, sku, state, 9, _ => null)!.MinUnits;

        // 20:00 to 04:00 on each day of the coming week; the lowest requirement is that of midnight: 2 units.
        var nights = Enumerable.Range(-1, 8).Select(day => CreateRecurring("night", observation.Time.AddDays(day).AddHours(20), 8, 3));

        Assert.Equal((8, 3), (FindLowest(), FindLowest([.. nights])));
    }

    [Theory]
    [InlineData(SteadyAdvice.Always, 900, ScalingAction.ChangeTier, "Premium_P2", 200)]
    [InlineData(SteadyAdvice.Always, 50, ScalingAction.ScaleOut, "Standard_S1", 90)] // the region has too few units left for the tier
    [InlineData(SteadyAdvice.ForScaleIns, 900, ScalingAction.Hold, "Standard_S1", null)]
    public void A_person_gets_the_next_tier_at_any_hour_where_only_it_carries_the_day(
        SteadyAdvice use,
        int unitsLeft,
        ScalingAction action,
        string sku,
        int? units
    )
    {
        // 26,000 to 104,000 connections a day on Standard_S1 x 40, which is full by day: at least 104 units at noon, 156 by the lead of a
        // full size. At midnight, when this is asked, 26.
        var (state, observation) = LearnDaily(14 * Day, units: 40, factor: 13);
        observation = observation with
        {
            Settings = observation.Settings with { AllowTierChange = true, MaxUnits = 1000 },
            Fleet = new(RegionalUnitsLeft: unitsLeft),
            Steady = use,
        };

        var decision = TestResource.Decide(observation, state).Decision!;

        Assert.Equal(("Premium_P2", 200, true), (decision.Steady!.Sku, decision.Steady.Units, decision.Steady.IsNextSku));
        Assert.Equal((action, sku), (decision.Action, decision.Sku));
        Assert.Equal(units ?? decision.Units, decision.Units);
    }

    [Theory]
    [InlineData(0)] // midnight, when 28 units do
    [InlineData(720)] // noon
    public void A_person_is_told_at_any_hour_what_carries_a_load_beyond_the_sku(int minute)
    {
        // 28,000 to 112,000 connections a day on Standard_S1 x 100; a change of tier is not permitted.
        var (state, observation) = LearnDaily((14 * Day) + minute, units: 100, factor: 14);

        var decision = TestResource.Decide(observation with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.Equal((ScalingAction.Advise, new Size("Premium_P2", 200)), (decision.Action, decision.Target));
        Assert.Equal(["2 x Standard_S1 x 60", "Premium_P2 x 200"], decision.Alternatives.Select(AlternativeText.FormatName));
        if (minute == 0)
        {
            Assert.StartsWith(
                "Standard_S1 ends at 100 units, and the load of the last 14 days needed 112.0. Premium_P2 carries more;",
                decision.Reasons.Single(reason => reason.Code == ReasonCodes.NoSizeSuffices).Text,
                StringComparison.Ordinal
            );
        }
    }

    [Theory]
    [InlineData(12.2, ScalingAction.Hold, "Premium_P2", 100)] // 24 to 98 units: at noon Premium_P1 x 90 is too small
    [InlineData(10.5, ScalingAction.Hold, "Premium_P2", 100)] // 21 to 84 units: it would carry them with no step to spare
    [InlineData(6, ScalingAction.Advise, "Premium_P1", 50)] // 12 to 48 units: sizes of 40, 50 ...
    [InlineData(1, ScalingAction.Advise, "Premium_P1", 8)] // 2 to 8 units
    public void A_person_is_told_to_change_down_a_tier_at_night_only_where_the_smaller_one_carries_the_day(
        double factor,
        ScalingAction action,
        string sku,
        int units
    )
    {
        // Midnight, the lowest load of the day, which needs a quarter of the units of noon.
        var (state, observation) = LearnDaily(14 * Day, units: 100, factor, "Premium_P2");

        var decision = TestResource.Decide(observation with { Steady = SteadyAdvice.Always }, state).Decision!;

        Assert.Equal((action, new Size(sku, units)), (decision.Action, decision.Target));
        Assert.True(decision.IsSteady);
        if (action == ScalingAction.Advise)
        {
            Assert.Equal(
                $"Premium_P2 has no size below 100 units; Premium_P1 x {units} is the size to keep by the load of the last 14 days.",
                decision.Reasons[0].Text
            );
        }

        Assert.StartsWith(
            action == ScalingAction.Advise ? "100 units are the fewest of Premium_P2: no minute" : "Keep 100 units: no minute",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.SteadySize).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Where_routing_ends_no_units_are_kept_for_a_forecast_that_passes_it()
    {
        // Standard_S1 routes 10,000 messages a second of small groups from 50 units on. 31,000 to 41,000 connections in a day, and 1,440
        // more on the next: by what each sends, routing ends at some 33,000, earlier on the second day than on the first.
        var settings = TestResource.Settings with
        {
            Workload = Workload.Create(UseCase.SendToSmallGroup, 2048, 3),
        };
        static double Compute(int minute) => 36_000 + minute - (5000 * Math.Cos(2 * Math.PI * minute / Day));
        Observation Create(int minute)
        {
            var observation = TestResource.CreateObservation(minute, Compute(minute), 50, settings);
            return observation with { Readings = observation.Readings with { InboundTraffic = Compute(minute) * 1024 * 60 } };
        }

        var (state, kept) = (default(ResourceState), new List<int>());
        for (var minute = 0; minute < Day + 600; minute++)
        {
            (var decision, state, _) = TestResource.Decide(Create(minute) with { Steady = SteadyAdvice.Always }, state);
            if (decision!.RequiredUnits.Routing is double.PositiveInfinity && minute > Day)
            {
                kept.Add(decision.Steady!.Units);
            }
        }

        Assert.NotEmpty(kept);
        Assert.All(kept, units => Assert.Equal(50, units));
    }

    private static PlannedWindow CreateRecurring(string name, DateTimeOffset start, int hours, int units) =>
        new(name, start, start.AddHours(hours), units, false) { IsRecurring = true };

    private static (ResourceState State, Observation Observation) LearnDaily(
        int minutes,
        int units = 9,
        double factor = 1,
        string sku = "Standard_S1"
    ) => Learn(minutes, minute => factor * (5000 - (3000 * Math.Cos(2 * Math.PI * minute / Day))), units, sku);

    private static (ResourceState State, Observation Observation) Learn(
        int minutes,
        Func<int, double> load,
        int units,
        string sku = "Standard_S1"
    )
    {
        Observation Observe(int minute) => TestResource.CreateObservation(minute, load(minute), units) with { Sku = sku };

        // Only the last half hour as seen by decisions; the others by their readings alone.
        var learner = new CoarseLearner(TestResource.Rules, Observe(0), null);
        for (var minute = 0; minute < minutes - 30; minute++)
        {
            var seen = Observe(minute);
            learner.Learn(Minutes.ToNumber(seen.Time), seen.Readings, new HistorySample(seen.Time, TimeSpan.FromMinutes(1), seen.Readings));
        }

        var state = learner.ToState();
        for (var minute = minutes - 30; minute < minutes; minute++)
        {
            state = TestResource.Decide(Observe(minute), state).State;
        }

        return (state!, Observe(minutes));
    }
}
