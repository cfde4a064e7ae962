using System.Globalization;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.Cost;

namespace Advisor.Core.Capacity;

/// <summary>What helps where no number of units of the present SKU does.</summary>
public static class WaysOut
{
    private const int MostInstances = 100;

    /// <summary>
    /// The ways out for a demand, the cheapest first, each with its size, its price and what it demands: Premium_P2 where it suffices, a split over instances of
    /// the present SKU, and larger groups where the routing of small groups is what binds. Empty where a size of the present SKU keeps every known limit.
    /// </summary>
    /// <param name="change">What so many units of a SKU add to the monthly bill of what is in force; null where nothing is in force: the texts give the bill then.</param>
    /// <param name="bill">What so many units of a SKU cost in a month with the messages of the demand; null = the texts give the price of the units.</param>
    public static IReadOnlyList<WayOut> Of(CapacityModel model, SkuCatalog catalog, in Demand demand, Func<Sku, int, Money?>? change = null, Func<Sku, int, MonthlyCost?>? bill = null)
    {
        var needs = model.Needs(demand);
        if (needs.Greatest() is not { } need || model.Sku.Ladder.AtLeast(need) is not null)
        {
            return [];
        }

        var dimension = Worst(needs);
        string? Cost(Sku sku, int units) => change?.Invoke(sku, units) is { } more ? Wording.Change(more) : bill?.Invoke(sku, units)?.ToString();
        return CheapestFirst(new[]
        {
            Premium(model, catalog, demand, dimension, Cost),
            Split(model, demand, dimension, Cost),
            dimension == Dimension.Routing ? LargerGroups(model, demand, bill is null ? Cost : UnitsOnly) : null,
        }.OfType<WayOut>());
    }

    /// <summary>Ascending by price; without one last.</summary>
    public static IReadOnlyList<WayOut> CheapestFirst(IEnumerable<WayOut> ways) => [.. ways.OrderBy(way => way.MonthlyPrice?.Amount ?? decimal.MaxValue)];

    private static Dimension Worst(Needs needs) => Binding.Dimensions.MaxBy(dimension => needs.Need(dimension) ?? -1);

    private static WayOut? Premium(CapacityModel model, SkuCatalog catalog, Demand demand, Dimension dimension, Func<Sku, int, string?> cost)
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
        var limit = model.On(other).Published(dimension, units);
        var gives = limit is { } l ? $"gives {Figures.Of(dimension, l)}" : "keeps the server load";
        var demands = $"a regional quota of {Wording.Counted(units, "unit")}{(units > catalog.RegionalUnitQuota ? " (support ticket)" : "")}, no change of the app";
        return Way("premiumP2", other, units, 1, gives, demands, cost);
    }

    private static WayOut? Split(CapacityModel model, Demand demand, Dimension dimension, Func<Sku, int, string?> cost)
    {
        for (var instances = 2; instances <= MostInstances; instances++)
        {
            if (model.Needs(demand.Over(instances)).LeastSize(model.Sku.Ladder) is { } units)
            {
                var care = dimension == Dimension.Routing && model.Workload.Parts.Any(part => UseCaseTraffic.IsSmallGroup(model.Table, part)) ? ", a group's members on one resource" : "";
                return Way(
                    "split",
                    model.Sku,
                    units,
                    instances,
                    $"{instances} resources share the clients",
                    "client routing by the app's negotiate endpoint or several endpoints in the SDK" + care,
                    cost);
            }
        }

        return null;
    }

    private static WayOut Way(string kind, Sku sku, int units, int instances, string gives, string demands, Func<Sku, int, string?> cost)
    {
        var price = sku.MonthlyPrice(units) * instances;
        var size = (instances > 1 ? $"{instances} x " : "") + Wording.Size(sku.Name, units);
        var amount = cost(sku, units * instances) ?? (price is { } known ? Wording.Amount(known) : null);
        return new WayOut(kind, $"{size}{(amount is null ? "" : $", {amount} a month")}: {gives}. Demands {demands}.", sku.Name, units, instances, price) { Demands = demands };
    }

    // Larger groups take fewer messages in, so that the bill of the demand is not theirs.
    private static string? UnitsOnly(Sku sku, int units) => sku.MonthlyPrice(units) is { } price ? $"{Wording.Amount(price)} for units" : null;

    // The same deliveries with groups of 20: g / 20 of the messages come in, nothing more goes out, and no wall is left.
    private static WayOut? LargerGroups(CapacityModel model, Demand demand, Func<Sku, int, string?> cost)
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

        return Way(
            "largerGroups",
            model.Sku,
            units,
            1,
            "routing sets no limit for larger groups",
            $"groups of {size} members or more in the app",
            cost);
    }
}
