using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Configuration;

/// <summary>
/// Reads <c>prices</c>: what this user pays, in one currency. A SKU that is not named keeps the price of the rules where the currency is
/// the same, and has none otherwise: amounts of two currencies are never compared.
/// </summary>
internal static class PriceReader
{
    private const decimal Most = 1_000_000;

    public static RuleSet Read(MapReader root, RuleSet rules)
    {
        if (root.Map("prices", required: false) is not { } prices)
        {
            return rules;
        }

        var currency = prices.Reference("currency", required: true, Currency.Conversion);
        var catalogs = rules.Catalogs
            .Select(catalog => Catalog(prices.Map(Word(catalog.Service), required: false), catalog, currency))
            .ToList();
        prices.Done();
        return rules with { Catalogs = catalogs };
    }

    private static string Word(ServiceKind service) => Words.Services.First(pair => pair.Value == service).Key;

    private static SkuCatalog Catalog(MapReader? map, SkuCatalog catalog, string? currency)
    {
        var skus = catalog.Skus.Select(sku => Priced(map?.Map(sku.Name, required: false), sku, currency)).ToList();
        map?.Done();
        return new SkuCatalog(catalog.Service, skus, catalog.Changes, catalog.RegionalUnitQuota) { DefaultBilling = catalog.DefaultBilling };
    }

    private static Sku Priced(MapReader? map, Sku sku, string? currency)
    {
        var unit = map?.Amount("unitPerDay", 0, Most);
        var messages = map?.Amount("millionMessages", 0, Most, required: false);
        map?.Done();
        return currency is null ? sku : sku with
        {
            HasOwnPrice = unit is not null,
            UnitPricePerDay = unit is { } day ? new Money(day, currency) : Same(sku.UnitPricePerDay, currency),
            MillionMessagesPrice = messages is { } million ? new Money(million, currency) : Same(sku.MillionMessagesPrice, currency),
        };
    }

    private static Money? Same(Money? price, string currency) => price?.Currency == currency ? price : null;
}
