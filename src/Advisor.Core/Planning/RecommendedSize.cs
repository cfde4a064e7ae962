using Advisor.Core.Capacity;
using Advisor.Core.Rules;

namespace Advisor.Core.Planning;

/// <summary>
/// What Advisor would run a planned load at: the smallest size that keeps its targets, server connections counted. Server load is known
/// from metrics only.
/// </summary>
/// <param name="Sku">The SKU of the plan where a size of it keeps the targets, else the first that has one; null where none has.</param>
/// <param name="Units">The size; null where none keeps the targets.</param>
/// <param name="Targets">The targets of the policy.</param>
public sealed record RecommendedSize(string? Sku, int? Units, TargetUtilizations Targets)
{
    /// <param name="skus">The SKU of the plan first.</param>
    /// <param name="serverConnections">Connections of the app servers, which the metrics count with those of the clients.</param>
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
            if (model.RequiredUnits(demand).MinSize(sku.Ladder) is { } units)
            {
                return new(sku.Name, units, policy.Targets);
            }
        }

        return new(null, null, policy.Targets);
    }
}
