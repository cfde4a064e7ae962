using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Tests.Scaling;

namespace Advisor.Core.Tests.Capacity.Prices;

public sealed class RetailPricesTests
{
    private static readonly SkuCatalog List = TestResource.Rules.GetCatalog(ServiceKind.SignalR);
    private static readonly PriceSettings Retail = new(PriceSource.Retail, "USD", null);

    [Fact]
    public void Retail_prices_take_the_place_of_list_prices_less_the_discount_with_region_and_date()
    {
        var sku = Apply(
            Create("EUR", new SkuPrice("Standard_S1", 1.50m, 0.90m)),
            new PriceSettings(PriceSource.Retail, "EUR", new Ratio(0.1))
        );

        // 1.50 and 0.90 less a tenth.
        Assert.Equal((new Money(1.35m, "EUR"), new Money(0.81m, "EUR")), (sku.UnitPricePerDay, sku.MillionMessagesPrice));
        Assert.Equal("retail price of 2026-11-25 in EUR, westeurope, less 10 %", sku.PriceBasis);
    }

    [Fact]
    public void A_missing_meter_leaves_the_list_price_which_says_so()
    {
        var prices = Create("USD", new SkuPrice("Standard_S1", 1.50m, null), new SkuPrice("Premium_P1", null, 0.90m));

        var standard = Apply(prices, Retail);
        Assert.Equal((new Money(1.50m, "USD"), new Money(1.00m, "USD")), (standard.UnitPricePerDay, standard.MillionMessagesPrice));
        Assert.Equal("retail price of 2026-11-25 in USD, westeurope (messages at the list price)", standard.PriceBasis);
        var premium = Apply(prices, Retail, "Premium_P1");
        Assert.Equal(new Money(2.00m, "USD"), premium.UnitPricePerDay);
        Assert.Equal("list price of 2022 in USD, region not stated (no retail price in USD for westeurope)", premium.PriceBasis);
    }

    [Fact]
    public void A_missing_meter_in_another_currency_than_the_list_is_unknown_and_never_zero()
    {
        var prices = Create("EUR", new SkuPrice("Standard_S1", 1.50m, null));

        var settings = Retail with { Currency = "EUR" };
        Assert.Equal(
            (new Money(1.50m, "EUR"), (Money?)null),
            (Apply(prices, settings).UnitPricePerDay, Apply(prices, settings).MillionMessagesPrice)
        );
        Assert.Null(Apply(prices, settings, "Premium_P1").UnitPricePerDay);
    }

    [Fact]
    public void Without_any_retail_price_the_list_prices_stay_in_their_currency()
    {
        var sku = Apply(Create("EUR", new SkuPrice("Standard_S1", null, 0.90m)), Retail with { Currency = "EUR" });

        Assert.Equal((new Money(1.61m, "USD"), new Money(1.00m, "USD")), (sku.UnitPricePerDay, sku.MillionMessagesPrice));
        Assert.Equal("list price of 2022 in USD, region not stated (no retail price in EUR for westeurope)", sku.PriceBasis);
    }

    [Fact]
    public void The_users_price_stays_and_the_free_tier_is_free()
    {
        var own = List.WithSkus([.. List.Skus.Select(sku => sku with { PriceOrigin = new(PriceSource.Own) })]);

        Assert.Equal(
            new Money(1.61m, "USD"),
            Create("EUR", new SkuPrice("Standard_S1", 1.50m, 1)).Apply(own, Retail).Find("Standard_S1")!.UnitPricePerDay
        );
        Assert.Equal(
            new Money(0, "EUR"),
            Apply(Create("EUR", new SkuPrice("Standard_S1", 1.50m, 1)), Retail with { Currency = "EUR" }, "Free_F1").UnitPricePerDay
        );
    }

    [Fact]
    public void Origins_that_differ_in_the_region_alone_are_one_text()
    {
        var west = new PriceOrigin(PriceSource.Retail, "2026-11-25") { Region = "westeurope" };
        (PriceOrigin, string?)[] prices =
        [
            (west, "EUR"),
            (new(PriceSource.List, "2022"), "USD"),
            (west with { Region = "northeurope" }, "EUR"),
            (west, "EUR"),
        ];

        Assert.Equal(
            ["retail price of 2026-11-25 in EUR, westeurope, northeurope", "list price of 2022 in USD, region not stated"],
            PriceOriginList.Describe(prices)
        );
        Assert.Equal("retail prices of 2026-11-25 and list prices of 2022", PriceOriginList.Summarize(prices.Select(price => price.Item1)));
        Assert.Null(PriceOriginList.Summarize([]));
    }

    private static RetailPrices Create(string currency, params SkuPrice[] prices) =>
        new(ServiceKind.SignalR, "westeurope", currency, new(2026, 11, 25, 0, 0, 0, TimeSpan.Zero)) { Prices = prices };

    private static Sku Apply(RetailPrices prices, PriceSettings settings, string sku = "Standard_S1") =>
        prices.Apply(List, settings).Find(sku)!;
}
