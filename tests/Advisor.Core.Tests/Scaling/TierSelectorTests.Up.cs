using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Scaling;

/// <content>From Premium_P1 to Premium_P2.</content>
public partial class TierSelectorTests
{
    public static TheoryData<Row> Up { get; } =
    [
        new Row("Nothing stands in the way", o => o, ScalingAction.ChangeTier, null),
        new Row("The settings do not allow it", With(s => s with { AllowTierChange = false }), ScalingAction.Advise, null),
        new Row("The maximum of the settings lies below", With(s => s with { MaxUnits = 150 }), ScalingAction.Advise, null),
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
