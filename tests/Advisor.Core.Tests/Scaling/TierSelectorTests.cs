using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <summary>
/// Premium_P1 at its maximum of 100 units: 1,000 connections a unit, so that 130,000 need 130 units, which only Premium_P2 x 200 has.
/// And back: with 20,000 connections Premium_P2 x 100 is five times too large, and Premium_P1 x 90 is the step below it.
/// </summary>
public class TierSelectorTests
{
    private const string P1 = "Premium_P1",
        P2 = "Premium_P2";
    private const int Hour = 60;

    private static readonly ResourceSettings Allowed = TestResource.Settings with { AllowTierChange = true, MaxUnits = 1000 };

    public sealed record Row(string Sentence, Func<Observation, Observation> Change, ScalingAction Action, string? Code)
    {
        public override string ToString() => Sentence;
    }

    [Fact]
    public void A_change_of_tier_is_that_of_Advisor_and_not_of_others()
    {
        var decided = Decide(Observe(Hour, 130_000, P1, 100), CreateStateAfter(Hour, 130_000, P1, 100));
        Assert.Equal(ScalingAction.ChangeTier, decided.Decision!.Action);

        var state = decided.State;
        for (var minute = Hour + 1; minute < Hour + 20; minute++)
        {
            var outcome = Decide(
                Observe(minute, 130_000, minute < Hour + 5 ? P1 : P2, minute < Hour + 5 ? 100 : 200) with
                {
                    ChangeInProgress = minute < Hour + 5,
                },
                state
            );
            Assert.DoesNotContain(outcome.Decision!.Reasons, reason => reason.Code == ReasonCodes.ChangedByOthers);
            state = outcome.State;
        }

        Assert.True(state!.Changes.IsOurs);
        Assert.Equal((100, 200), (state.Changes.ChangedFrom, state.Changes.Units));
    }

    [Fact]
    public void A_smaller_size_that_someone_else_chose_is_not_reversed_by_a_change_of_tier()
    {
        // Someone brings Premium_P2 x 200 back to Premium_P1 x 100 at minute 60, and the need stays at 130 units.
        var state = CreateStateAfter(Hour, 130_000, P2, 200);
        for (var minute = Hour; minute < Hour + 40; minute++)
        {
            var outcome = Decide(Observe(minute, 130_000, P1, 100), state);
            Assert.Equal(minute < Hour + 30 ? ScalingAction.Hold : ScalingAction.ChangeTier, outcome.Decision!.Action);
            Assert.Equal(minute < Hour + 30, outcome.Decision.Reasons.Any(reason => reason.Code == ReasonCodes.ChangedByOthers));
            state = outcome.State;
        }
    }

    [Fact]
    public void A_change_of_tier_waits_for_the_cooldown_though_the_overload_stands()
    {
        // Scaled out from 90 to 100 units at minute 60; the next scale-out may follow after 30 minutes.
        var rules = TestResource.Rules with
        {
            Policy = TestResource.Rules.Policy with { ScaleOutCooldown = TimeSpan.FromMinutes(30) },
        };
        ResourceState? state = null;
        var changedAt = 0;
        for (var minute = 0; minute < 100 && changedAt == 0; minute++)
        {
            var observation = Observe(minute, minute < Hour ? 88_000 : 130_000, P1, minute < Hour ? 90 : 100);
            (var decision, state, _) = ScalingAdvisor.Decide(rules, observation, state, observation.Time.AddMinutes(2));
            changedAt = decision!.Action == ScalingAction.ChangeTier ? minute : 0;
        }

        Assert.Equal(Hour + 30, changedAt);
    }

    [Fact]
    public void Up_a_tier_and_back_again_a_load_is_followed_with_one_change_of_tier_each_way()
    {
        // An hour of 90,000 connections, two of 130,000, then 20,000; each change takes four minutes.
        var (sku, units) = (P1, 100);
        var pending = new Queue<(string Sku, int Units, int At)>();
        ResourceState? state = null;
        var tiers = new List<string>();
        for (var minute = 0; minute < 9 * Hour; minute++)
        {
            if (pending.TryPeek(out var change) && minute >= change.At)
            {
                (sku, units, _) = pending.Dequeue();
            }

            var connections =
                minute < Hour ? 90_000
                : minute < 3 * Hour ? 130_000
                : 20_000;
            (var decision, state, _) = Decide(
                Observe(minute, connections, sku, units) with
                {
                    ChangeInProgress = pending.Count > 0,
                },
                state
            );
            if (decision!.Action is ScalingAction.ScaleIn or ScalingAction.ScaleOut or ScalingAction.ChangeTier)
            {
                pending.Enqueue((decision.Sku, decision.Units, minute + 4));
                tiers.AddRange(decision.Sku == sku ? [] : [$"{decision.Sku} x {decision.Units}"]);
            }
        }

        Assert.Equal(["Premium_P2 x 200", "Premium_P1 x 90"], tiers);
        Assert.Equal(P1, sku);
        Assert.InRange(units, 20, 40);
    }

    [Fact]
    public void A_change_that_interrupts_the_service_is_never_made()
    {
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 20; minute++)
        {
            var observation = Observe(minute, 60, "Free_F1", 1) with
            {
                Readings = TestResource.CreateReadings(60, 1) with { ConnectionQuotaUtilization = 300 },
            };
            (decision, state, _) = Decide(observation, state);
            Assert.NotEqual(ScalingAction.ChangeTier, decision!.Action);
        }

        Assert.Equal(("Free_F1", 1), (decision!.Sku, decision.Units));
    }

    private static DateTimeOffset Now => TestResource.Start.AddMinutes((3 * Hour) + 2);

    private static Observation Observe(int minute, double connections, string sku, int units) =>
        TestResource.CreateObservation(minute, connections, units, Allowed) with
        {
            Sku = sku,
            Fleet = new FleetConstraints(RegionalUnitsLeft: 900),
        };

    private static DecisionOutcome Decide(Observation observation, ResourceState? state) => TestResource.Decide(observation, state);

    private static ResourceState CreateStateAfter(int minutes, double connections, string sku, int units)
    {
        ResourceState? state = null;
        for (var minute = 0; minute < minutes; minute++)
        {
            state = Decide(Observe(minute, connections, sku, units) with { ChangeInProgress = true }, state).State;
        }

        return state!;
    }

    private static PlannedWindow Launch(DateTimeOffset start, int minUnits) =>
        new("launch", start, start.AddHours(2), minUnits, IsFreeze: false);

    private static Observation WithFreeze(Observation o) =>
        With(s => s with { Windows = [new PlannedWindow("the freeze", o.Time.AddMinutes(-30), o.Time.AddMinutes(30), null, true)] })(o);

    private static Func<Observation, Observation> With(Func<ResourceSettings, ResourceSettings> change) =>
        o => o with { Settings = change(o.Settings) };

    private static Func<Observation, Observation> WithBudget(decimal amount) =>
        o => TestResource.WithMessages(With(s => s with { MonthlyBudget = new Money(amount, "USD") })(o), 6_100e6);

    private static Func<Observation, Observation> WithFleet(FleetConstraints fleet) => o => o with { Fleet = fleet };

    public static TheoryData<Row> Down { get; } =
    [
        new Row("Nothing stands in the way", o => o, ScalingAction.ChangeTier, null),
        new Row("The settings do not allow it", With(s => s with { AllowTierChange = false }), ScalingAction.Advise, null),
        new Row("A freeze holds it", WithFreeze, ScalingAction.Hold, ReasonCodes.FreezeWindow),
        new Row(
            "A day billed at its peak saves nothing yet",
            With(s => s with { Billing = BillingModel.DailyPeak }),
            ScalingAction.Hold,
            ReasonCodes.BilledByDailyPeak
        ),
        new Row(
            "The operations limit has no change left",
            WithFleet(new(RegionalUnitsLeft: 900, ScaleOutsLeft: new(9), ScaleInsLeft: new(0))),
            ScalingAction.Hold,
            ReasonCodes.ChangeRateLimit
        ),
        new Row(
            "The region has nothing left, which a smaller size does not need",
            WithFleet(new(RegionalUnitsLeft: 0)),
            ScalingAction.ChangeTier,
            null
        ),
        new Row("Another change is in progress", o => o with { ChangeInProgress = true }, ScalingAction.Hold, ReasonCodes.ChangeInProgress),
        new Row("The settings ask for as many units", With(s => s with { MinUnits = 100 }), ScalingAction.Hold, null),
        new Row(
            "An event of the coming hours requires more",
            With(s => s with { Windows = [new PlannedWindow("match", Now.AddHours(3), Now.AddHours(5), 120, false)] }),
            ScalingAction.Hold,
            null
        ),
        // 20 units are required here and 75 by the other region: more than the 90 of the smaller tier.
        new Row(
            "It carries the clients of another region if that fails",
            WithFleet(new(RegionalUnitsLeft: 900) { Failover = new(1, [new FailoverLoad(RecentRequirement.CreateConstant(75), 75)]) }),
            ScalingAction.Hold,
            null
        ),
        new Row(
            "Another endpoint of its group requires more",
            WithFleet(new(RegionalUnitsLeft: 900) { Endpoints = new("clients", 2, 1, EndpointSizes.Together, 95) }),
            ScalingAction.Hold,
            null
        ),
        new Row("A metric is missing", o => o with { Readings = o.Readings with { ServerLoad = null } }, ScalingAction.Hold, null),
        new Row(
            "The need leaves no step to spare",
            o => o with { Readings = TestResource.CreateReadings(85_000, 100) },
            ScalingAction.Hold,
            null
        ),
    ];

    [Theory]
    [MemberData(nameof(Down))]
    public void At_the_bottom_of_a_tier_the_smaller_one_is_changed_back_to_where_every_guard_allows_it(Row row)
    {
        var decision = Decide(row.Change(Observe(3 * Hour, 20_000, P2, 100)), CreateStateAfter(3 * Hour, 20_000, P2, 100)).Decision!;

        Assert.Equal(row.Action, decision.Action);
        Assert.Equal(row.Action == ScalingAction.ChangeTier ? (P1, 90) : (P2, 100), (decision.Sku, decision.Units));
        if (row.Code is not null)
        {
            Assert.Contains(decision.Reasons, reason => reason.Code == row.Code);
        }
    }

    public static TheoryData<Row> Up { get; } =
    [
        new Row("Nothing stands in the way", o => o, ScalingAction.ChangeTier, null),
        new Row("The settings do not allow it", With(s => s with { AllowTierChange = false }), ScalingAction.Advise, null),
        new Row("The maximum of the settings lies below", With(s => s with { MaxUnits = 150 }), ScalingAction.Advise, null),
        new Row(
            "A schedule of the week requires more than the next size",
            With(s => s with { Windows = [Launch(Now.AddHours(20), 300) with { IsRecurring = true }] }),
            ScalingAction.ChangeTier,
            null
        ),
        new Row("A freeze holds it, though the overload stands", WithFreeze, ScalingAction.Hold, ReasonCodes.FreezeWindow),
        // 200 units of Premium_P2 cost 200 x 2.00 x 30 = 12,000 USD a month and include 6,000 million messages; 100 million more cost
        // 100.00.
        new Row("The budget pays for it", WithBudget(12_100m), ScalingAction.ChangeTier, null),
        new Row("The budget is a cent short", WithBudget(12_099.99m), ScalingAction.Hold, ReasonCodes.MonthlyBudget),
        new Row("The region has the units left", WithFleet(new(RegionalUnitsLeft: 100)), ScalingAction.ChangeTier, null),
        new Row(
            "The region has one unit too few left",
            WithFleet(new(RegionalUnitsLeft: 99)),
            ScalingAction.Hold,
            ReasonCodes.RegionalQuota
        ),
        new Row(
            "What the region has left is not known, and its quota is 150",
            WithFleet(new()),
            ScalingAction.Hold,
            ReasonCodes.RegionalQuota
        ),
        new Row(
            "The operations limit has a change left",
            WithFleet(new(RegionalUnitsLeft: 900, ScaleOutsLeft: new(1))),
            ScalingAction.ChangeTier,
            null
        ),
        new Row(
            "The operations limit has no change left",
            WithFleet(new(RegionalUnitsLeft: 900, ScaleOutsLeft: new(0), ScaleInsLeft: new(9))),
            ScalingAction.Hold,
            ReasonCodes.ChangeRateLimit
        ),
        new Row(
            "The operations limit has too few units left",
            WithFleet(new(RegionalUnitsLeft: 900, ScaleOutsLeft: new(Units: 99), ScaleInsLeft: new(9))),
            ScalingAction.Hold,
            ReasonCodes.ChangeRateLimit
        ),
        new Row("Another change is in progress", o => o with { ChangeInProgress = true }, ScalingAction.Hold, ReasonCodes.ChangeInProgress),
        new Row(
            "An autoscale setting owns the size",
            WithFleet(new(RegionalUnitsLeft: 900, AutoscaleEnabled: true)),
            ScalingAction.Advise,
            ReasonCodes.AutoscaleEnabled
        ),
    ];

    [Theory]
    [MemberData(nameof(Up))]
    public void At_the_top_of_a_tier_the_next_tier_is_changed_to_where_every_guard_allows_it(Row row)
    {
        var observation = row.Change(Observe(Hour, 130_000, P1, 100));

        var decision = Decide(observation, TestResource.RemoveMessages(CreateStateAfter(Hour, 130_000, P1, 100))).Decision!;

        Assert.Equal(row.Action, decision.Action);
        Assert.Equal(row.Action == ScalingAction.ChangeTier ? (P2, 200) : (P1, 100), (decision.Sku, decision.Units));
        if (row.Action == ScalingAction.Advise)
        {
            Assert.Equal(new Size(P2, 200), decision.Advisory);
        }

        if (row.Code is not null)
        {
            Assert.Contains(decision.Reasons, reason => reason.Code == row.Code);
        }

        if (row.Action == ScalingAction.ChangeTier)
        {
            Assert.Equal(
                (ReasonCodes.TierChangeRecommended, "No size of Premium_P1 is enough; Premium_P2 x 200 is."),
                (decision.Reasons[0].Code, decision.Reasons[0].Text)
            );
        }
    }

    // 60 units are required at 90; the launch begins in 20 minutes, and its units are requested half an hour ahead.
    [Theory]
    [InlineData(true, 1000, 300, ScalingAction.ChangeTier, P2, 300)]
    [InlineData(true, null, 300, ScalingAction.ChangeTier, P2, 300)]
    [InlineData(true, null, 250, ScalingAction.ChangeTier, P2, 300)]
    [InlineData(true, 250, 300, ScalingAction.ChangeTier, P2, 200)] // the maximum takes precedence
    [InlineData(true, 100, 300, ScalingAction.ScaleOut, P1, 100)]
    [InlineData(true, 1000, 100, ScalingAction.ScaleOut, P1, 100)]
    [InlineData(false, 1000, 300, ScalingAction.ScaleOut, P1, 100)]
    public void A_minimum_beyond_the_sizes_of_a_tier_changes_the_tier_ahead_where_it_may(
        bool isAllowed,
        int? maxUnits,
        int minUnits,
        ScalingAction action,
        string sku,
        int units
    )
    {
        var settings = Allowed with { AllowTierChange = isAllowed, MaxUnits = maxUnits };
        var observation = Observe(Hour, 60_000, P1, 90);
        observation = observation with { Settings = settings with { Windows = [Launch(observation.Time.AddMinutes(20), minUnits)] } };

        var decision = Decide(observation, CreateStateAfter(Hour, 60_000, P1, 90)).Decision!;

        Assert.Equal((action, sku, units), (decision.Action, decision.Sku, decision.Units));
    }

    // 90 units are in force and the launch wants 300. A quota that leaves 160 more allows 250: 200 can be bought. One that leaves 100
    // allows 190, which Premium_P2 has no size of that Premium_P1 has not. At 2.00 USD a unit and day 200 units cost 12,000.00 a month,
    // 300 units 18,000.00. maxStep adds 150 at once, or the next size.
    [Theory]
    [InlineData("quota", 160, ScalingAction.ChangeTier, P2, 200, ReasonCodes.RegionalQuota)]
    [InlineData("quota", 210, ScalingAction.ChangeTier, P2, 300, null)]
    [InlineData("quota", 100, ScalingAction.ScaleOut, P1, 100, null)]
    [InlineData("budget", 12_000, ScalingAction.ChangeTier, P2, 200, ReasonCodes.MonthlyBudget)]
    [InlineData("maxStep", 150, ScalingAction.ChangeTier, P2, 200, ReasonCodes.MaxStep)]
    public void A_change_of_tier_goes_as_far_as_the_guards_allow(
        string limit,
        int value,
        ScalingAction action,
        string sku,
        int units,
        string? code
    )
    {
        var observation = Observe(Hour, 60_000, P1, 90) with
        {
            Fleet = new FleetConstraints(RegionalUnitsLeft: limit == "quota" ? value : 900),
        };
        var settings = Allowed with
        {
            MonthlyBudget = limit == "budget" ? new Money(value, "USD") : null,
            MaxStep = limit == "maxStep" ? value : null,
            Windows = [Launch(observation.Time.AddMinutes(20), 300)],
        };
        observation = TestResource.WithMessages(observation with { Settings = settings }, 0);

        var decision = Decide(observation, TestResource.RemoveMessages(CreateStateAfter(Hour, 60_000, P1, 90))).Decision!;

        Assert.Equal((action, sku, units), (decision.Action, decision.Sku, decision.Units));
        if (action == ScalingAction.ChangeTier)
        {
            Assert.EndsWith(
                "Premium_P1 ends at 100 units; Premium_P2 x 300 is enough.",
                decision.Reasons[0].Text,
                StringComparison.Ordinal
            );
            Assert.Equal(code is not null, decision.Reasons.Any(reason => reason.Code == code));
        }
    }

    [Fact]
    public void A_minimum_beyond_the_sizes_of_a_tier_is_advice_where_the_settings_do_not_allow_the_change()
    {
        var observation = Observe(Hour, 60_000, P1, 100);
        var settings = Allowed with { AllowTierChange = false, Windows = [Launch(observation.Time.AddMinutes(20), 300)] };

        var decision = Decide(observation with { Settings = settings }, CreateStateAfter(Hour, 60_000, P1, 100)).Decision!;

        Assert.Equal((ScalingAction.Advise, new Size(P2, 300)), (decision.Action, decision.Advisory));
        Assert.Equal(
            "launch requires at least 300 units from 2026-01-05 01:20 to 03:20 UTC; 60.00 are needed now. Premium_P1 ends at 100 units; "
                + "Premium_P2 x 300 is enough.",
            decision.Reasons[0].Text
        );
    }

    // Groups of 10 and 10,800 messages a second: Standard_S1 routes 10,000 at 50 units and no more at 100, of which connections need 80.
    // Clients have just opened 60,000 connections in a minute, 10 a second and unit.
    [Fact]
    public void Advice_for_another_tier_begins_with_its_own_reason_while_a_guard_holds_back_a_scale_in()
    {
        var settings = TestResource.Settings with { Workload = Workload.Create(UseCase.SendToSmallGroup, 2048, 10), MaxUnits = 1000 };
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute <= Hour; minute++)
        {
            (decision, state, _) = Decide(
                TestResource.CreateObservation(minute, 72_000, 100, settings) with
                {
                    Readings = new(30, 72_000, 72, 10_800 * 2048 * 60.0, 10_800 * 20_480 * 60.0, ConnectionOpenCount: 60_000),
                },
                state
            );
        }

        Assert.Equal((ScalingAction.Advise, new Size(P2, 200)), (decision!.Action, decision.Advisory));
        Assert.Equal(
            "Routing is at 108 % of what Standard_S1 carries at any size.",
            decision.Reasons[0].Text[..(decision.Reasons[0].Text.IndexOf('.', StringComparison.Ordinal) + 1)]
        );
        Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.ReconnectStorm);
        Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.RoutingWall);
    }

    [Fact]
    public void While_the_change_to_a_minimum_is_in_progress_it_is_named_once()
    {
        var observation = Observe(Hour, 60_000, P1, 90);
        var settings = Allowed with { Windows = [Launch(observation.Time.AddMinutes(20), 300)] };

        var decision = Decide(
            observation with
            {
                Settings = settings,
                ChangeInProgress = true,
            },
            CreateStateAfter(Hour, 60_000, P1, 90)
        ).Decision!;

        Assert.Equal(
            "A change is in progress; 300 units are recommended after it.",
            Assert.Single(decision.Reasons, reason => reason.Code == ReasonCodes.ChangeInProgress).Text
        );
    }

    [Fact]
    public void A_tier_is_not_changed_for_a_need_that_has_not_stood_for_five_minutes()
    {
        // Below the top until minute 60; then beyond it.
        var state = CreateStateAfter(Hour, 95_000, P1, 100);
        for (var minute = Hour; minute < Hour + 6; minute++)
        {
            var outcome = Decide(Observe(minute, 130_000, P1, 100), state);
            Assert.Equal(minute < Hour + 4 ? ScalingAction.Hold : ScalingAction.ChangeTier, outcome.Decision!.Action);
            state = outcome.State;
        }
    }
}
