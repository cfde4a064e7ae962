using Advisor.Core.Capacity.Costs;
using Advisor.Reporting.Json;

namespace Advisor.Web.Fleet;

/// <summary>Actual costs of the fleet.</summary>
/// <param name="From">First day of any resource, UTC.</param>
/// <param name="To">Last day of any resource, UTC.</param>
/// <param name="Totals">Sums, one for each currency.</param>
/// <param name="Resources">Resources in the sums.</param>
internal sealed record FleetActualCost(DateOnly From, DateOnly To, IReadOnlyList<ActualAmount> Totals, int Resources)
{
    public static FleetActualCost? Create(PastCostSum? sum) =>
        sum is null ? null : new(sum.Window.From, sum.Window.To, ActualAmount.List(sum.Totals), sum.Resources);
}
