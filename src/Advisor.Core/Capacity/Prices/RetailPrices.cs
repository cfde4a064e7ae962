using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Prices;

/// <summary>Retail prices of one service in one region, as read from Azure.</summary>
/// <param name="Region">In lower case.</param>
/// <param name="Currency">ISO 4217.</param>
/// <param name="ReadAt">Time of the reading.</param>
public sealed record RetailPrices(ServiceKind Service, string Region, string Currency, DateTimeOffset ReadAt)
{
    /// <summary>A price for every SKU of the service; its parts are null where no meter matches.</summary>
    public IReadOnlyList<SkuPrice> Prices { get; init; } = [];

    /// <summary>Meters that gave no price, for people to look at.</summary>
    public IReadOnlyList<UnmatchedMeter> Unmatched { get; init; } = [];

    /// <summary>Whether any SKU that is sold has a price.</summary>
    public bool HasAnyPrice() => Prices.Any(price => price.UnitPerDay > 0);

    /// <summary>
    /// Returns a catalog with these prices in place of its list prices. The user's prices stay. A list price stays where no meter matches
    /// and the currency is the same, or no SKU has a retail price; in another currency the price is unknown, since amounts in two
    /// currencies are never compared.
    /// </summary>
    /// <param name="list">Catalog of the rules, with list prices already less the discount.</param>
    public SkuCatalog Apply(SkuCatalog list, PriceSettings settings) =>
        !HasAnyPrice()
            ? Explain(list, NoPrice)
            : list.WithSkus([
                .. list.Skus.Select(sku =>
                    sku.HasOwnPrice ? sku
                    : !sku.SellsMessages ? sku with { UnitPricePerDay = sku.UnitPricePerDay?.In(Currency) }
                    : Apply(sku, Prices.FirstOrDefault(price => price.Sku == sku.Name), settings)
                ),
            ]);

    private string NoPrice => $"no retail price in {Currency} for {Region}";

    /// <summary>Returns a catalog with its list prices, which say why they are not retail prices.</summary>
    public static SkuCatalog Explain(SkuCatalog list, string note) =>
        list.WithSkus([.. list.Skus.Select(sku => sku.HasOwnPrice || !sku.SellsMessages ? sku : Explain(sku, note))]);

    private static Sku Explain(Sku sku, string note) => sku with { PriceOrigin = sku.PriceOrigin with { Note = note } };

    private Sku Apply(Sku sku, SkuPrice? price, PriceSettings settings)
    {
        var unit = Reduce(price?.UnitPerDay, settings);
        var messages = Reduce(price?.MillionMessages, settings) ?? sku.MillionMessagesPrice?.In(Currency);
        var note = price?.MillionMessages is null && messages is not null ? "messages at the list price" : null;
        return unit is null
            ? Explain(sku, NoPrice) with
            {
                UnitPricePerDay = sku.UnitPricePerDay?.In(Currency),
                MillionMessagesPrice = messages,
            }
            : sku with
            {
                UnitPricePerDay = unit,
                MillionMessagesPrice = messages,
                PriceOrigin = new(PriceSource.Retail, ReadAt.UtcDateTime.ToString("yyyy-MM-dd"))
                {
                    Region = Region,
                    Discount = settings.Discount,
                    Note = note,
                },
            };
    }

    private Money? Reduce(decimal? price, PriceSettings settings) =>
        price is { } known ? settings.Reduce(new Money(known, Currency)) : null;
}
