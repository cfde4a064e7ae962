using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Scaling.Guards;

public partial class GuardTests
{
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
}
