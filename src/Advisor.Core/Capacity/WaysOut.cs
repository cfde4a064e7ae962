using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;

namespace Advisor.Core.Capacity;

/// <summary>What helps where no number of units of the present SKU does.</summary>
public static class WaysOut
{
    private const int MostInstances = 100;

    /// <summary>
    /// The ways out for a demand, each with its size and price: Premium_P2 where it suffices, a split over instances of the present SKU, and larger groups
    /// where the routing of small groups is what binds. Empty where a size of the present SKU keeps every known limit.
    /// </summary>
    public static IReadOnlyList<WayOut> Of(CapacityModel model, SkuCatalog catalog, in Demand demand)
    {
        var needs = model.Needs(demand);
        if (needs.Greatest() is not { } need || model.Sku.Ladder.AtLeast(need) is not null)
        {
            return [];
        }

        var dimension = Worst(needs);
        return
        [
            .. new[]
            {
                Premium(model, catalog, demand, dimension),
                Split(model, demand, dimension),
                dimension == Dimension.Routing ? LargerGroups(model, demand) : null,
            }.OfType<WayOut>(),
        ];
    }

    private static Dimension Worst(Needs needs) => Binding.Dimensions.MaxBy(dimension => needs.Need(dimension) ?? -1);

    private static WayOut? Premium(CapacityModel model, SkuCatalog catalog, Demand demand, Dimension dimension)
    {
        var larger = catalog.Skus
            .Where(sku => sku.Name != model.Sku.Name && sku.Ladder.Greatest > model.Sku.Ladder.Greatest)
            .Select(sku => (Sku: sku, Units: model.On(sku).Needs(demand).LeastSize(sku.Ladder)))
            .Where(way => way.Units is not null)
            .ToList();
        if (larger.Count == 0)
        {
            return null;
        }

        var (other, units) = larger.Select(way => (way.Sku, way.Units!.Value)).MinBy(way => way.Value);
        var price = other.MonthlyPrice(units);
        var limit = model.On(other).Published(dimension, units);
        var gives = limit is { } l ? $" gives {Figures.Of(dimension, l)}" : " keeps the server load";
        return new WayOut("premiumP2", $"{Wording.Size(other.Name, units)}{gives}{For(price)}.", other.Name, units, 1, price);
    }

    private static WayOut? Split(CapacityModel model, Demand demand, Dimension dimension)
    {
        for (var instances = 2; instances <= MostInstances; instances++)
        {
            if (model.Needs(demand.Over(instances)).LeastSize(model.Sku.Ladder) is { } units)
            {
                var price = model.Sku.MonthlyPrice(units) * instances;
                var care = dimension == Dimension.Routing ? " Members of a group must meet on the same instance." : "";
                return new WayOut("split", $"{instances} instances of {Wording.Size(model.Sku.Name, units)}, the clients spread evenly{For(price)}.{care}", model.Sku.Name, units, instances, price);
            }
        }

        return null;
    }

    private static string For(Money? price) => price is { } known
        ? $", for {Wording.Amount(known)} a month"
        : "";

    // The same deliveries with groups of 20: g / 20 of the messages come in, nothing more goes out, and no wall is left.
    private static WayOut? LargerGroups(CapacityModel model, Demand demand)
    {
        var table = model.Table;
        var size = UseCaseTraffic.BigGroupFrom(table);
        var parts = model.Workload.Parts;
        if (!parts.Any(part => UseCaseTraffic.IsSmallGroup(table, part)))
        {
            return null;
        }

        var larger = parts.Select(part => UseCaseTraffic.IsSmallGroup(table, part)
            ? part with { UseCase = UseCase.SendToSmallGroup, GroupSize = size, Share = new Ratio(part.Share.Value * UseCaseTraffic.GroupSize(table, part) / size) }
            : part).ToList();
        var sum = larger.Sum(part => part.Share.Value);
        var workload = new Workload([.. larger.Select(part => part with { Share = new Ratio(part.Share.Value / sum) })]);

        double Inbound(IEnumerable<WorkloadPart> of) => of.Sum(p => p.Share.Value * p.MessageBytes * UseCaseTraffic.Of(table, p, false).In);
        var smaller = demand with { InboundBytes = demand.InboundBytes * Inbound(larger) / Inbound(parts) };
        if (new CapacityModel(table, model.Sku, workload, model.CountsServerLeg, model.Policy, model.Targets).Needs(smaller).LeastSize(model.Sku.Ladder) is not { } units)
        {
            return null;
        }

        var price = model.Sku.MonthlyPrice(units);
        return new WayOut(
            "largerGroups",
            $"Groups of {size} members or more: the same deliveries then take fewer messages in, routing sets no limit, and {Wording.Size(model.Sku.Name, units)} suffices{For(price)}.",
            model.Sku.Name,
            units,
            1,
            price);
    }
}
