using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>
/// Monthly cost of a fleet, now and with the recommendations followed. Sums over the resources that have a price, to the cent.
/// </summary>
/// <param name="Today">Cost of the sizes in force.</param>
/// <param name="After">Cost with every recommendation followed, except advisory ones.</param>
/// <param name="AdvisoryChange">Additional change by the advisory ones.</param>
/// <param name="Unpriced">Resources without a price, now or as recommended; they are in none of the sums.</param>
public sealed record ReportCost(MonthlyCost Today, MonthlyCost After, Money AdvisoryChange, int Unpriced)
{
    /// <summary>Change by following every recommendation, except advisory ones.</summary>
    public Money Change => After.Total - Today.Total;

    /// <summary>Computes the sums of a report.</summary>
    /// <returns>Null if no resource has a price, or if currencies differ.</returns>
    public static ReportCost? Compute(IReadOnlyList<ResourceReport> resources)
    {
        var priced = resources.Where(IsPriced).ToList();
        if (
            priced.Count == 0
            || priced.SelectMany(r => new[] { r.Cost, r.CostAfter }).OfType<MonthlyCost>().DistinctBy(c => c.Units.Currency).Skip(1).Any()
        )
        {
            return null;
        }

        return new ReportCost(
            Sum(priced.Select(r => r.Cost!.Value)),
            Sum(priced.Select(r => (r.IsAdvisory ? r.Cost : r.CostAfter)!.Value)),
            priced
                .Where(r => r.IsAdvisory && r.CostAfter is not null)
                .Aggregate(priced[0].Cost!.Value.Units * 0, (sum, r) => sum + (r.CostAfter!.Value.Total - r.Cost!.Value.Total)),
            resources.Count - priced.Count
        );
    }

    /// <summary>
    /// Whether a resource is in the sums: its cost is known, and so is that of the recommended size, which an advisory one does not need.
    /// </summary>
    public static bool IsPriced(ResourceReport resource) =>
        resource.Cost is not null && (resource.IsAdvisory || resource.CostAfter is not null);

    private static MonthlyCost Sum(IEnumerable<MonthlyCost> costs) => costs.Aggregate((sum, next) => sum + next);
}
