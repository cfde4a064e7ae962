using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity.Billing;

public sealed class BudgetUseTests
{
    private static readonly DateOnly November = new(2026, 11, 1);
    private static readonly MonthlyBudget Fleet = new(null, new Money(2000, "USD"));

    [Fact]
    public void A_total_is_the_sum_of_what_each_resource_expects()
    {
        // 1,200 + 640 + 300 + 200 = 2,340 of 2,000: 117 %. To date a fourth of it: 300 + 160 + 75 + 50 = 585.
        var use = BudgetUse.Compute(
            Fleet,
            November,
            [Create("scores", 640), Create("idle", 0), Create("lobby", 200), Create("chat", 1200), Create("rooms", 300)]
        );

        Assert.Equal((2340m, 585m, 1.17), (use.Expected.Amount, use.ToDate.Amount, use.Utilization));
        Assert.False(use.IsLowerBound);
        Assert.Equal(
            "Budget of the fleet: 2,340 USD expected of 2,000 USD in November 2026, 585 USD to date. "
                + "Most of it: chat 1,200 USD, scores 640 USD and rooms 300 USD.",
            BudgetText.Describe(use)
        );
    }

    [Fact]
    public void A_resource_whose_bill_is_not_known_makes_the_total_a_lower_bound_and_is_named()
    {
        // Another currency, and nothing known at all: neither is zero. Of messages that are not known the units count: 100 + 640.
        var inEuro = new MonthOfResource("euro", "euro", CreateCost(1, "EUR"), CreateCost(4, "EUR"));
        var blind = new MonthOfResource(
            "blind",
            "blind",
            new MonthlyCost(new Money(25, "USD"), null, CostGap.Traffic),
            new MonthlyCost(new Money(100, "USD"), null, CostGap.Traffic)
        );
        var use = BudgetUse.Compute(
            Fleet with
            {
                Team = "chat",
            },
            November,
            [new("new", "new", null, null), inEuro, blind, Create("scores", 640)],
            "subscription-2"
        );

        Assert.Equal((740m, 0.37), (use.Expected.Amount, use.Utilization));
        Assert.Equal(["blind", "euro", "new", "subscription-2"], use.Missing);
        Assert.Equal(
            "Budget of team chat: at least 740 USD expected of 2,000 USD in November 2026, at least 185 USD to date. "
                + "Most of it: scores 640 USD and blind 100 USD. Not known in full: blind, euro, new and 1 more.",
            BudgetText.Describe(use)
        );
    }

    [Fact]
    public void A_budget_in_another_currency_than_every_bill_is_said_to_be_compared_with_nothing()
    {
        var inEuro = new MonthOfResource("euro", "euro", CreateCost(1, "EUR"), CreateCost(4, "EUR"));

        var use = BudgetUse.Compute(Fleet, November, [new("new", "new", null, null), inEuro]);

        Assert.Equal(
            "Budget of the fleet: 2,000 USD in November 2026, compared with nothing: the bills are in EUR.",
            BudgetText.Describe(use)
        );
    }

    // The alert of a budget is compared with units alone where messages are not known; a bill that is not known may be known tomorrow.
    [Theory]
    [InlineData(CostGap.MessagePrice, true)]
    [InlineData(CostGap.Traffic, true)]
    [InlineData(CostGap.UnitPrice, false)]
    [InlineData(CostGap.None, false)]
    public void Messages_that_are_not_known_are_a_gap_that_lasts(CostGap gap, bool lasts)
    {
        var cost = new MonthlyCost(new Money(100, "USD"), new Money(0, "USD"), gap);
        MonthOfResource[] bills = [Create("scores", 640), new("chat", "chat", cost, cost)];

        Assert.Equal(lasts, BudgetUse.Compute(Fleet, November, bills).IsGapLasting());
        Assert.False(BudgetUse.Compute(Fleet, November, [.. bills, new("new", "new", null, null)]).IsGapLasting());
        Assert.False(BudgetUse.Compute(Fleet, November, bills, "subscription-2").IsGapLasting());
    }

    [Fact]
    public void Without_any_known_bill_there_is_no_utilization() =>
        Assert.Null(BudgetUse.Compute(Fleet, November, [new("new", "new", null, null)]).Utilization);

    // A fourth of the month is over.
    private static MonthOfResource Create(string name, decimal expected) => new(name, name, CreateCost(expected / 4), CreateCost(expected));

    private static MonthlyCost CreateCost(decimal total, string currency = "USD") =>
        new(new Money(total / 2, currency), new Money(total / 2, currency));
}
