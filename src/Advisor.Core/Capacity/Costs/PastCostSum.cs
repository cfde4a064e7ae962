using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Costs;

/// <summary>Actual costs of several resources.</summary>
/// <param name="Window">From the first day of any to the last day of any.</param>
/// <param name="Totals">Sums, one for each currency: amounts in different currencies do not add up.</param>
/// <param name="Resources">Resources whose actual cost is known, 1 or more.</param>
public sealed record PastCostSum(CostWindow Window, IReadOnlyList<Money> Totals, int Resources)
{
    /// <param name="costs">Costs of the resources; null = not known, which is not part of the sums.</param>
    /// <returns>Null when none is known.</returns>
    public static PastCostSum? Compute(IEnumerable<PastCost?> costs)
    {
        var known = costs.OfType<PastCost>().ToList();
        return known.Count == 0
            ? null
            : new(
                new CostWindow(known.Min(cost => cost.Window.From), known.Max(cost => cost.Window.To)),
                [
                    .. known
                        .SelectMany(cost => cost.Totals)
                        .GroupBy(total => total.Currency, StringComparer.Ordinal)
                        .OrderBy(group => group.Key, StringComparer.Ordinal)
                        .Select(group => new Money(group.Sum(total => total.Amount), group.Key)),
                ],
                known.Count
            );
    }
}
