using Advisor.Configuration.Yaml;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Reads <c>prices</c>: the source of the prices alone, or with currency, discount and the user's prices. A SKU without a price of the
/// user's has that of the source: the list price if the currency is the same, and none otherwise, since amounts in two currencies are never
/// compared; or the retail price of its region, which is read later.
/// </summary>
internal static class PriceReader
{
    private const string Key = "prices";
    private const decimal MaxPrice = 1_000_000;

    public static RuleSet Read(MapReader root, RuleSet rules)
    {
        var before = root.Log.Count;
        var read =
            root.IsScalar(Key) ? ReadSourceAlone(root, rules)
            : root.ReadMap(Key, required: false) is { } map ? ReadAll(map, rules)
            : rules;
        return root.Log.Count == before ? read : rules;
    }

    private static RuleSet ReadSourceAlone(MapReader root, RuleSet rules)
    {
        var source = ReadSource(root, Key);
        Check(root, source, []);
        return rules with { Prices = rules.Prices with { Source = source ?? rules.Prices.Source } };
    }

    private static RuleSet ReadAll(MapReader map, RuleSet rules)
    {
        var own = rules.Catalogs.Where(catalog => map.HasKey(GetKey(catalog.Service))).Select(catalog => catalog.Service).ToList();
        var source = ReadSource(map, "source") ?? (own.Count > 0 ? PriceSource.Own : PriceSource.List);

        // A currency is for retail prices and the user's; those of the list have theirs.
        var isStated = map.HasKey("currency") || own.Count > 0;
        var currency = isStated ? map.ReadValue("currency", required: true, CurrencyCode.Parse) : rules.Prices.Currency;
        if (source == PriceSource.List && own.Count == 0 && currency is not null && currency != rules.Prices.Currency)
        {
            map.Note(
                "currency",
                $"The list prices are in {rules.Prices.Currency}, which costs are shown in; the source retail has other currencies."
            );
            currency = rules.Prices.Currency;
        }

        var discount = map.ReadValue("discount", required: false, ShareReader.Parse);
        if (discount is { Value: >= 1 })
        {
            map.Report("discount", "A discount of 100 % leaves no price.");
        }

        var settings = new PriceSettings(source, currency ?? rules.Prices.Currency, discount is { Value: > 0 } ? discount : null);
        var catalogs = rules
            .Catalogs.Select(catalog =>
                ReadCatalog(
                    map.ReadMap(GetKey(catalog.Service), required: false),
                    Reduce(catalog, settings),
                    source == PriceSource.Retail && !own.Contains(catalog.Service) ? null : currency
                )
            )
            .ToList();
        map.ReportUnknownKeys();
        Check(map, source, own);
        return rules with { Catalogs = catalogs, Prices = settings };
    }

    private static PriceSource? ReadSource(MapReader map, string key) => map.ReadChoice(key, EnumNames.PriceSources, required: false);

    private static void Check(MapReader map, PriceSource? source, List<ServiceKind> own)
    {
        var key = map.HasKey(Key) ? Key : "source";
        if (source == PriceSource.List && own.Count > 0)
        {
            map.Report(key, "Prices of your own are stated below: the source is file, or retail for the SKUs without one.");
        }

        if (source == PriceSource.Own && own.Count == 0)
        {
            // With the currency alone no cost is known, which decisions can do without.
            Action<string, string> report = map.HasKey("currency") ? map.Note : map.Report;
            report(key, "The source file needs your prices: currency, and a price for each SKU (see the examples of 'advisor init').");
        }
    }

    private static string GetKey(ServiceKind service) => EnumNames.Services.First(pair => pair.Value == service).Key;

    private static SkuCatalog Reduce(SkuCatalog catalog, PriceSettings settings) =>
        settings.Discount is null ? catalog : catalog.WithSkus([.. catalog.Skus.Select(sku => Reduce(sku, settings))]);

    private static Sku Reduce(Sku sku, PriceSettings settings) =>
        sku with
        {
            UnitPricePerDay = sku.UnitPricePerDay is { } unit ? settings.Reduce(unit) : null,
            MillionMessagesPrice = sku.MillionMessagesPrice is { } messages ? settings.Reduce(messages) : null,
            PriceOrigin = sku.PriceOrigin with { Discount = sku.SellsMessages ? settings.Discount : null },
        };

    /// <param name="currency">Currency of all prices; null = that of the list prices.</param>
    private static SkuCatalog ReadCatalog(MapReader? map, SkuCatalog catalog, string? currency)
    {
        var skus = catalog.Skus.Select(sku => ReadPrices(map?.ReadMap(sku.Name, required: false), sku, currency)).ToList();
        map?.ReportUnknownKeys();
        return catalog.WithSkus(skus);
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
                PriceOrigin = unit is null ? sku.PriceOrigin : new PriceOrigin(PriceSource.Own),
                UnitPricePerDay = unit is { } day ? new Money(day, currency) : sku.UnitPricePerDay?.In(currency),
                MillionMessagesPrice = messages is { } million ? new Money(million, currency) : sku.MillionMessagesPrice?.In(currency),
            };
    }
}
