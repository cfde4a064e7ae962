using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Core.Tests.Scaling.Guards;

/// <summary>
/// Each row: a sentence, what is wanted, what is different, the units that come of it and the guard that says so. Unguarded, 4,000 connections at 8
/// units shrink to 5 after an hour, and 9,500 in the last three minutes grow to 20.
/// </summary>
public class GuardTests
{
    private const int Minute = 60;
    private static readonly DateTimeOffset Now = Served.Start.AddMinutes(Minute + 2);

    public sealed record Row(
        string Sentence, bool Grows, Func<Observation, Observation> Change, int Units, string? Code)
    {
        public override string ToString() => Sentence;
    }

    public static TheoryData<Row> Rows { get; } =
    [
        new Row("Nothing stands in the way of a growth", true, o => o, 20, null),
        new Row("Nothing stands in the way of a shrink", false, o => o, 5, null),
        new Row("Without server load nothing is shrunk", false, o => o with { Readings = o.Readings with { ServerLoad = null } }, 8, ReasonCodes.InsufficientData),
        new Row("Without traffic a growth for connections goes on", true, o => o with { Readings = o.Readings with { InboundTraffic = null } }, 20, ReasonCodes.InsufficientData),
        new Row("No traffic while connections live is not idle", false, o => o with { Readings = o.Readings with { InboundTraffic = 0, OutboundTraffic = 0 } }, 8, ReasonCodes.IdleReading),
        new Row("Traffic without connections is not idle", false, o => o with { Readings = o.Readings with { ConnectionCount = 0 } }, 8, ReasonCodes.IdleReading),
        new Row("A growth waits for the change in progress", true, o => o with { ChangeInProgress = true }, 8, ReasonCodes.ChangeInProgress),
        new Row("A shrink waits for the change in progress", false, o => o with { ChangeInProgress = true }, 8, ReasonCodes.ChangeInProgress),
        new Row("A shrink ends at the least size", false, With(s => s with { LeastUnits = 7 }), 7, null),
        new Row("A growth ends at the greatest size", true, With(s => s with { GreatestUnits = 10 }), 10, null),
        new Row("A greatest size between two steps is the step below", true, With(s => s with { GreatestUnits = 19 }), 10, null),
        new Row("A least size above the need grows", false, With(s => s with { LeastUnits = 9 }), 9, null),
        new Row("A greatest size below the one in force shrinks", true, With(s => s with { GreatestUnits = 6 }), 6, null),
        new Row("A growth takes what the region has left", true, Fleet(new(RegionalUnitsLeft: 2)), 10, ReasonCodes.RegionalQuota),
        new Row("With nothing left in the region a growth stays", true, Fleet(new(RegionalUnitsLeft: 0)), 8, ReasonCodes.RegionalQuota),
        new Row("A region beyond its quota does not shrink a resource", false, Fleet(new(RegionalUnitsLeft: -3)), 5, null),
        // 10 units cost 10 x 1.61 x 30 = 483.00 USD a month.
        new Row("A growth ends at the budget", true, With(s => s with { MonthlyBudget = new Money(483m, "USD") }), 10, ReasonCodes.MonthlyBudget),
        new Row("A cent less buys a step less", true, With(s => s with { MonthlyBudget = new Money(482.99m, "USD") }), 9, ReasonCodes.MonthlyBudget),
        new Row("A budget in another currency says nothing", true, With(s => s with { MonthlyBudget = new Money(1m, "EUR") }), 20, null),
        new Row("A budget that is passed already does not shrink", false, With(s => s with { MonthlyBudget = new Money(1m, "USD") }), 5, null),
        new Row("With no change left in this hour a growth waits", true, Fleet(new(ChangesLeftThisHour: 0)), 8, ReasonCodes.BlastRadius),
        new Row("With no change left in this hour a shrink waits", false, Fleet(new(ChangesLeftThisHour: 0)), 8, ReasonCodes.BlastRadius),
        new Row("With one change left it is made", true, Fleet(new(ChangesLeftThisHour: 1)), 20, null),
        new Row("A growth moves the units that are left in this hour", true, Fleet(new(UnitsLeftThisHour: 2)), 10, ReasonCodes.BlastRadius),
        new Row("A shrink moves the units that are left in this hour", false, Fleet(new(UnitsLeftThisHour: 2)), 6, ReasonCodes.BlastRadius),
        new Row("A freeze holds a growth that is not yet an overload of five minutes", true, Window(-10, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze holds a shrink", false, Window(-10, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze begins at its start", false, Window(0, 10), 8, ReasonCodes.FreezeWindow),
        new Row("A freeze has ended at its end", false, Window(-10, 0), 5, null),
        new Row("A freeze to come holds nothing", false, Window(1, 10), 5, null),
        new Row("An autoscale setting leaves advice", true, Fleet(new(AutoscaleEnabled: true)), 8, ReasonCodes.AutoscaleEnabled),
        new Row("A day billed at its peak keeps its units", false, With(s => s with { Billing = BillingModel.DailyPeak }), 8, ReasonCodes.BilledByDailyPeak),
        new Row("A day billed at its peak grows all the same", true, With(s => s with { Billing = BillingModel.DailyPeak }), 20, null),
        new Row("A day billed by the minute shrinks", false, With(s => s with { Billing = BillingModel.Prorated }), 5, null),
    ];

    [Theory]
    [MemberData(nameof(Rows))]
    public void A_guard_holds_back_what_it_must_and_says_so(Row row)
    {
        var (observation, state) = row.Grows ? Growing() : (Served.At(Minute, 4000, 8), Served.After(Minute, _ => 4000, 8));

        var decision = Served.Decide(row.Change(observation), state).Decision!;

        Assert.Equal(row.Units, decision.Units);
        var codes = decision.Reasons.Select(reason => reason.Code).ToList();
        if (row.Code is not null)
        {
            Assert.Contains(row.Code, codes);
        }
        else
        {
            string[] guards = [.. codes.Where(code => code is ReasonCodes.BlastRadius or ReasonCodes.FreezeWindow or ReasonCodes.RegionalQuota or ReasonCodes.MonthlyBudget)];
            Assert.Empty(guards);
        }
    }

    [Fact]
    public void A_standing_overload_grows_in_a_freeze()
    {
        var state = Served.After(Minute, _ => 9500, 8);

        var decision = Served.Decide(Window(-30, 60)(Served.At(Minute, 9500, 8)), state).Decision!;

        Assert.Equal(10, decision.Units);
    }

    [Fact]
    public void Advice_under_an_autoscale_setting_names_the_size()
    {
        var (observation, state) = Growing();

        var decision = Served.Decide(Fleet(new(AutoscaleEnabled: true))(observation), state).Decision!;

        Assert.Equal(ScalingAction.Advise, decision.Action);
        Assert.Equal(20, decision.AdvisedUnits);
        Assert.Equal("Standard_S1", decision.AdvisedSku);
    }

    [Fact]
    public void A_shrink_waits_for_its_cooldown_after_a_growth_and_a_growth_does_not_wait_for_a_shrink()
    {
        var rules = Served.Rules with { Policy = Served.Rules.Policy with { ScaleInCooldown = TimeSpan.FromHours(3), ScaleOutCooldown = TimeSpan.FromMinutes(20) } };
        DecisionOutcome Decide(Observation o, ResourceState? s) => ScalingAdvisor.Decide(rules, o, s, o.Time.AddMinutes(2));
        ResourceState? state = null;
        DecisionOutcome? last = null;
        for (var minute = 0; minute < 150; minute++)
        {
            // Someone grows it from 6 to 8 at minute 60; 4,000 connections want 5.
            last = Decide(Served.At(minute, 4000, minute < 60 ? 6 : 8, Served.Settings with { LeastUnits = minute < 60 ? 6 : 1 }), state);
            state = last.State;
        }

        Assert.Equal(8, last!.Decision!.Units);
        Assert.Contains(last.Decision.Reasons, reason => reason.Code == ReasonCodes.CoolingDown);
        Assert.True(Decide(Served.At(150, 12_000, 8), state).Decision!.Units > 8);
    }

    [Fact]
    public void A_size_that_someone_else_chose_is_not_reversed_for_half_an_hour()
    {
        // 4,000 connections at 5 units; a person makes them 10 at minute 60.
        var state = Served.After(60, _ => 4000, 5);
        var shrunkAt = 0;
        for (var minute = 60; minute < 200 && shrunkAt == 0; minute++)
        {
            var outcome = Served.Decide(Served.At(minute, 4000, 10), state);
            shrunkAt = outcome.Decision!.Units < 10 ? minute - 60 : 0;
            Assert.Equal(minute < 90, outcome.Decision.Reasons.Any(reason => reason.Code == ReasonCodes.ChangedByOthers));
            state = outcome.State;
        }

        Assert.True(shrunkAt >= 30);
    }

    [Fact]
    public void The_Free_tier_is_never_changed_automatically()
    {
        ResourceState? state = null;
        Decision? decision = null;
        for (var minute = 0; minute < 10; minute++)
        {
            var observation = Served.At(minute, 60, 1) with { Sku = "Free_F1", Readings = Served.Readings(60, 1) with { ConnectionQuotaUtilization = 300 } };
            (decision, state, _) = Served.Decide(observation, state);
        }

        Assert.Equal(1, decision!.Units);
        Assert.Equal("Free_F1", decision.Sku);
        Assert.Contains(decision.Reasons, reason => reason.Code == ReasonCodes.FreeTier);
    }

    private static (Observation Observation, ResourceState State) Growing() =>
        (Served.At(Minute, 9500, 8), Served.After(Minute, minute => minute < Minute - 2 ? 7000 : 9500, 8));

    private static Func<Observation, Observation> With(Func<ResourceSettings, ResourceSettings> change) => o => o with { Settings = change(o.Settings) };

    private static Func<Observation, Observation> Fleet(FleetSituation fleet) => o => o with { Fleet = fleet };

    private static Func<Observation, Observation> Window(int from, int to) =>
        With(s => s with { Windows = [new PlannedWindow("the freeze", Now.AddMinutes(from), Now.AddMinutes(to), null, true)] });
}
