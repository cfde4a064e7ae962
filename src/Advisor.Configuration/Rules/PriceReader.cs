using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Reads <c>prices</c>: the user's prices, in one currency. A SKU that is not listed keeps the price of the rules if the currency is the
/// same, and has none otherwise: amounts in two currencies are never compared.
/// </summary>
internal static class PriceReader
{
    private const decimal MaxPrice = 1_000_000;

    public static RuleSet Read(MapReader root, RuleSet rules)
    {
        if (root.ReadMap("prices", required: false) is not { } prices)
        {
            return rules;
        }

        var currency = prices.ReadReference("currency", required: true, CurrencyCode.Parse);
        var catalogs = rules
            .Catalogs.Select(catalog => ReadCatalog(prices.ReadMap(GetKey(catalog.Service), required: false), catalog, currency))
            .ToList();
        prices.ReportUnknownKeys();
        return rules with { Catalogs = catalogs };
    }

    private static string GetKey(ServiceKind service) => EnumNames.Services.First(pair => pair.Value == service).Key;

    private static SkuCatalog ReadCatalog(MapReader? map, SkuCatalog catalog, string? currency)
    {
        var skus = catalog.Skus.Select(sku => ReadPrices(map?.ReadMap(sku.Name, required: false), sku, currency)).ToList();
        map?.ReportUnknownKeys();
        return new SkuCatalog(catalog.Service, skus, catalog.Changes, catalog.RegionalUnitQuota)
        {
            DefaultBilling = catalog.DefaultBilling,
            ConnectionRates = catalog.ConnectionRates,
        };
    }

    private static Sku ReadPrices(MapReader? map, Sku sku, string? currency)
    {
        var unit = map?.ReadAmount("unitPerDay", 0, MaxPrice);
        var messages = map?.ReadAmount("millionMessages", 0, MaxPrice, required: false);
        map?.ReportUnknownKeys();
        return currency is null
            ? sku
            : sku with
            {
                HasOwnPrice = unit is not null,
                UnitPricePerDay = unit is { } day ? new Money(day, currency) : KeepIfSameCurrency(sku.UnitPricePerDay, currency),
                MillionMessagesPrice = messages is { } million
                    ? new Money(million, currency)
                    : KeepIfSameCurrency(sku.MillionMessagesPrice, currency),
            };
    }

    private static Money? KeepIfSameCurrency(Money? price, string currency) => price?.Currency == currency ? price : null;
}
