using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Scaling;

/// <content>From Premium_P2 to Premium_P1.</content>
public partial class TierSelectorTests
{
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
}
