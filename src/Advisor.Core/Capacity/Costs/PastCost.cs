using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Costs;

/// <summary>What an evaluation states of the actual cost of a resource.</summary>
/// <param name="Window">Days of the totals.</param>
/// <param name="ReadAt">When they were read.</param>
/// <param name="Totals">One for each currency, one or more.</param>
/// <param name="Comparison">The estimate of the same days; null when Advisor counted none of them.</param>
public sealed record PastCost(CostWindow Window, DateTimeOffset ReadAt, IReadOnlyList<Money> Totals, CostComparison? Comparison)
{
    /// <returns>Null when the actual cost is not known.</returns>
    /// <param name="days">Counted days, oldest first; the last one is in progress.</param>
    public static PastCost? Compute(ActualCost? actual, SkuCatalog catalog, IEnumerable<UsageDay> days) =>
        actual is null ? null : new(actual.Window, actual.ReadAt, actual.SumDays(), CostComparison.Compute(actual, catalog, [.. days]));
}
