using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Costs;

/// <summary>
/// The actual cost of a resource beside the estimate of the same days: those that Cost Management states and Advisor counted in full. Units
/// show how Azure bills a day, whatever the prices are.
/// </summary>
/// <param name="Days">Number of these days, 1 or more.</param>
/// <param name="Actual">Actual cost of these days.</param>
/// <param name="UnitDays">Days of a unit that were billed; null = not stated for every one of these days.</param>
/// <param name="Prorated">Estimate with the mean of each day's units.</param>
/// <param name="DailyPeak">Estimate with the maximum of each day's units.</param>
public sealed record CostComparison(int Days, Money Actual, decimal? UnitDays, CostReading Prorated, CostReading DailyPeak)
{
    // A day with a gap longer than this, in minutes, may have had another size in it.
    private const int MaxGap = 60;

    // Azure's quantities and ours may differ by as much without a reason: a minute here or there.
    private const decimal MinDifference = 0.02m;

    // Part of the difference within which the actual units are near a reading; those in the middle are near none.
    private const decimal Nearness = 0.25m;

    /// <summary>
    /// Finds the billing model whose units are those that were billed; null when unknown, when the two differ by less than 2 %, or when
    /// neither is near. 18 unit-days prorated and 22 by the peak: up to 19 is prorated, from 21 on daily peak.
    /// </summary>
    public BillingModel? FindNearest()
    {
        var difference = DailyPeak.UnitDays - Prorated.UnitDays;
        return UnitDays is not { } billed || difference <= 0 || difference < Prorated.UnitDays * MinDifference ? null
            : Math.Abs(billed - Prorated.UnitDays) <= difference * Nearness ? BillingModel.Prorated
            : Math.Abs(billed - DailyPeak.UnitDays) <= difference * Nearness ? BillingModel.DailyPeak
            : null;
    }

    /// <summary>Compares the days that both have.</summary>
    /// <param name="catalog">SKUs with their prices.</param>
    /// <param name="days">Counted days, oldest first; the last one is in progress.</param>
    /// <returns>Null when there is no such day.</returns>
    public static CostComparison? Compute(ActualCost actual, SkuCatalog catalog, IReadOnlyList<UsageDay> days)
    {
        var currency = actual.Days[^1].Currency;
        var stated = actual.Days.Where(day => day.Currency == currency).ToDictionary(day => day.Day);
        var counted = days.SkipLast(1)
            .Where(day => day.Minutes >= UsageDay.Length - MaxGap && catalog.Find(day.Sku) is not null && stated.ContainsKey(day.Date))
            .ToList();
        if (counted.Count == 0)
        {
            return null;
        }

        var compared = counted.ConvertAll(day => stated[day.Date]);
        return new(
            counted.Count,
            new Money(compared.Sum(day => day.Amount), currency),
            compared.TrueForAll(day => day.UnitDays is not null) ? compared.Sum(day => day.UnitDays) : null,
            CostReading.Compute(catalog, BillingModel.Prorated, counted),
            CostReading.Compute(catalog, BillingModel.DailyPeak, counted)
        );
    }
}

/// <summary>Estimate of several days by one billing model.</summary>
/// <param name="UnitDays">Days of a unit.</param>
/// <param name="Cost">Units and messages; null when a price or a number of messages is not known.</param>
public readonly record struct CostReading(decimal UnitDays, Money? Cost)
{
    /// <param name="days">Days that are over, of SKUs of the catalog; one or more.</param>
    internal static CostReading Compute(SkuCatalog catalog, BillingModel billing, IReadOnlyList<UsageDay> days)
    {
        var units = 0m;
        var costs = new List<Money?>();
        foreach (var day in days)
        {
            var sku = catalog.Find(day.Sku)!;
            var billed = BilledDay.Compute(sku, billing, day, isWhole: true);
            units += billed.Units;
            costs.Add(sku.UnitPricePerDay * billed.Units);
            if (sku.SellsMessages)
            {
                costs.Add(billed.MillionMessages is { } millions ? sku.MillionMessagesPrice * millions : null);
            }
        }

        return new(units, costs.Aggregate((sum, cost) => sum?.Currency == cost?.Currency ? sum + cost : null));
    }
}
