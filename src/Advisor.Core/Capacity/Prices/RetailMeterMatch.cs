namespace Advisor.Core.Capacity.Prices;

/// <summary>
/// Finds the price of each SKU among the meters of its service and region: by the name of the SKU, and by the unit of measure, which tells
/// units (a number a day) from messages (a number). Where several meters with different prices fit, the one with the usual name counts
/// (Standard Unit, Standard Message), otherwise none. A price of 0 of a SKU that is sold is no price.
/// </summary>
public static class RetailMeterMatch
{
    private const decimal Million = 1_000_000;
    private const string DayMeasure = "/Day";

    /// <summary>Matches the meters of one service in one region.</summary>
    /// <param name="meters">Meters with the price type Consumption.</param>
    /// <param name="region">In lower case.</param>
    /// <param name="currency">Currency that was asked for, ISO 4217.</param>
    public static RetailPrices Match(
        SkuCatalog catalog,
        IReadOnlyList<RetailMeter> meters,
        string region,
        string currency,
        DateTimeOffset readAt
    )
    {
        var candidates = meters.Select(meter => (Meter: meter, Problem: FindProblem(catalog, meter, currency))).ToList();
        var usable = candidates.Where(candidate => candidate.Problem is null).Select(candidate => candidate.Meter).ToList();
        var used = new HashSet<RetailMeter>();
        var prices = new List<SkuPrice>();
        foreach (var sku in catalog.Skus.Where(sku => sku.SellsMessages))
        {
            var unit = Find(sku, usable, isUnit: true);
            var messages = Find(sku, usable, isUnit: false);
            used.UnionWith(new[] { unit, messages }.OfType<RetailMeter>());
            prices.Add(new SkuPrice(sku.Name, ComputePrice(unit, 1), ComputePrice(messages, Million)));
        }

        return new RetailPrices(catalog.Service, region, currency, readAt)
        {
            Prices = prices,
            Unmatched =
            [
                .. candidates.Where(c => c.Problem is { Length: > 0 }).Select(c => new UnmatchedMeter(c.Meter, c.Problem!)),
                .. usable.Except(used).Where(meter => !used.Any(other => IsSamePrice(meter, other))).Select(Explain),
            ],
        };
    }

    /// <summary>Returns why a meter cannot be a price; empty where that needs no mention; null when it can.</summary>
    private static string? FindProblem(SkuCatalog catalog, RetailMeter meter, string currency) =>
        catalog.Skus.FirstOrDefault(sku => IsOfTier(meter, sku)) is not { } sku ? $"no SKU has the name {meter.SkuName}"
        : !sku.SellsMessages ? ""
        : ParseMeasure(meter.UnitOfMeasure) is null ? $"the unit of measure {meter.UnitOfMeasure} is not known"
        : meter.CurrencyCode != currency ? $"the price is in {meter.CurrencyCode}, not {currency}"
        : meter.RetailPrice <= 0 ? "the price is 0"
        : null;

    private static UnmatchedMeter Explain(RetailMeter meter) =>
        new(meter, "another meter of this SKU and unit of measure has another price");

    private static RetailMeter? Find(Sku sku, List<RetailMeter> meters, bool isUnit)
    {
        var fitting = meters.Where(meter => ParseMeasure(meter.UnitOfMeasure)!.Value.IsUnit == isUnit && IsOf(meter, sku)).ToList();
        fitting = Prefer(fitting, meter => ListWords(meter).Contains(GetVariant(sku), StringComparer.OrdinalIgnoreCase));
        fitting = Prefer(fitting, meter => meter.IsPrimary);
        fitting = Prefer(fitting, meter => meter.TierMinimumUnits == fitting.Min(other => other.TierMinimumUnits));
        var usual = $"{sku.Tier} {(isUnit ? "Unit" : "Message")}";
        fitting = Prefer(fitting, meter => meter.MeterName.TrimEnd('s').Equals(usual, StringComparison.OrdinalIgnoreCase));
        return fitting.Select(meter => ComputePrice(meter, 1)).Distinct().Count() == 1 ? fitting[0] : null;
    }

    private static List<RetailMeter> Prefer(List<RetailMeter> meters, Func<RetailMeter, bool> isBetter) =>
        meters.Where(isBetter).ToList() is { Count: > 0 } better ? better : meters;

    // A meter of Premium is of both Premium SKUs, unless it names one of them.
    private static bool IsOf(RetailMeter meter, Sku sku)
    {
        var variants = ListWords(meter).Where(IsVariant).ToList();
        return IsOfTier(meter, sku) && (variants.Count == 0 || variants.Contains(GetVariant(sku), StringComparer.OrdinalIgnoreCase));
    }

    private static bool IsOfTier(RetailMeter meter, Sku sku) =>
        meter.SkuName.Split(' ', '_')[0].Equals(sku.Tier, StringComparison.OrdinalIgnoreCase);

    private static IEnumerable<string> ListWords(RetailMeter meter) => $"{meter.SkuName} {meter.MeterName}".Split(' ', '_');

    private static bool IsVariant(string word) => word.Length == 2 && char.IsAsciiLetter(word[0]) && char.IsAsciiDigit(word[1]);

    private static string GetVariant(Sku sku) => sku.Name[(sku.Name.IndexOf('_', StringComparison.Ordinal) + 1)..];

    private static bool IsSamePrice(RetailMeter meter, RetailMeter other) =>
        ParseMeasure(meter.UnitOfMeasure)!.Value.IsUnit == ParseMeasure(other.UnitOfMeasure)!.Value.IsUnit
        && meter.SkuName == other.SkuName
        && (ComputePrice(meter, 1) == ComputePrice(other, 1) || !meter.IsPrimary || meter.TierMinimumUnits > other.TierMinimumUnits);

    private static decimal? ComputePrice(RetailMeter? meter, decimal quantity) =>
        meter is null ? null : meter.RetailPrice / ParseMeasure(meter.UnitOfMeasure)!.Value.Quantity * quantity;

    /// <summary>Parses "1/Day" (units), "1M", "10K" or "1" (messages); null for anything else.</summary>
    private static (bool IsUnit, decimal Quantity)? ParseMeasure(string text)
    {
        var isUnit = text.EndsWith(DayMeasure, StringComparison.OrdinalIgnoreCase);
        var number = isUnit ? text[..^DayMeasure.Length] : text;
        var factor =
            number.EndsWith('K') ? 1000
            : number.EndsWith('M') ? Million
            : 1;
        return decimal.TryParse(factor == 1 ? number : number[..^1], out var quantity) && quantity > 0 ? (isUnit, quantity * factor) : null;
    }
}
