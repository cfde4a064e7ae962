using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>
/// Monthly cost of a fleet, now and with the recommendations followed. Sums over the resources that have a price, to the cent.
/// </summary>
/// <param name="Today">Cost of the sizes in force.</param>
/// <param name="After">Cost with every recommendation followed, except advisory ones.</param>
/// <param name="AdvisoryChange">Additional change by the advisory ones.</param>
/// <param name="Unpriced">Resources without a price; they are in none of the sums.</param>
public sealed record ReportCost(MonthlyCost Today, MonthlyCost After, Money AdvisoryChange, int Unpriced)
{
    /// <summary>Change by following every recommendation, except advisory ones.</summary>
    public Money Change => After.Total - Today.Total;

    /// <summary>Computes the sums of a report.</summary>
    /// <returns>Null if no resource has a price, or if currencies differ.</returns>
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
