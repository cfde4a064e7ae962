using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Core.Planning;

/// <summary>
/// Size that Advisor would choose for a planned load: the smallest that keeps its targets, including server connections. Server load is
/// unknown without metrics.
/// </summary>
/// <param name="Sku">SKU of the plan if one of its sizes keeps the targets, otherwise the first that has one; null if none has.</param>
/// <param name="Units">Unit count; null if no size keeps the targets.</param>
/// <param name="Targets">Targets of the policy.</param>
public sealed record RecommendedSize(string? Sku, int? Units, TargetUtilizations Targets)
{
    /// <summary>Finds the smallest size on the first SKU that keeps the targets of the policy.</summary>
    /// <param name="skus">SKUs, that of the plan first.</param>
    /// <param name="serverConnections">Connections of the app servers, which the metrics count along with those of the clients.</param>
    internal static RecommendedSize Find(
        CapacityTable table,
        PolicyRules policy,
        PlanLoad load,
        IEnumerable<Sku> skus,
        int serverConnections
    )
    {
        var demand = load.Demand;
        demand = demand with { Connections = demand.Connections + serverConnections };
        foreach (var sku in skus)
        {
            var model = new CapacityModel(table, sku, load.Workload, countsServerLeg: false, policy.Targets, policy.Targets);
            if (model.ComputeRequiredUnits(demand).FindMinSize(sku.Ladder) is { } units)
            {
                return new(sku.Name, units, policy.Targets);
            }
        }

        return new(null, null, policy.Targets);
    }
}
