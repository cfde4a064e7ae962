using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Core.Tests.Scaling.Cost;

public class BillTests
{
    private static readonly Sku Standard = Served.Rules.Catalog(ServiceKind.SignalR).Find("Standard_S1")!;
    private static readonly Sku Premium = Served.Rules.Catalog(ServiceKind.SignalR).Find("Premium_P1")!;

    [Fact]
    public void A_day_by_the_second_is_its_mean_and_a_day_by_its_peak_its_greatest()
    {
        // The billing page's own example: 5 units for 18 hours and 10 for 6 are 6.25 units.
        int[] minutes = [.. Enumerable.Repeat(5, 18 * 60), .. Enumerable.Repeat(10, 6 * 60)];

        Assert.Equal(6.25, DayBill.Units(BillingModel.Prorated, minutes));
        Assert.Equal(10, DayBill.Units(BillingModel.DailyPeak, minutes));
        Assert.Equal(new Money(16.10m, "USD"), DayBill.Price(Standard, BillingModel.DailyPeak, minutes));
    }

    [Fact]
    public void Messages_beyond_those_included_are_paid_by_the_million()
    {
        // One unit includes a million a day: 30 million; 42.5 million are sent, 12.5 at 1.00.
        Assert.Equal(new Money(12.5m, "USD"), MonthlyBill.Overage(Standard, 1, 42.5e6));
        Assert.Equal(new Money(0m, "USD"), MonthlyBill.Overage(Standard, 1, 30e6));
        Assert.Null(MonthlyBill.Overage(Standard, 1, null));
    }

    [Fact]
    public void Premium_for_Standard_costs_the_difference_for_every_unit() =>
        // 5 x 30 x (2.00 - 1.61)
        Assert.Equal(new Money(58.50m, "USD"), MonthlyBill.Change(MonthlyBill.Of(Standard, 5, 1e6), MonthlyBill.Of(Premium, 5, 1e6)));

    [Fact]
    public void Without_a_price_no_bill_is_made_up() =>
        Assert.Null(MonthlyBill.Change(MonthlyBill.Of(Standard with { UnitPricePerDay = null }, 5, 1e6), MonthlyBill.Of(Standard, 4, 1e6)));
}
