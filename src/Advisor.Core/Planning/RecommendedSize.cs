using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>
/// Size that Advisor would choose for a planned load: the smallest that keeps its targets, including server connections. Server load is
/// unknown without metrics.
/// </summary>
/// <param name="Size">
/// Of the SKU of the plan if one of its sizes keeps the targets, otherwise of the first that has one; null if none has.
/// </param>
/// <param name="Targets">Targets of the policy.</param>
public sealed record RecommendedSize(Size? Size, TargetUtilizations Targets)
{
    /// <summary>App servers of the guide at this size; null when it names none.</summary>
    public AppServerAdvice? AppServers { get; init; }

    /// <summary>Limits at this size with their table rows; empty when no size keeps the targets.</summary>
    public IReadOnlyList<CapacityCitation> Citations { get; init; } = [];

    /// <summary>Finds the smallest size on the first SKU that keeps the targets of the policy.</summary>
    /// <param name="skus">SKUs, that of the plan first.</param>
    /// <param name="required">Size that the plan requires, which the headroom of the request may make larger than the targets do.</param>
    internal static RecommendedSize Find(PlanSizing sizing, PlanLoad load, IEnumerable<Sku> skus, (Sku Sku, int Units)? required)
    {
        foreach (var sku in skus)
        {
            var min = required?.Sku == sku ? required.Value.Units : sku.Ladder.Min;
            if (FindUnits(sizing, load, sizing.CreateTargetModel(load, sku), load.Demand, min) is { } units)
            {
                return new(new Size(sku.Name, units), sizing.Targets)
                {
                    AppServers = AppServerAdvice.Find(sizing, load, units),
                    Citations = PlanCitations.List(sizing.GetModel(load, sku), load, units),
                };
            }
        }

        return new(null, sizing.Targets);
    }

    /// <summary>Finds the smallest size, from a minimum on, that keeps the targets of a model; null if none does.</summary>
    /// <param name="load">Load with the app servers, whose connections the metrics count along with those of the clients.</param>
    /// <param name="demand">Demand of the clients.</param>
    internal static int? FindUnits(PlanSizing sizing, PlanLoad load, CapacityModel model, Demand demand, int min)
    {
        foreach (var units in model.Sku.Ladder.Steps.Where(step => step >= min))
        {
            var counted = demand with { Connections = demand.Connections + (AppServerAdvice.Find(sizing, load, units)?.Connections ?? 0) };
            if (model.ComputeRequiredUnits(counted).FindMinSize(model.Sku.Ladder) <= units)
            {
                return units;
            }
        }

        return null;
    }
}
