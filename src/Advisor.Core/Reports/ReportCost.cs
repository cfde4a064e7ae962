using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>
/// What a fleet costs in a month, and what following the recommendations makes of it. Sums of the resources that have a price, to the cent.
/// </summary>
/// <param name="Today">The sizes in force.</param>
/// <param name="After">With every recommendation followed; advisory ones are not in it.</param>
/// <param name="AdvisoryChange">What the advisory ones would change besides.</param>
/// <param name="Unpriced">Resources without a price: they are in none of the sums.</param>
public sealed record ReportCost(MonthlyCost Today, MonthlyCost After, Money AdvisoryChange, int Unpriced)
{
    /// <summary>What following every recommendation changes; advisory ones are not in it.</summary>
    public Money Change => After.Total - Today.Total;

    /// <summary>The sums of a report.</summary>
    /// <returns>Null where no resource has a price, or where currencies differ.</returns>
    public static ReportCost? Compute(IReadOnlyList<ResourceReport> resources)
    {
        var priced = resources.Where(r => r.Cost is not null && r.CostAfter is not null).ToList();
        if (
            priced.Count == 0
            || priced.SelectMany(r => new[] { r.Cost!.Value.Units.Currency, r.CostAfter!.Value.Units.Currency }).Distinct().Skip(1).Any()
        )
        {
            return null;
        }

        return new ReportCost(
            Sum(priced.Select(r => r.Cost!.Value)),
            Sum(priced.Select(r => (r.IsAdvisory ? r.Cost : r.CostAfter)!.Value)),
            priced
                .Where(r => r.IsAdvisory)
                .Aggregate(priced[0].Cost!.Value.Units * 0, (sum, r) => sum + (r.CostAfter!.Value.Total - r.Cost!.Value.Total)),
            resources.Count - priced.Count
        );
    }

    private static MonthlyCost Sum(IEnumerable<MonthlyCost> costs) => costs.Aggregate((sum, next) => sum + next);
}
