using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Planning;

/// <summary>What a plan proposes besides its size: other tiers, instances and services.</summary>
internal static class PlanAlternatives
{
    /// <summary>
    /// Returns the alternatives for the cheapest ladder that does not suffice, and for the largest if that one does not either. A ladder
    /// suffices, and an alternative does, where it keeps what the recommended size keeps: the targets with the connections of its app
    /// servers, and the requested headroom of the limits.
    /// </summary>
    /// <param name="recommended">Size that the plan recommends, which is no alternative to itself; null if there is none.</param>
    public static IReadOnlyList<Alternative> Find(PlanSizing sizing, PlanLoad load, List<PlanRow> rows, PlanRow chosen, Size? recommended)
    {
        return Alternatives.SortByCost(
            rows.Select(row => row.Sku)
                .Distinct()
                .GroupBy(sku => sku.Ladder.Max)
                .SelectMany(same =>
                    Alternatives.Find(
                        sizing.CreateTargetModel(load, same.MinBy(sku => sku.ComputeMonthlyPrice(1)?.Amount ?? decimal.MaxValue)!),
                        sizing.Catalog,
                        load.Demand,
                        (sku, units) => MessageBill.ComputeMonthlyCost(sizing, load, sku, units),
                        findSize: FindSize
                    )
                )
                .Where(way => way.Instances > 1 || !IsAnswer(new Size(way.Sku!, way.Units!.Value)))
        );

        bool IsAnswer(Size size) => (chosen.Size.Fits && size == chosen.Size.Size) || size == recommended;

        int? FindSize(CapacityModel model, Demand demand)
        {
            // An instance has whole clients.
            var part = demand.ScaleBy(Math.Ceiling(demand.Connections!.Value) / demand.Connections.Value);
            return
                model.ComputeRequiredUnitsAtLimits(part.ScaleBy(1 / (1 - sizing.Request.Headroom.Value))).FindMinSize(model.Sku.Ladder)
                    is { } min
                ? RecommendedSize.FindUnits(sizing, load, model, part, min)
                : null;
        }
    }
}
