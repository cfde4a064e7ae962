using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity.Billing;

public sealed class DailyChargeTests
{
    private static readonly SkuCatalog Catalog = TestResource.Rules.GetCatalog(ServiceKind.SignalR);

    // 2026-11-01 is day 20,758 since 1970.
    private static readonly UsageDay Day = new(20758, "Standard_S1")
    {
        Minutes = 1440,
        UnitMinutes = 2880,
        MaxUnits = 4,
        Pieces = 5_000_000,
        KnownMinutes = 1440,
    };

    [Theory]
    // A mean of 2 units includes 2 of 5 million messages; the largest size, 4 units, includes 4.
    [InlineData(BillingModel.Prorated, 2, 3)]
    [InlineData(BillingModel.DailyPeak, 4, 1)]
    public void A_day_has_a_charge_for_units_and_one_for_messages(BillingModel billing, int units, int millions)
    {
        var charges = DailyCharge.Compute(Catalog, billing, [Day, Day with { Day = 20759 }]).Where(charge => charge.Day.Day == 1).ToList();

        Assert.Equal([(ChargeMeter.Units, units), (ChargeMeter.Messages, millions)], charges.Select(c => (c.Meter, (int)c.Quantity)));
        Assert.Equal([new Money(1.61m * units, "USD"), new Money(millions, "USD")], charges.Select(charge => charge.Cost));
        Assert.All(charges, charge => Assert.Equal((new DateOnly(2026, 11, 1), "Standard_S1"), (charge.Day, charge.Sku)));
    }

    [Fact]
    public void The_day_in_progress_is_charged_up_to_now_and_a_past_one_that_was_counted_in_part_as_a_whole()
    {
        var half = Day with { Minutes = 720, UnitMinutes = 1440 };

        var units = DailyCharge
            .Compute(Catalog, BillingModel.Prorated, [half, half with { Day = 20759 }])
            .Where(charge => charge.Meter == ChargeMeter.Units)
            .Select(charge => charge.Quantity);

        // 1,440 minutes of units in 720 minutes are 2 units; of a day of 1,440 minutes they are 1.
        Assert.Equal([2m, 1m], units);
    }

    // Half a day of 2 units; of the 2 million messages that they include on a whole day, 1 million. 5 million were sent.
    [Fact]
    public void The_day_of_the_creation_is_charged_from_then_on()
    {
        var half = Day with { Minutes = 720, UnitMinutes = 1440, KnownMinutes = 720 };

        var charges = DailyCharge.Compute(
            Catalog,
            BillingModel.Prorated,
            [half, half with { Day = 20759 }],
            new DateTimeOffset(2026, 11, 1, 12, 0, 0, TimeSpan.Zero)
        );

        Assert.Equal([1m, 4m], charges.Where(charge => charge.Day.Day == 1).Select(charge => charge.Quantity));
    }

    [Fact]
    public void What_is_unknown_is_no_charge()
    {
        Assert.Equal(
            ChargeMeter.Units,
            Assert.Single(DailyCharge.Compute(Catalog, BillingModel.Prorated, [Day with { KnownMinutes = 0 }])).Meter
        );
        Assert.Empty(DailyCharge.Compute(Catalog, BillingModel.Prorated, [Day with { Sku = "Other" }]));
        Assert.Empty(DailyCharge.Compute(Catalog, BillingModel.Prorated, [default(UsageDay) with { Sku = "Standard_S1" }]));
    }

    [Fact]
    public void The_list_price_is_the_price_without_the_discount()
    {
        var reduced = Catalog.WithSkus([
            .. Catalog.Skus.Select(sku =>
                sku with
                {
                    UnitPricePerDay = new Money(1.20m, "EUR"),
                    PriceOrigin = new PriceOrigin(PriceSource.Retail, "2026-11-25") { Discount = new Ratio(0.25) },
                }
            ),
        ]);

        var charge = DailyCharge.Compute(reduced, BillingModel.Prorated, [Day, Day])[0];

        // 1.20 is three quarters of 1.60.
        Assert.Equal(1.60m, decimal.Round(charge.ListPrice.Amount, 10));
    }
}
