using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Meter of a charge.</summary>
public enum ChargeMeter
{
    /// <summary>Units, a day each.</summary>
    Units,

    /// <summary>Messages beyond the included ones, in millions.</summary>
    Messages,
}

/// <summary>Estimated charge of one UTC day and meter.</summary>
/// <param name="Day">The day, UTC.</param>
/// <param name="Sku">SKU at the end of the day.</param>
/// <param name="Quantity">Days of a unit, or millions of messages.</param>
/// <param name="Price">Price of one, with the discount of the user's agreement.</param>
/// <param name="Origin">Source and date of the price.</param>
public sealed record DailyCharge(DateOnly Day, string Sku, ChargeMeter Meter, decimal Quantity, Money Price, PriceOrigin Origin)
{
    public Money Cost => Price * Quantity;

    /// <summary>Price of one without the discount.</summary>
    public Money ListPrice => Origin.Discount is { } discount ? Price * (1 / (1 - (decimal)discount.Value)) : Price;

    /// <summary>
    /// Computes the charges of the counted days. A day that was counted in part is like the counted part; the last one, in progress, is
    /// charged up to now. A meter without a price or a known quantity has no charge, which is not a charge of 0.
    /// </summary>
    /// <param name="billing">How units are billed within a day; null = the default of the service.</param>
    /// <param name="days">Counted days, oldest first; the last one is in progress.</param>
    /// <param name="createdAt">When the resource was created; null = not known.</param>
    public static IReadOnlyList<DailyCharge> Compute(
        SkuCatalog catalog,
        BillingModel? billing,
        IReadOnlyList<UsageDay> days,
        DateTimeOffset? createdAt = null
    ) =>
        [
            .. UsageDay
                .MarkCreation(days, UsageDay.FindPossible(createdAt, days))
                .SelectMany((day, index) => Compute(catalog.Find(day.Sku), billing ?? catalog.DefaultBilling, day, index < days.Count - 1)),
        ];

    private static IEnumerable<DailyCharge> Compute(Sku? sku, BillingModel billing, UsageDay day, bool isWhole)
    {
        if (sku is null || day.Minutes == 0)
        {
            yield break;
        }

        var billed = BilledDay.Compute(sku, billing, day, isWhole);
        if (sku.UnitPricePerDay is { } unit)
        {
            yield return new(day.Date, sku.Name, ChargeMeter.Units, billed.Units, unit, sku.PriceOrigin);
        }

        if (sku.MillionMessagesPrice is { } price && billed.MillionMessages is { } millions)
        {
            yield return new(day.Date, sku.Name, ChargeMeter.Messages, millions, price, sku.PriceOrigin);
        }
    }
}
