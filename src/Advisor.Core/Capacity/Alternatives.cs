using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Finds alternatives for a demand that exceeds every size of the present SKU.</summary>
public static class Alternatives
{
    private const int MostInstances = 100;

    /// <summary>
    /// Returns the alternatives for a demand, cheapest first, each with size, price and demands: Premium_P2 if it suffices, a split over
    /// instances of the present SKU, and larger groups if the routing of small groups is the limiting factor. Empty when a size of the
    /// present SKU keeps every known limit.
    /// </summary>
    /// <param name="bill">
    /// Monthly cost of a number of units of a SKU, with the messages of the demand; null = price of the units alone.
    /// </param>
    /// <param name="today">Cost of the size in force; the texts state the difference to it. Null when no size is in force.</param>
    /// <param name="findSize">
    /// Smallest size of the SKU of a model for the demand of one instance, null if none suffices; null = the smallest that keeps the
    /// targets of the model, for a demand that is measured and so counts the connections of app servers.
    /// </param>
    public static IReadOnlyList<Alternative> Find(
        CapacityModel model,
        SkuCatalog catalog,
        in Demand demand,
        Func<Sku, int, MonthlyCost?>? bill = null,
        MonthlyCost? today = null,
        Func<CapacityModel, Demand, int?>? findSize = null
    )
    {
        findSize ??= FindMinSize;
        var requiredUnitsByLimit = model.ComputeRequiredUnits(demand);
        if (requiredUnitsByLimit.Max() is null || findSize(model, demand) is not null)
        {
            return [];
        }

        var limit = FindWorstLimit(requiredUnitsByLimit);
        var purchase = new Purchase(bill ?? ComputeUnitCost, today, findSize);
        return SortByCost(
            new[]
            {
                CreatePremium(model, catalog, demand, limit, purchase),
                CreateSplit(model, catalog, demand, limit, purchase),
                // Larger groups take in fewer messages, so the message bill of a planned demand does not apply to them.
                limit == Limit.Routing
                    ? CreateLargerGroups(model, demand, today is null ? purchase with { Bill = ComputeUnitCost } : purchase)
                    : null,
            }.OfType<Alternative>()
        );
    }

    /// <summary>
    /// Sorts by total cost, ascending; by the price of the units if any alternative has only that. Without a price: last.
    /// </summary>
    public static IReadOnlyList<Alternative> SortByCost(IEnumerable<Alternative> ways)
    {
        var all = ways.ToList();
        var unitsOnly = all.Exists(way => way.Cost is { Missing: not CostGap.None });
        return [.. all.OrderBy(way => (unitsOnly ? way.Cost?.Units : way.Cost?.Total)?.Amount ?? decimal.MaxValue)];
    }

    /// <summary>Returns the smallest size that keeps the targets of the model; null if none does.</summary>
    internal static int? FindMinSize(CapacityModel model, Demand demand) =>
        model.ComputeRequiredUnits(demand).FindMinSize(model.Sku.Ladder);

    private static Limit FindWorstLimit(PerLimit<double> requiredUnitsByLimit) =>
        LimitingFactor.Limits.MaxBy(limit => requiredUnitsByLimit[limit] ?? -1);

    private static Alternative? CreatePremium(CapacityModel model, SkuCatalog catalog, Demand demand, Limit limit, Purchase purchase)
    {
        var larger = catalog
            .Skus.Where(sku => sku.Name != model.Sku.Name && sku.Ladder.Max > model.Sku.Ladder.Max)
            .Select(sku => (Sku: sku, Units: purchase.FindSize(model.WithSku(sku), demand)))
            .Where(way => way.Units is not null)
            .ToList();
        if (larger.Count == 0)
        {
            return null;
        }

        var (other, units) = larger.Select(way => (way.Sku, way.Units!.Value)).MinBy(way => way.Value);
        var gives =
            !model.Sku.SellsMessages && FindMinSize(model, demand) is not null ? "has no limit of messages a day"
            : model.WithSku(other).ComputePublishedLimit(limit, units) is { } published ? $"gives {LimitText.Format(limit, published)}"
            : "keeps the server load";
        var quota = DescribeQuota(catalog, units);
        return Create(
            Alternative.PremiumP2,
            other,
            units,
            1,
            gives,
            $"{quota}, no change to the app",
            [quota, DescribeTierChange(catalog, model.Sku, other)],
            purchase
        );
    }

    private static Alternative? CreateSplit(CapacityModel model, SkuCatalog catalog, Demand demand, Limit limit, Purchase purchase)
    {
        // Azure permits five free instances in a subscription and region, and each refuses what exceeds its messages of the day.
        if (!model.Sku.SellsMessages)
        {
            return null;
        }

        // The SDK of SignalR sends to every endpoint; that of Web PubSub has no list of endpoints.
        var sending =
            model.Table.Service == ServiceKind.SignalR ? "or several endpoints in the SDK" : "each message sent where its recipients are";
        var distribution = $"distribution of the clients by the app's negotiate endpoint, {sending}";
        if (limit == Limit.Routing && model.Workload.Parts.Any(part => UseCaseTraffic.IsSmallGroup(model.Table, part)))
        {
            distribution += ", with all members of a group on one resource";
        }

        for (var instances = 2; instances <= MostInstances; instances++)
        {
            if (purchase.FindSize(model, demand.SplitOver(instances)) is { } units)
            {
                return Create(
                    Alternative.Split,
                    model.Sku,
                    units,
                    instances,
                    $"{instances} resources share the clients",
                    distribution,
                    units * instances > catalog.RegionalUnitQuota
                        ? [DescribeQuota(catalog, units * instances), distribution]
                        : [distribution],
                    purchase
                );
            }
        }

        return null;
    }

    private static string DescribeTierChange(SkuCatalog catalog, Sku from, Sku to) =>
        "a change of tier"
        + (
            catalog.Changes.FirstOrDefault(change => change.From == from.Name && change.To == to.Name) is { } change
                ? change.InterruptsService
                    ? " that interrupts the service"
                    : " without interruption"
                : ""
        );

    private static string DescribeQuota(SkuCatalog catalog, int units) =>
        $"{Wording.FormatCount(units, "unit")} of the regional quota{(units > catalog.RegionalUnitQuota ? " (support ticket)" : "")}";

    private static Alternative Create(
        string kind,
        Sku sku,
        int units,
        int instances,
        string gives,
        string demands,
        IReadOnlyList<string> requirements,
        Purchase purchase
    )
    {
        var cost = purchase.Bill(sku, units * instances);
        var size = (instances > 1 ? $"{instances} x " : "") + new Size(sku.Name, units);
        var amount = CostText.FormatChange(purchase.Today, cost) ?? (cost is { } known ? CostText.FormatPerMonth(known) : null);
        var way = new Alternative(kind, "", sku.Name, units, instances, cost)
        {
            Requirements = requirements,
            Change = CostText.RoundChange(purchase.Today, cost),
            Sentence = $"{size}{(amount is null ? "" : $", {amount}")}: {gives}. Requires {demands}.",
        };
        return way with { Text = AlternativeText.FormatLine(way) };
    }

    private static MonthlyCost? ComputeUnitCost(Sku sku, int units) => MonthlyBill.Compute(sku, units, null);

    // The same deliveries with groups of 20: inbound messages fall to g / 20, outbound stays the same, and the routing limit is gone.
    private static Alternative? CreateLargerGroups(CapacityModel model, Demand demand, Purchase purchase)
    {
        var table = model.Table;
        var size = UseCaseTraffic.GetMinBigGroupSize(table);
        var parts = model.Workload.Parts;
        if (!parts.Any(part => UseCaseTraffic.IsSmallGroup(table, part)))
        {
            return null;
        }

        var larger = parts
            .Select(part =>
                UseCaseTraffic.IsSmallGroup(table, part)
                    ? part with
                    {
                        UseCase = UseCase.SendToSmallGroup,
                        GroupSize = size,
                        Share = new Ratio(part.Share.Value * UseCaseTraffic.GetGroupSize(table, part) / size),
                    }
                    : part
            )
            .ToList();
        var sum = larger.Sum(part => part.Share.Value);
        var workload = new Workload([.. larger.Select(part => part with { Share = new Ratio(part.Share.Value / sum) })]);

        double ComputeInbound(IEnumerable<WorkloadPart> of) =>
            of.Sum(p => p.Share.Value * p.MessageBytes * UseCaseTraffic.Compute(table, p, false).In);
        var smaller = demand with { InboundBytes = demand.InboundBytes * ComputeInbound(larger) / ComputeInbound(parts) };
        var grouped = new CapacityModel(table, model.Sku, workload, model.CountsServerLeg, model.PolicyTargets, model.Targets);
        if (purchase.FindSize(grouped, smaller) is not { } units)
        {
            return null;
        }

        var groups = $"groups of {size} members or more in the app";
        return Create(Alternative.LargerGroups, model.Sku, units, 1, "routing does not limit larger groups", groups, [groups], purchase);
    }

    /// <summary>How an alternative is sized and priced: the parameters of <see cref="Find"/>.</summary>
    private sealed record Purchase(Func<Sku, int, MonthlyCost?> Bill, MonthlyCost? Today, Func<CapacityModel, Demand, int?> FindSize);
}
