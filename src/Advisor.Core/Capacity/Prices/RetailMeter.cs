namespace Advisor.Core.Capacity.Prices;

/// <summary>Meter of Azure's Retail Prices API, with the names of that API.</summary>
/// <param name="SkuName">SKU, such as Standard or Premium.</param>
/// <param name="MeterName">Meter, such as Standard Unit or Standard Message.</param>
/// <param name="UnitOfMeasure">What the price is for: 1/Day, or 1M.</param>
/// <param name="CurrencyCode">Currency of the price, ISO 4217.</param>
/// <param name="RetailPrice">Price without discount, 0 or more.</param>
public sealed record RetailMeter(string SkuName, string MeterName, string UnitOfMeasure, string CurrencyCode, decimal RetailPrice)
{
    /// <summary>Quantity from which the price applies; 0 without graduated prices.</summary>
    public decimal TierMinimumUnits { get; init; }

    /// <summary>Whether the meter is that of its own region, not one that another region also lists.</summary>
    public bool IsPrimary { get; init; } = true;
}

/// <summary>Meter that gave no price, and why.</summary>
public sealed record UnmatchedMeter(RetailMeter Meter, string Reason);

/// <summary>Retail price of a SKU, without discount.</summary>
/// <param name="UnitPerDay">Price of a unit for a day; null when no meter matches. Never 0 for a SKU that is sold.</param>
/// <param name="MillionMessages">Price of a million messages; null when no meter matches, and for a SKU that sells none.</param>
public sealed record SkuPrice(string Sku, decimal? UnitPerDay, decimal? MillionMessages);
