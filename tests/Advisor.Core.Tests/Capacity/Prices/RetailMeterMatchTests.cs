using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity.Prices;

public sealed class RetailMeterMatchTests
{
    private static readonly DateTimeOffset ReadAt = new(2026, 11, 25, 0, 0, 0, TimeSpan.Zero);

    private static readonly RetailMeter StandardUnit = Create("Standard", "Standard Unit", "1/Day", 1.45m);
    private static readonly RetailMeter StandardMessage = Create("Standard", "Standard Message", "1M", 0.9m);
    private static readonly RetailMeter PremiumUnit = Create("Premium", "Premium Unit", "1/Day", 1.8m);

    [Fact]
    public void Units_and_messages_are_told_apart_by_the_unit_of_measure_and_both_Premium_SKUs_share_the_meters_of_Premium()
    {
        var found = Match([Create("Free", "Free Unit", "1/Day", 0), StandardUnit, StandardMessage, PremiumUnit]);

        Assert.Equal(
            [new("Standard_S1", 1.45m, 0.9m), new("Premium_P1", 1.8m, null), new SkuPrice("Premium_P2", 1.8m, null)],
            found.Prices
        );
        Assert.Empty(found.Unmatched);
        Assert.Equal(("westeurope", "EUR", ReadAt), (found.Region, found.Currency, found.ReadAt));
    }

    [Fact]
    public void A_meter_that_names_a_SKU_is_of_this_one_alone()
    {
        var found = Match([PremiumUnit, Create("Premium P2", "Premium P2 Unit", "1/Day", 1.7m)]);

        Assert.Equal((1.8m, 1.7m), (Find(found, "Premium_P1").UnitPerDay, Find(found, "Premium_P2").UnitPerDay));
        Assert.Null(Find(Match([Create("Premium P2", "Premium P2 Unit", "1/Day", 1.7m)]), "Premium_P1").UnitPerDay);
        Assert.Empty(found.Unmatched);
    }

    [Theory]
    // 0.009 for ten thousand are 0.9 for a million; 0.0009 for a thousand as well. Ten units for 14.50 a day are 1.45 each.
    [InlineData("10K", 0.009, null, 0.9)]
    [InlineData("1K", 0.0009, null, 0.9)]
    [InlineData("1", 0.0000009, null, 0.9)]
    [InlineData("10/Day", 14.5, 1.45, null)]
    public void A_price_is_converted_to_a_unit_and_day_and_to_a_million_messages(
        string measure,
        double price,
        double? unit,
        double? messages
    )
    {
        var found = Find(Match([Create("Standard", "Standard", measure, (decimal)price)]), "Standard_S1");

        Assert.Equal(((decimal?)unit, (decimal?)messages), (found.UnitPerDay, found.MillionMessages));
    }

    public static TheoryData<string, string, string, double, string> ListUnmatched() =>
        new()
        {
            { "Standard", "Standard Unit", "1/Month", 40, "the unit of measure 1/Month is not known" },
            { "Standard", "Standard Connection", "1 GB", 40, "the unit of measure 1 GB is not known" },
            { "Ultra", "Ultra Unit", "1/Day", 9, "no SKU has the name Ultra" },
            { "Standard", "Standard Unit", "1/Day", 0, "the price is 0" },
            { "Standard", "Standard Unit", "-1/Day", 1, "the unit of measure -1/Day is not known" },
        };

    [Theory]
    [MemberData(nameof(ListUnmatched))]
    public void A_meter_that_gives_no_price_is_listed_with_the_reason(string sku, string meter, string measure, double price, string reason)
    {
        var found = Match([Create(sku, meter, measure, (decimal)price)]);

        Assert.All(found.Prices, known => Assert.Null(known.UnitPerDay));
        Assert.Equal(reason, Assert.Single(found.Unmatched).Reason);
        Assert.False(found.HasAnyPrice());
    }

    [Fact]
    public void A_price_in_another_currency_is_not_used()
    {
        var found = Match([StandardUnit with { CurrencyCode = "USD" }]);

        Assert.Equal("the price is in USD, not EUR", Assert.Single(found.Unmatched).Reason);
        Assert.False(found.HasAnyPrice());
    }

    [Fact]
    public void Of_several_meters_the_one_with_the_usual_name_counts_and_the_others_are_listed()
    {
        var replica = Create("Premium", "Premium Replica Unit", "1/Day", 2.5m);

        var found = Match([replica, PremiumUnit]);

        Assert.Equal(1.8m, Find(found, "Premium_P1").UnitPerDay);
        Assert.Equal(replica, Assert.Single(found.Unmatched).Meter);
    }

    [Fact]
    public void Of_several_meters_without_the_usual_name_none_counts()
    {
        var found = Match([Create("Premium", "Premium A", "1/Day", 2.5m), Create("Premium", "Premium B", "1/Day", 1.5m)]);

        Assert.Null(Find(found, "Premium_P1").UnitPerDay);
        Assert.Equal(2, found.Unmatched.Count);
    }

    [Fact]
    public void The_first_graduated_price_and_the_meter_of_the_region_itself_count()
    {
        var found = Match([
            StandardUnit with
            {
                RetailPrice = 1.2m,
                TierMinimumUnits = 100,
            },
            StandardUnit with
            {
                RetailPrice = 9,
                IsPrimary = false,
            },
            StandardUnit,
        ]);

        Assert.Equal(1.45m, Find(found, "Standard_S1").UnitPerDay);
        Assert.Empty(found.Unmatched);
    }

    private static SkuPrice Find(RetailPrices prices, string sku) => prices.Prices.Single(price => price.Sku == sku);

    private static RetailPrices Match(RetailMeter[] meters) =>
        RetailMeterMatch.Match(TestResource.Rules.GetCatalog(ServiceKind.SignalR), meters, "westeurope", "EUR", ReadAt);

    private static RetailMeter Create(string sku, string meter, string measure, decimal price) => new(sku, meter, measure, "EUR", price);
}
