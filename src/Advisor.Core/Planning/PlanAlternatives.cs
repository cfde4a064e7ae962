using Advisor.Core.Capacity;

namespace Advisor.Core.Planning;

/// <summary>What a plan proposes besides its size: other tiers, instances and services.</summary>
internal static class PlanAlternatives
{
    // For the cheapest ladder that does not suffice, and for the largest if that one does not either.
    public static IReadOnlyList<Alternative> Find(
        CapacityTable table,
        SkuCatalog catalog,
        PlanRequest request,
        PlanSizing sizing,
        PlanLoad load,
        List<PlanRow> rows,
        PlanRow chosen
    )
    {
        if (request.Units is null && chosen is { Size.Fits: true, Sku.LiftsRoutingWall: false })
        {
            return [];
        }

        var demand = load.Demand;
        var free = 1 - request.Headroom.Value;
        var padded = new Demand(demand.Connections / free, demand.InboundBytes / free, demand.OutboundBytes / free);
        return Alternatives.SortByCost(
            rows.Select(row => row.Sku)
                .Distinct()
                .Where(sku => !rows.Any(row => row.Sku == sku && row.Size.Fits))
                .GroupBy(sku => sku.Ladder.Max)
                .SelectMany(same =>
                    Alternatives.Find(
                        sizing.GetModel(load, same.MinBy(sku => sku.ComputeMonthlyPrice(1)?.Amount ?? decimal.MaxValue)!),
                        catalog,
                        padded,
                        (sku, units) => MessageBill.ComputeMonthlyCost(table, request, load, sku, units)
                    )
                )
                .Where(way => !(chosen.Size.Fits && way.Instances == 1 && way.Sku == chosen.Size.Sku && way.Units == chosen.Size.Units))
        );
    }
}
