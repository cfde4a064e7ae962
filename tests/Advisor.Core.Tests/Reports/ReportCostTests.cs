using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;

namespace Advisor.Core.Tests.Reports;

public class ReportCostTests
{
    [Fact]
    public void Recommendations_are_summed_and_advisory_ones_stand_apart()
    {
        var cost = ReportCost.Compute([
            CreateResource(ScalingAction.ScaleIn, 400, 100),
            CreateResource(ScalingAction.ScaleOut, 100, 150),
            CreateResource(ScalingAction.Advise, 1000, 6000),
            CreateResource(ScalingAction.ScaleIn, 500, 50) with
            {
                Advisory = "only 1 h of history",
            },
            CreateResource(ScalingAction.Hold, 10, 10),
        ])!;

        // 400 + 100 + 1,000 + 500 + 10 today; 100 + 150 after, the rest as it is: -300 + 50. Apart: +5,000 for the tier and -450 for what
        // one hour says.
        Assert.Equal(
            (CreateUsd(2010), CreateUsd(1760), CreateUsd(-250), CreateUsd(4550)),
            (cost.Today.Total, cost.After.Total, cost.Change, cost.AdvisoryChange)
        );
    }

    [Fact]
    public void What_has_no_price_is_in_no_sum_and_counted()
    {
        var cost = ReportCost.Compute([
            CreateResource(ScalingAction.Hold, 10, 10),
            CreateResource(ScalingAction.Hold, 5, 5) with
            {
                Cost = null,
            },
        ])!;

        Assert.Equal((CreateUsd(10), 1), (cost.Today.Total, cost.Unpriced));
    }

    [Fact]
    public void An_advisory_size_without_a_price_leaves_the_cost_of_today_in_the_sums()
    {
        var cost = ReportCost.Compute([
            CreateResource(ScalingAction.Hold, 10, 10),
            CreateResource(ScalingAction.Advise, 100, null),
            CreateResource(ScalingAction.ScaleOut, 7, null),
        ])!;

        // 10 + 100; the scale-out whose cost is not known is in neither sum.
        Assert.Equal(
            (CreateUsd(110), CreateUsd(110), CreateUsd(0), 1),
            (cost.Today.Total, cost.After.Total, cost.AdvisoryChange, cost.Unpriced)
        );
    }

    [Fact]
    public void Two_currencies_have_no_sum()
    {
        var euros = CreateResource(ScalingAction.Hold, 1, 1) with { Cost = new MonthlyCost(new Money(1, "EUR"), new Money(0, "EUR")) };

        Assert.Null(ReportCost.Compute([CreateResource(ScalingAction.Hold, 10, 10), euros]));
        Assert.Null(ReportCost.Compute([]));
    }

    [Fact]
    public void Parts_are_rounded_before_they_are_summed()
    {
        // 0.005 + 0.005: 0.01 + 0.01 and not the rounded 0.01 of the sum.
        var cost = new MonthlyCost(new Money(0.005m, "USD"), new Money(0.005m, "USD"));

        Assert.Equal((CreateUsd(0.01m), CreateUsd(0.01m), CreateUsd(0.02m)), (cost.Units, cost.Messages!.Value, cost.Total));
    }

    [Fact]
    public void A_sum_leaves_out_what_one_of_its_parts_leaves_out()
    {
        var sum = new MonthlyCost(CreateUsd(10), CreateUsd(2)) + new MonthlyCost(CreateUsd(5), null, CostGap.Traffic);

        Assert.Equal(
            (CreateUsd(15), CreateUsd(2), CreateUsd(17), CostGap.Traffic),
            (sum.Units, sum.Messages!.Value, sum.Total, sum.Missing)
        );
    }

    private static ResourceReport CreateResource(ScalingAction action, decimal today, decimal? after) =>
        new()
        {
            Id = "/r",
            Name = "r",
            Service = ServiceKind.SignalR,
            Region = "westeurope",
            Sku = "Standard_S1",
            Units = 1,
            State = ReportState.Ok,
            Cost = new MonthlyCost(CreateUsd(today), CreateUsd(0)),
            Decision = new Decision
            {
                ResourceId = "/r",
                Time = DateTimeOffset.UnixEpoch,
                Action = action,
                Sku = "Standard_S1",
                Units = 1,
                LimitingFactor = Limit.None,
                Utilization = default,
                Confidence = new Ratio(0.5),
                Reasons = [],
                CostNow = new MonthlyCost(CreateUsd(today), CreateUsd(0)),
                CostAfter = after is { } known ? new MonthlyCost(CreateUsd(known), CreateUsd(0)) : null,
            },
        };

    private static Money CreateUsd(decimal amount) => new(amount, "USD");
}
