using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Prices;

/// <summary>Where a price comes from.</summary>
public enum PriceSource
{
    /// <summary>The one list price of <c>rules/skus.yaml</c>, whatever the region.</summary>
    List,

    /// <summary>The user's price in advisor.yaml.</summary>
    Own,

    /// <summary>Azure's Retail Prices API: the price of a region and currency, as read on a date.</summary>
    Retail,
}

/// <summary>Origin of the unit price of a SKU.</summary>
/// <param name="AsOf">Date of the price, as precise as its source: 2022, or 2026-11-25; null when unknown, and for the user's.</param>
public sealed record PriceOrigin(PriceSource Source, string? AsOf = null)
{
    /// <summary>Region of a retail price in its short form; null for the others, which state none.</summary>
    public string? Region { get; init; }

    /// <summary>Discount of the user's agreement that the price includes; null = none.</summary>
    public Ratio? Discount { get; init; }

    /// <summary>Why this is not the price that the configuration asks for, or what it lacks; null = nothing to say.</summary>
    public string? Note { get; init; }

    /// <summary>
    /// Returns the origin in words: "your price", "list price of 2022 in USD, region not stated", or "retail price of 2026-11-25 in EUR,
    /// westeurope, less 12 %".
    /// </summary>
    /// <param name="currency">Currency of the price; null when there is no price.</param>
    public string Describe(string? currency)
    {
        if (Source == PriceSource.Own)
        {
            return "your price";
        }

        var note = Note is null ? "" : $" ({Note})";
        if (currency is null)
        {
            return "no price in this currency" + note;
        }

        var name = Source == PriceSource.Retail ? "retail price" : "list price";
        return $"{name}{(AsOf is null ? "" : $" of {AsOf}")} in {currency}, {Region ?? "region not stated"}"
            + (Discount is { } discount ? $", less {Wording.FormatPercent(discount.Value, 2)}" : "")
            + note;
    }
}

/// <summary>Prices that the configuration asks for.</summary>
/// <param name="Source">Source of the prices that the user does not state.</param>
/// <param name="Currency">Currency of the retail prices and of the user's, ISO 4217.</param>
/// <param name="Discount">Discount of the user's agreement on list and retail prices; null = none.</param>
public sealed record PriceSettings(PriceSource Source, string Currency, Ratio? Discount)
{
    /// <summary>The list prices, which are in USD.</summary>
    public static PriceSettings Default { get; } = new(PriceSource.List, "USD", null);

    /// <summary>Returns a price less the discount.</summary>
    public Money Reduce(Money price) => Discount is { } discount ? price * (1 - (decimal)discount.Value) : price;
}
