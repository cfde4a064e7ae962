using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;
using Advisor.Tests;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>
/// Each row: a sentence, what is wanted, what is different, the units that come of it and the guard that says so. Unguarded, 4,000
/// connections at 8 units scale in to 5 after an hour, and 10,500 in the last three minutes scale out to 20.
/// </summary>
public class GuardTests
{
    private const int Minute = 60;

    private static readonly DateTimeOffset Now = TestResource.Start.AddMinutes(Minute + 2);

    public sealed record Row(string Sentence, bool IsScaleOut, Func<Observation, Observation> Change, int Units, string? Code)
    {
        public override string ToString() => Sentence;
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void A_guard_defers_what_it_must_and_says_so(Row row)
    {
        var (observation, state) = row.IsScaleOut
            ? CreateGrowing()
            : (TestResource.CreateObservation(Minute, 4000, 8), TestResource.BuildState(Minute, _ => 4000, 8));

        var decision = Decide(row.Change(observation), state);

        Assert.Equal(row.Units, decision.Units);
        var codes = decision.Reasons.Select(reason => reason.Code).ToList();
        if (row.Code is not null)
        {
            Assert.Contains(row.Code, codes);
        }
        else
        {
            string[] guards =
            [
                .. codes.Where(code =>
                    code
                        is ReasonCodes.ChangeRateLimit
                            or ReasonCodes.ScalingPaused
                            or ReasonCodes.MaxStep
                            or ReasonCodes.FreezeWindow
                            or ReasonCodes.RegionalQuota
                            or ReasonCodes.MonthlyBudget
                ),
            ];
            Assert.Empty(guards);
        }
    }

    [Fact]
    public void The_next_size_that_can_be_bought_is_always_within_one_change()
    {
        // 10, 20, 30 ...: 15,000 connections for an hour at 10 units want 20, which are 10 more.
        var decision = TestResource
            .Decide(
                With(s => s with { MaxStep = 1 })(TestResource.CreateObservation(Minute, 15_000, 10)),
                TestResource.BuildState(Minute, _ => 15_000, 10)
            )
            .Decision!;

        Assert.Equal(20, decision.Units);
    }

    private static (Observation Observation, ResourceState State) CreateGrowing() =>
        (
            TestResource.CreateObservation(Minute, 10_500, 8),
            TestResource.BuildState(Minute, minute => minute < Minute - 2 ? 7000 : 10_500, 8)
        );

    private static Func<Observation, Observation> WithPin(int units, int minutes = 10) =>
        With(s => s with { Pin = new ResourcePin(units, "dana") { Until = Now.AddMinutes(minutes) } });

    private static Func<Observation, Observation> WithMinimum(int units) =>
        With(s => s with { Windows = [CreatePlanned(units, null, -10, 10)] });

    private static Func<Observation, Observation> WithConnections(double connections) =>
        o => o with { Readings = o.Readings with { ConnectionOpenCount = connections } };

    private static Func<Observation, Observation> With(Func<ResourceSettings, ResourceSettings> change) =>
        o => o with { Settings = change(o.Settings) };

    private static Func<Observation, Observation> WithBudget(decimal amount, double messages) =>
        o => TestResource.WithMessages(With(s => s with { MonthlyBudget = new Money(amount, "USD") })(o), messages);

    private static Decision Decide(Observation observation, ResourceState state) =>
        TestResource.Decide(observation, TestResource.RemoveMessages(state)).Decision!;

    private static Decision Decide(SkuCatalog catalog, Observation observation, ResourceState state) =>
        ScalingAdvisor
            .Decide(
                TestResource.Rules with
                {
                    Catalogs = [catalog],
                },
                observation,
                TestResource.RemoveMessages(state),
                observation.Time.AddMinutes(2)
            )
            .Decision!;

    private static Func<Observation, Observation> WithFleet(FleetConstraints fleet) => o => o with { Fleet = fleet };

    private static Func<Observation, Observation> WithPause(PausedScaling scaling, int? until = null) =>
        With(s =>
            s with
            {
                Pause = new ResourcePause(scaling, "the tag advisor-pause") { Until = until is { } end ? Now.AddMinutes(end) : null },
            }
        );

    private static Func<Observation, Observation> WithMaximum(int settings, int window, int from, int to) =>
        With(s => s with { MaxUnits = settings, Windows = [CreatePlanned(null, window, from, to)] });

    private static PlannedWindow CreatePlanned(int? minimum, int? maximum, int from, int to) =>
        new("the window", Now.AddMinutes(from), Now.AddMinutes(to), minimum, false, maximum);

    private static Func<Observation, Observation> WithWindow(int from, int to) =>
        With(s => s with { Windows = [new PlannedWindow("the freeze", Now.AddMinutes(from), Now.AddMinutes(to), null, true)] });

    [Theory]
    [InlineData(BillingModel.DailyPeak, null, 8)]
    [InlineData(BillingModel.Prorated, null, 5)]
    [InlineData(BillingModel.DailyPeak, BillingModel.Prorated, 5)]
    [InlineData(BillingModel.Prorated, BillingModel.DailyPeak, 8)]
    public void Where_the_settings_do_not_say_how_units_are_billed_the_rules_of_the_service_do(
        BillingModel ofTheRules,
        BillingModel? ofTheSettings,
        int units
    )
    {
        var catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
        var rules = TestResource.Rules with
        {
            Catalogs =
            [
                new SkuCatalog(catalog.Service, catalog.Skus, catalog.Changes, catalog.RegionalUnitQuota) { DefaultBilling = ofTheRules },
            ],
        };
        var observation = With(s => s with { Billing = ofTheSettings })(TestResource.CreateObservation(Minute, 4000, 8));

        var decision = ScalingAdvisor
            .Decide(rules, observation, TestResource.BuildState(Minute, _ => 4000, 8), observation.Time.AddMinutes(2))
            .Decision!;

        Assert.Equal(units, decision.Units);
    }

    [Fact]
    public void The_reason_of_the_budget_is_the_bill()
    {
        // 20 units: 966.00 USD; they include 600 million messages.
        var (observation, state) = CreateGrowing();

        var decision = Decide(WithBudget(582.99m, 700e6)(observation), state);

        Assert.Equal(
            "Standard_S1 x 20 would cost 1,066.00 USD a month (966.00 for units + 100.00 for messages); the budget is 582.99 USD.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.MonthlyBudget).Text
        );
    }

    [Theory]
    [InlineData(483, 10)]
    [InlineData(482, 9)]
    public void Where_messages_have_no_price_the_budget_is_held_against_the_units_and_says_so(int budget, int units)
    {
        var (observation, state) = CreateGrowing();

        var decision = Decide(CreatePriced(null), WithBudget(budget, 400e6)(observation), state);

        Assert.Equal(units, decision.Units);
        Assert.Contains(
            "966.00 USD a month for units; messages not included (no price for messages in USD); the budget is",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.MonthlyBudget).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_size_that_costs_no_more_than_today_is_within_every_budget()
    {
        // At 2.00 USD for a million a unit costs 48.30 and saves 60.00: 20 units for 1,000 million messages cost 966 + 800 USD, 8 cost
        // 386.40 + 1,520.
        var (observation, state) = CreateGrowing();

        Assert.Equal(20, Decide(CreatePriced(new Money(2m, "USD")), WithBudget(100m, 1000e6)(observation), state).Units);
    }

    private static SkuCatalog CreatePriced(Money? millionMessages)
    {
        var catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
        return new SkuCatalog(
            catalog.Service,
            [.. catalog.Skus.Select(sku => sku with { MillionMessagesPrice = millionMessages })],
            catalog.Changes,
            catalog.RegionalUnitQuota
        );
    }

    [Fact]
    public void A_pause_defers_a_sustained_overload_and_says_by_whom_and_until_when()
    {
        var decision = TestResource
            .Decide(
                WithPause(PausedScaling.ScaleOut)(TestResource.CreateObservation(Minute, 9500, 8)),
                TestResource.BuildState(Minute, _ => 9500, 8)
            )
            .Decision!;

        Assert.Equal((ScalingAction.Hold, 8), (decision.Action, decision.Units));
        Assert.Equal(
            "Scale-out is paused by the tag advisor-pause until that is removed. 10 units are recommended.",
            decision.Reasons[0].Text
        );
    }

    [Fact]
    public void A_maximum_of_a_window_is_named_with_its_end()
    {
        var decision = TestResource
            .Decide(
                WithMaximum(100, 8, -10, 10)(TestResource.CreateObservation(Minute, 9500, 8)),
                TestResource.BuildState(Minute, _ => 9500, 8)
            )
            .Decision!;

        var reason = decision.Reasons.Single(r => r.Code == ReasonCodes.MaximumSize);
        Assert.StartsWith(
            FormattableString.Invariant($"The window allows at most 8 units until {Now.AddMinutes(10):yyyy-MM-dd HH:mm} UTC; "),
            reason.Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_guard_behind_one_that_leaves_the_change_to_a_person_says_why_too()
    {
        var change = With(s => s with { Mode = AdvisorMode.Auto, UnreadableTag = "advisor-min-units ('10 units')" });

        var decision = Decide(
            WithWindow(-10, 10)(change(TestResource.CreateObservation(Minute, 4000, 8))),
            TestResource.BuildState(Minute, _ => 4000, 8)
        );

        Assert.Equal(
            [ReasonCodes.UnreadableTag, ReasonCodes.FreezeWindow],
            decision.Reasons.Select(reason => reason.Code).Where(code => code is ReasonCodes.UnreadableTag or ReasonCodes.FreezeWindow)
        );
    }

    // The missing server load limits nothing: 9,500 connections need 10 units by themselves.
    [Fact]
    public void The_guard_that_keeps_the_size_comes_before_one_that_only_remarks()
    {
        var observation = WithPause(PausedScaling.ScaleOut)(TestResource.CreateObservation(Minute, 9500, 8));

        var decision = Decide(
            observation with
            {
                Readings = observation.Readings with { ServerLoad = null },
            },
            TestResource.BuildState(Minute, _ => 9500, 8)
        );

        Assert.Equal(8, decision.Units);
        Assert.Equal([ReasonCodes.ScalingPaused, ReasonCodes.InsufficientData], decision.Reasons.Take(2).Select(reason => reason.Code));
    }

    // 25,000 connections need 25 units, and a change adds 3; from 10 the next size is 20.
    [Fact]
    public void A_step_of_the_ladder_above_the_maximum_of_a_change_is_named_as_the_next_size()
    {
        var settings = TestResource.Settings with { MaxStep = 3 };

        var decision = Decide(
            TestResource.CreateObservation(Minute, 25_000, 10, settings),
            TestResource.BuildState(Minute, _ => 25_000, 10)
        );

        Assert.Equal(20, decision.Units);
        Assert.Equal(
            "30 units are recommended; maxStep allows 3 units or the next size per change, so 20 come first.",
            decision.Reasons[0].Text
        );
    }

    [Fact]
    public void Readings_of_one_connection_without_traffic_speak_of_one_connection()
    {
        var observation = TestResource.CreateObservation(Minute, 1, 8);

        var decision = Decide(
            observation with
            {
                Readings = observation.Readings with { InboundTraffic = 0, OutboundTraffic = 0 },
            },
            TestResource.BuildState(Minute, _ => 1, 8)
        );

        Assert.Equal(8, decision.Units);
        Assert.StartsWith(
            "1 connection and 0 bytes out contradict each other",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.IdleReading).Text,
            StringComparison.Ordinal
        );
    }

    // Decided half an hour after its minute; the window begins ten minutes later.
    [Fact]
    public void Metrics_that_are_too_old_do_not_say_that_nothing_changes_while_a_minimum_does()
    {
        var decision = ScalingAdvisor
            .Decide(
                TestResource.Rules,
                With(s => s with { Windows = [new PlannedWindow("launch", Now.AddMinutes(38), Now.AddMinutes(60), 20, false)] })(
                    TestResource.CreateObservation(Minute, 4000, 5)
                ),
                TestResource.BuildState(Minute, _ => 4000, 5),
                Now.AddMinutes(28)
            )
            .Decision!;

        Assert.Equal(20, decision.Units);
        Assert.Equal(
            "The newest metrics are 30 min old, more than 15 min: no change except up to the minimum until newer ones arrive.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.StaleMetrics).Text
        );
    }

    // 9,500 connections at 10 units for an hour; others set 8, and the sixth minute of it is the fifth that is seen as too small.
    [Fact]
    public void A_sustained_overload_says_that_it_reverses_what_others_changed()
    {
        var state = TestResource.BuildState(Minute, _ => 9500, 10);
        var minute = Minute;
        var decision = Decide(TestResource.CreateObservation(minute, 9500, 8), state);
        while (decision.Units == 8 && minute < Minute + 15)
        {
            (_, state, _) = TestResource.Decide(TestResource.CreateObservation(minute++, 9500, 8), state);
            decision = Decide(TestResource.CreateObservation(minute, 9500, 8), state!);
        }

        Assert.Equal(10, decision.Units);
        Assert.EndsWith(
            " min ago; Advisor does not reverse that for 30 min, but the size has been too small for 5 minutes, which overrides that.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.ChangedByOthers).Text,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void A_sustained_overload_scales_out_in_a_freeze()
    {
        var state = TestResource.BuildState(Minute, _ => 9500, 8);

        var decision = TestResource.Decide(WithWindow(-30, 60)(TestResource.CreateObservation(Minute, 9500, 8)), state).Decision!;

        Assert.Equal(10, decision.Units);
    }

    [Fact]
    public void A_sustained_overload_and_a_minimum_use_what_the_change_rate_limit_has_left_of_scale_ins()
    {
        var left = WithFleet(new(ScaleOutsLeft: new(0), ScaleInsLeft: new(1, 20)));

        var overload = TestResource
            .Decide(left(TestResource.CreateObservation(Minute, 9500, 8)), TestResource.BuildState(Minute, _ => 9500, 8))
            .Decision!;
        var minimum = TestResource
            .Decide(
                left(With(s => s with { MinUnits = 10 })(TestResource.CreateObservation(Minute, 4000, 8))),
                TestResource.BuildState(Minute, _ => 4000, 8)
            )
            .Decision!;
        var (observation, state) = CreateGrowing();
        var forecast = TestResource.Decide(left(observation), state).Decision!;

        Assert.Equal((10, true), (overload.Units, overload.IsUrgent));
        Assert.Equal((10, true), (minimum.Units, minimum.IsUrgent));
        Assert.Equal((8, false), (forecast.Units, forecast.IsUrgent));
        Assert.Equal(
            9,
            TestResource
                .Decide(
                    WithFleet(new(ScaleOutsLeft: new(0), ScaleInsLeft: new(1, 1)))(TestResource.CreateObservation(Minute, 9500, 8)),
                    TestResource.BuildState(Minute, _ => 9500, 8)
                )
                .Decision!.Units
        );
    }

    [Fact]
    public void Advice_under_an_autoscale_setting_names_the_size()
    {
        var (observation, state) = CreateGrowing();

        var decision = TestResource.Decide(WithFleet(new(AutoscaleEnabled: true))(observation), state).Decision!;

        Assert.Equal(ScalingAction.Advise, decision.Action);
        Assert.Equal(new Size("Standard_S1", 20), decision.Advisory);
    }

    [Fact]
    [Fault("arm-others")]
    public void A_size_that_someone_else_chose_is_not_reversed_for_half_an_hour()
    {
        // 4,000 connections at 5 units; a person makes them 10 at minute 60.
        var state = TestResource.BuildState(60, _ => 4000, 5);
        var scaledInAt = 0;
        for (var minute = 60; minute < 200 && scaledInAt == 0; minute++)
        {
            var outcome = TestResource.Decide(TestResource.CreateObservation(minute, 4000, 10), state);
            scaledInAt = outcome.Decision!.Units < 10 ? minute - 60 : 0;
            Assert.Equal(minute < 90, outcome.Decision.Reasons.Any(reason => reason.Code == ReasonCodes.ChangedByOthers));
            state = outcome.State;
        }

        Assert.True(scaledInAt >= 30);
    }

    [Fact]
    public void The_Free_tier_is_never_changed_automatically()
    {
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 10; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 60, 1) with
            {
                Sku = "Free_F1",
                Readings = TestResource.CreateReadings(60, 1) with { ConnectionQuotaUtilization = 300 },
            };
            (decision, state, _) = TestResource.Decide(observation, state);
        }

        Assert.Equal(1, decision!.Units);
        Assert.Equal("Free_F1", decision.Sku);

        // 60 connections of 20, whose target is 100 % here.
        Assert.Equal(
            "The Free tier accepts 20 connections, and the load is 3.0 times what the targets allow on it. Leaving the Free tier changes "
                + "the address and interrupts the service, so Advisor does not do it: change the tier yourself.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.FreeTier).Text
        );
    }

    [Theory]
    [InlineData(9_999, false)]
    [InlineData(10_000, true)]
    public void A_Free_tier_whose_messages_of_a_day_are_used_up_is_advised_to_be_left(int perHalfDay, bool isAdvised)
    {
        // The tier sends 20,000 messages of 2 KB a day; half of them at midnight, half at noon, to 10 of 20 connections.
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 1440; minute++)
        {
            var observation = TestResource.CreateObservation(minute, 10, 1) with
            {
                Sku = "Free_F1",
                Readings = TestResource.CreateReadings(10, 1) with
                {
                    ConnectionQuotaUtilization = 50,
                    OutboundTraffic = minute % 720 == 0 ? perHalfDay * 2048.0 : 0,
                    MessageCount = minute % 720 == 0 ? perHalfDay : 0,
                },
                Steady = SteadyAdvice.Always,
            };
            (decision, state, _) = TestResource.Decide(observation, state);
        }

        Assert.Equal(isAdvised ? ScalingAction.Advise : ScalingAction.Hold, decision!.Action);
        Assert.Equal(isAdvised ? new Size("Standard_S1", 1) : null, decision.Advisory);
        Assert.Equal(
            isAdvised
                ?
                [
                    "The Free tier sends 20,000 messages of 2 KB a day and refuses the others; the busiest day had 20,000. Leaving the "
                        + "Free tier changes the address and interrupts the service, so Advisor does not do it: change the tier yourself.",
                ]
                : (string[])[],
            decision.Reasons.Where(reason => reason.Code == ReasonCodes.FreeTier).Select(reason => reason.Text)
        );
    }

    public static TheoryData<Row> Rows { get; } =
    [
        new Row("Nothing prevents a scale-out", true, o => o, 20, null),
        new Row("Nothing prevents a scale-in", false, o => o, 5, null),
        new Row(
            "Without server load nothing is scaled in",
            false,
            o => o with { Readings = o.Readings with { ServerLoad = null } },
            8,
            ReasonCodes.InsufficientData
        ),
        new Row(
            "Without traffic a scale-out for connections goes on",
            true,
            o => o with { Readings = o.Readings with { InboundTraffic = null } },
            20,
            ReasonCodes.InsufficientData
        ),
        new Row(
            "No traffic while connections live is not idle",
            false,
            o => o with { Readings = o.Readings with { InboundTraffic = 0, OutboundTraffic = 0 } },
            8,
            ReasonCodes.IdleReading
        ),
        new Row(
            "Traffic without connections is not idle",
            false,
            o => o with { Readings = o.Readings with { ConnectionCount = 0, ConnectionQuotaUtilization = 0 } },
            8,
            ReasonCodes.IdleReading
        ),
        // A unit is taken to accept 5 connections a second, 8 units 8 x 5 x 60 = 2,400 in a minute.
        new Row("A reconnect storm is never answered by a scale-in", false, WithConnections(2401), 8, ReasonCodes.ReconnectStorm),
        new Row("As many new connections as the units accept are no storm", false, WithConnections(2400), 5, null),
        new Row("A reconnect storm holds no scale-out", true, WithConnections(2401), 20, null),
        new Row(
            "A scale-out waits for the change in progress",
            true,
            o => o with { ChangeInProgress = true },
            8,
            ReasonCodes.ChangeInProgress
        ),
        new Row(
            "A scale-in waits for the change in progress",
            false,
            o => o with { ChangeInProgress = true },
            8,
            ReasonCodes.ChangeInProgress
        ),
        new Row("A scale-in ends at the minimum", false, With(s => s with { MinUnits = 7 }), 7, null),
        new Row("A scale-in that is paused is not made", false, WithPause(PausedScaling.ScaleIn), 8, ReasonCodes.ScalingPaused),
        new Row("A scale-out that is paused is not made", true, WithPause(PausedScaling.ScaleOut), 8, ReasonCodes.ScalingPaused),
        new Row("Where all is paused nothing scales out", true, WithPause(PausedScaling.All), 8, ReasonCodes.ScalingPaused),
        new Row("Where all is paused nothing scales in", false, WithPause(PausedScaling.All), 8, ReasonCodes.ScalingPaused),
        new Row("A pause of the other direction holds no scale-out", true, WithPause(PausedScaling.ScaleIn), 20, null),
        new Row("A pause of the other direction holds no scale-in", false, WithPause(PausedScaling.ScaleOut), 5, null),
        new Row("A pause that has not ended holds", true, WithPause(PausedScaling.All, 10), 8, ReasonCodes.ScalingPaused),
        new Row("A pause that has ended holds nothing", true, WithPause(PausedScaling.All, -10), 20, null),
        new Row("A tag that says none ends the pause of the file", true, WithPause(PausedScaling.None), 20, null),
        new Row("A pinned size is kept although more is required", true, WithPin(8), 8, ReasonCodes.Pinned),
        new Row("A pinned size is kept although less is required", false, WithPin(8), 8, ReasonCodes.Pinned),
        new Row("A size pinned above what is required is scaled out to", false, WithPin(10), 10, ReasonCodes.Pinned),
        new Row("A size pinned below what is required is scaled in to", true, WithPin(6), 6, ReasonCodes.Pinned),
        new Row("A size that cannot be bought is the next larger one", false, WithPin(11), 20, ReasonCodes.Pinned),
        new Row("A pin precedes an announced minimum", false, o => WithPin(6)(WithMinimum(30)(o)), 6, ReasonCodes.Pinned),
        new Row("A pin stays within the maximum", false, o => With(s => s with { MaxUnits = 9 })(WithPin(10)(o)), 9, null),
        new Row("A pin stays within the minimum", false, o => With(s => s with { MinUnits = 7 })(WithPin(6)(o)), 7, null),
        new Row("A pause holds against a pin", false, o => WithPause(PausedScaling.All)(WithPin(6)(o)), 8, ReasonCodes.ScalingPaused),
        new Row("A pin that has ended keeps nothing", true, WithPin(8, -10), 20, null),
        new Row("A scale-out goes as far as one change may", true, With(s => s with { MaxStep = 1 }), 9, ReasonCodes.MaxStep),
        new Row(
            "A step of the ladder that is longer than one change waits",
            true,
            With(s => s with { MaxStep = 11 }),
            10,
            ReasonCodes.MaxStep
        ), // 20 is 12 away from 8
        new Row("A scale-out within one change is made at once", true, With(s => s with { MaxStep = 12 }), 20, null),
        new Row("A scale-in goes as far as one change may", false, With(s => s with { MaxStep = 2 }), 6, ReasonCodes.MaxStep),
        new Row("A window lifts the maximum for its time", true, WithMaximum(10, 50, -10, 10), 20, null),
        new Row("A window lifts the maximum half an hour before it begins", true, WithMaximum(10, 50, 30, 60), 20, null),
        new Row("A window that is farther away lifts nothing", true, WithMaximum(10, 50, 31, 60), 10, null),
        new Row("A window has lifted the maximum until its end", true, WithMaximum(10, 50, -10, 0), 10, null),
        new Row("A window lowers the maximum for its time", true, WithMaximum(100, 6, 0, 10), 6, null),
        new Row("A window to come does not lower the maximum yet", true, WithMaximum(100, 6, 1, 10), 20, null),
        new Row(
            "Of two windows the higher maximum holds",
            true,
            With(s => s with { Windows = [CreatePlanned(null, 6, -10, 10), CreatePlanned(null, 9, -10, 10)] }),
            9,
            null
        ),
        new Row(
            "A lower maximum gives way to an announced minimum above it",
            true,
            With(s => s with { Windows = [CreatePlanned(null, 6, -10, 10), CreatePlanned(30, null, 20, 40)] }),
            30,
            null
        ),
        new Row("A scale-out ends at the maximum", true, With(s => s with { MaxUnits = 10 }), 10, null),
        new Row("A maximum between two steps is the step below", true, With(s => s with { MaxUnits = 19 }), 10, null),
        new Row("A minimum above the requirement scales out", false, With(s => s with { MinUnits = 9 }), 9, null),
        new Row("A maximum below the size in force scales in", true, With(s => s with { MaxUnits = 6 }), 6, null),
        new Row("A scale-out takes what the region has left", true, WithFleet(new(RegionalUnitsLeft: 2)), 10, ReasonCodes.RegionalQuota),
        new Row("With nothing left in the region a size stays", true, WithFleet(new(RegionalUnitsLeft: 0)), 8, ReasonCodes.RegionalQuota),
        new Row("A region beyond its quota does not scale a resource in", false, WithFleet(new(RegionalUnitsLeft: -3)), 5, null),
        // 10 units cost 10 x 1.61 x 30 = 483.00 USD a month and include 300 million messages; the 100 million beyond them cost 100.00.
        new Row("A scale-out ends at the budget of units and messages", true, WithBudget(583m, 400e6), 10, ReasonCodes.MonthlyBudget),
        new Row("A cent more buys no more", true, WithBudget(583.01m, 400e6), 10, ReasonCodes.MonthlyBudget),
        new Row("A cent less buys a step less", true, WithBudget(582.99m, 400e6), 9, ReasonCodes.MonthlyBudget),
        new Row(
            "Without messages beyond the included ones the units alone are the bill",
            true,
            WithBudget(483m, 0),
            10,
            ReasonCodes.MonthlyBudget
        ),
        new Row("A budget of the units does not pay for their messages", true, WithBudget(483m, 400e6), 8, ReasonCodes.MonthlyBudget),
        new Row("A budget in another currency says nothing", true, With(s => s with { MonthlyBudget = new Money(1m, "EUR") }), 20, null),
        new Row(
            "A budget that is exceeded already does not scale in",
            false,
            With(s => s with { MonthlyBudget = new Money(1m, "USD") }),
            5,
            null
        ),
        new Row(
            "With no change left in this hour a scale-out waits",
            true,
            WithFleet(new(ScaleOutsLeft: new(0), ScaleInsLeft: new(9))),
            8,
            ReasonCodes.ChangeRateLimit
        ),
        new Row(
            "With no change left in this hour a scale-in waits",
            false,
            WithFleet(new(ScaleOutsLeft: new(9), ScaleInsLeft: new(0))),
            8,
            ReasonCodes.ChangeRateLimit
        ),
        new Row("With one change left it is made", true, WithFleet(new(ScaleOutsLeft: new(1), ScaleInsLeft: new(0))), 20, null),
        new Row(
            "A scale-out moves the units that are left in this hour",
            true,
            WithFleet(new(ScaleOutsLeft: new(Units: 2))),
            10,
            ReasonCodes.ChangeRateLimit
        ),
        new Row(
            "A scale-in moves the units that are left in this hour",
            false,
            WithFleet(new(ScaleInsLeft: new(Units: 2))),
            6,
            ReasonCodes.ChangeRateLimit
        ),
        new Row("What the other direction has left does not defer a scale-in", false, WithFleet(new(ScaleOutsLeft: new(0, 0))), 5, null),
        new Row("A freeze defers a scale-out before an overload of five minutes", true, WithWindow(-10, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze defers a scale-in", false, WithWindow(-10, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze begins at its start", false, WithWindow(0, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze has ended at its end", false, WithWindow(-10, 0), 5, null),
        new Row("A freeze to come holds nothing", false, WithWindow(1, 10), 5, null),
        new Row("An autoscale setting leaves advice", true, WithFleet(new(AutoscaleEnabled: true)), 8, ReasonCodes.AutoscaleEnabled),
        new Row(
            "A day billed at its peak keeps its units",
            false,
            With(s => s with { Billing = BillingModel.DailyPeak }),
            8,
            ReasonCodes.BilledByDailyPeak
        ),
        new Row("A day billed at its peak scales out all the same", true, With(s => s with { Billing = BillingModel.DailyPeak }), 20, null),
        new Row("A day billed by the minute scales in", false, With(s => s with { Billing = BillingModel.Prorated }), 5, null),
    ];

    [Fact]
    public void After_a_reconnect_storm_no_scale_in_is_made_for_a_quarter_of_an_hour_whatever_is_stored_meanwhile()
    {
        var state = TestResource
            .Decide(WithConnections(2401)(TestResource.CreateObservation(Minute, 4000, 8)), TestResource.BuildState(Minute, _ => 4000, 8))
            .State!;
        var units = new List<int>();
        for (var minute = Minute + 1; minute <= Minute + 15; minute++)
        {
            var outcome = TestResource.Decide(
                TestResource.CreateObservation(minute, 4000, 8),
                ResourceStateFormat.Read(ResourceStateFormat.Write(state)).State
            );
            units.Add(outcome.Decision!.Units);
            state = outcome.State!;
        }

        Assert.Equal([.. Enumerable.Repeat(8, 14), 5], units);
    }

    [Fact]
    public void The_reason_of_a_reconnect_storm_has_its_minute_its_limit_and_how_long_it_holds()
    {
        var decision = TestResource
            .Decide(WithConnections(2401)(TestResource.CreateObservation(Minute, 4000, 8)), TestResource.BuildState(Minute, _ => 4000, 8))
            .Decision!;

        Assert.Equal(
            "At 01:00 UTC clients opened more than 5 connections a second per unit, which Advisor treats as a reconnect storm: "
                + "no scale-in for 15 min.",
            decision.Reasons.Single(reason => reason.Code == ReasonCodes.ReconnectStorm).Text
        );
    }

    [Fact]
    public void A_scale_in_waits_for_the_cooldown_after_a_scale_out_and_a_scale_out_for_none()
    {
        var rules = TestResource.Rules with
        {
            Policy = TestResource.Rules.Policy with
            {
                ScaleInCooldown = TimeSpan.FromHours(3),
                ScaleOutCooldown = TimeSpan.FromMinutes(20),
            },
        };
        DecisionOutcome Decide(Observation o, ResourceState? s) => ScalingAdvisor.Decide(rules, o, s, o.Time.AddMinutes(2));
        ResourceState? state = null;
        DecisionOutcome? last = null;
        for (var minute = 0; minute < 150; minute++)
        {
            // Someone scales it out from 6 to 8 at minute 60; 4,000 connections require 5.
            last = Decide(
                TestResource.CreateObservation(
                    minute,
                    4000,
                    minute < 60 ? 6 : 8,
                    TestResource.Settings with
                    {
                        MinUnits = minute < 60 ? 6 : 1,
                    }
                ),
                state
            );
            state = last.State;
        }

        Assert.Equal(8, last!.Decision!.Units);
        Assert.Contains(last.Decision.Reasons, reason => reason.Code == ReasonCodes.CoolingDown);
        Assert.True(Decide(TestResource.CreateObservation(150, 8_900, 8), state).Decision!.Units > 8);
    }
}
