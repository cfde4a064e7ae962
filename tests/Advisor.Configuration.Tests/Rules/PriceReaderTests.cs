using Advisor.Configuration.Rules;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Tests.Rules;

public sealed class PriceReaderTests
{
    [Theory]
    [InlineData("prices: list", PriceSource.List, "USD")]
    [InlineData("prices: retail", PriceSource.Retail, "USD")]
    [InlineData("prices: Retail", PriceSource.Retail, "USD")]
    [InlineData("prices: { source: retail, currency: EUR }", PriceSource.Retail, "EUR")]
    [InlineData("prices: { discount: 12% }", PriceSource.List, "USD")]
    [InlineData("prices: { currency: USD }", PriceSource.List, "USD")]
    [InlineData("prices: { currency: EUR }", PriceSource.List, "USD")]
    [InlineData("prices: { source: file, currency: EUR }", PriceSource.Own, "EUR")]
    [InlineData("prices: { currency: EUR, signalr: { Standard_S1: { unitPerDay: 2 } } }", PriceSource.Own, "EUR")]
    public void The_source_is_stated_alone_or_with_what_belongs_to_it(string text, PriceSource source, string currency)
    {
        var prices = Load(text).Prices;

        Assert.Equal((source, currency), (prices.Source, prices.Currency));
    }

    [Fact]
    public void A_file_without_prices_has_the_list_prices_as_they_are()
    {
        var rules = Load("defaults: { mode: observe }");

        Assert.Equal(PriceSettings.Default, rules.Prices);
        Assert.Equal(
            RuleSetLoader.Embedded.GetCatalog(ServiceKind.SignalR).Find("Standard_S1"),
            rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")
        );
    }

    [Fact]
    public void A_discount_reduces_list_prices_and_is_named_and_leaves_the_users_prices_alone()
    {
        var catalog = Load(
                """
                prices:
                  source: file
                  currency: USD
                  discount: 0.25
                  signalr:
                    Premium_P1: { unitPerDay: 1.90 }
                """
            )
            .GetCatalog(ServiceKind.SignalR);

        // 1.61 and 1.00 less a quarter: 1.2075 and 0.75.
        var standard = catalog.Find("Standard_S1")!;
        Assert.Equal((new Money(1.2075m, "USD"), new Money(0.75m, "USD")), (standard.UnitPricePerDay, standard.MillionMessagesPrice));
        Assert.Equal("list price of 2022 in USD, region not stated, less 25 %", standard.PriceBasis);
        Assert.Equal(
            (new Money(1.90m, "USD"), "your price"),
            (catalog.Find("Premium_P1")!.UnitPricePerDay, catalog.Find("Premium_P1")!.PriceBasis)
        );
    }

    [Fact]
    public void Retail_prices_in_another_currency_keep_the_list_prices_until_they_are_read()
    {
        var rules = Load(
            """
            prices: { source: retail, currency: EUR }
            monthlyBudget: { amount: 100, currency: EUR }
            """
        );

        Assert.Equal(new Money(1.61m, "USD"), rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!.UnitPricePerDay);
    }

    // Once they are read, no price is in dollars, and amounts in two currencies are never compared.
    [Fact]
    public void A_budget_in_another_currency_than_retail_prices_is_noted_and_one_of_a_tag_is_ignored()
    {
        var config = ConfigurationLoaderTests.Load(
            """
            prices: { source: retail, currency: EUR }
            monthlyBudget: { amount: 900, currency: USD }
            """
        );
        const string Reason =
            "The budget is in USD, the prices are in EUR; under prices, set source: retail and this currency, or your own prices.";

        Assert.Equal(["monthlyBudget: " + Reason], config.Notes);
        var tags = new Dictionary<string, string> { ["advisor-monthly-budget"] = "900 USD" };
        var result = config.ResolveSettings(ConfigurationLoaderTests.Chat, ServiceKind.SignalR, tags, ConfigurationLoaderTests.Now);
        Assert.Null(result.Settings.MonthlyBudget);
        Assert.Equal(Reason + " The tag is ignored.", Assert.Single(result.Problems).Reason);
    }

    // A mistyped currency, say: no price is ever in it.
    [Fact]
    public void A_budget_in_a_currency_of_neither_retail_prices_nor_the_list_is_a_problem()
    {
        const string Text = """
            prices: { source: retail, currency: EUR }
            monthlyBudget: { amount: 900, currency: GBP }
            """;

        Assert.StartsWith(
            "The budget is in GBP, the prices are in EUR;",
            Assert.Single(ConfigurationLoader.Parse(Text, RuleSetLoader.Embedded).Problems).Reason,
            StringComparison.Ordinal
        );
    }

    // Prices of a tier alone, in another currency than the list: the other paid tiers have none, and nothing is nothing in any currency.
    [Fact]
    public void Prices_in_another_currency_leave_the_free_tier_free()
    {
        var catalog = Load("prices: { currency: EUR, signalr: { Standard_S1: { unitPerDay: 2 } } }").GetCatalog(ServiceKind.SignalR);

        Assert.Equal(new Money(0, "EUR"), catalog.Find("Free_F1")!.UnitPricePerDay);
        Assert.Null(catalog.Find("Premium_P1")!.UnitPricePerDay);
        Assert.Null(catalog.Find("Standard_S1")!.MillionMessagesPrice);
    }

    // Files that earlier versions took, and that scale as well without a cost: a service that was updated starts with them.
    [Theory]
    [InlineData(
        "prices: { currency: EUR }",
        "prices.currency: The list prices are in USD, which costs are shown in; the source retail has other currencies.",
        1.61
    )]
    [InlineData(
        "prices: { source: file, currency: EUR }",
        "prices.source: The source file needs your prices: currency, and a price for each SKU (see the examples of 'advisor init').",
        null
    )]
    public void A_currency_without_prices_is_noted_and_the_file_is_valid(string text, string note, double? price)
    {
        var config = ConfigurationLoaderTests.Load(text);

        Assert.Equal([note], config.Notes);
        var standard = config.Rules.GetCatalog(ServiceKind.SignalR).Find("Standard_S1")!;
        Assert.Equal(price is { } usd ? new Money((decimal)usd, "USD") : null, standard.UnitPricePerDay);
    }

    private static RuleSet Load(string text)
    {
        var result = ConfigurationLoader.Parse(text, RuleSetLoader.Embedded);
        Assert.Empty(result.Problems);
        return result.Configuration!.Rules;
    }
}
