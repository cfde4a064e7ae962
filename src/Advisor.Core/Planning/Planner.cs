using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Planning;

/// <summary>Plans a size for a scenario from the capacity tables of the guides.</summary>
public static class Planner
{
    /// <summary>
    /// Returns the smallest size whose utilization by the table is at most 1 (less the headroom), on the cheapest SKU that has one; a SKU
    /// whose routing scales out (Premium_P2) only if no other has. A quantity left open among connections, message size and interval is
    /// solved for at that size: the size of the request, otherwise the smallest one that allows any value.
    /// </summary>
    public static PlanAnswer Plan(RuleSet rules, PlanRequest request)
    {
        var problems = PlanCheck.FindProblems(rules, request);
        if (problems.Count > 0)
        {
            return new PlanAnswer(null, problems);
        }

        var sizing = new PlanSizing(rules, request);
        var skus = ListSkus(sizing);
        var solvedFor = FindOpenQuantity(request);
        var rows = solvedFor is { } quantity
            ? skus.SelectMany(sku => sku.Ladder.Steps.Select(units => SolveRow(sizing, quantity, sku, units))).ToList()
            : ComputeRows(sizing, skus);
        if (Select(rows, skus, request) is not { } chosen)
        {
            var subject = request.Units is { } units
                ? $"{rows.First(row => row.Size.Units == units).Size.Size} does not stay"
                : $"No size of {Wording.JoinWords([.. skus.Select(sku => sku.Name)], "or")} stays";
            return new PlanAnswer(
                null,
                [$"{subject} within the limits, whatever the omitted value. Specify all three to see by how much."],
                NothingFits: true
            );
        }

        return new PlanAnswer(Build(sizing, rows, chosen, solvedFor), []);
    }

    /// <summary>Whether a plan may use the SKU: paid ones only, since Free has neither an SLA nor scale-out.</summary>
    internal static bool IsPaid(Sku sku) => !sku.Tier.Equals("Free", StringComparison.OrdinalIgnoreCase);

    // A guide that ends at 100 units says nothing about a SKU that begins there, unless the request asks for the SKU or for more units.
    private static List<Sku> ListSkus(PlanSizing sizing)
    {
        var (request, last) = (sizing.Request, sizing.Table.Rows.Max(row => row.Units[^1]));
        return
        [
            .. sizing
                .Catalog.Skus.Where(IsPaid)
                .Where(sku =>
                    request.Sku is null
                        ? sku.Ladder.Min < last || request.Units > last
                        : string.Equals(sku.Name, request.Sku, StringComparison.OrdinalIgnoreCase)
                ),
        ];
    }

    private static PlanQuantity? FindOpenQuantity(PlanRequest request) =>
        request switch
        {
            { Connections: null } => PlanQuantity.Connections,
            { MessageBytes: null } when request.Cases.Any(c => c.MessageBytes is null) => PlanQuantity.MessageBytes,
            { IntervalSeconds: null } when request.Cases.Any(c => c.IntervalSeconds is null) => PlanQuantity.Interval,
            _ => null,
        };

    private static List<PlanRow> ComputeRows(PlanSizing sizing, List<Sku> skus)
    {
        var load = PlanLoad.Create(sizing);
        return
        [
            .. skus.Select(sku => (sku, Model: sizing.GetModel(load, sku)))
                .SelectMany(m => m.sku.Ladder.Steps.Select(units => new PlanRow(sizing.ComputeSize(load, m.Model, units), m.sku, load))),
        ];
    }

    private static PlanRow SolveRow(PlanSizing sizing, PlanQuantity quantity, Sku sku, int units) =>
        PlanSolver.Solve(sizing, quantity, sku, units) is { } found
            ? new PlanRow(sizing.ComputeSize(found.Load, sizing.GetModel(found.Load, sku), units, found.Value), sku, found.Load)
            : new PlanRow(
                new PlanSize(
                    sku.Name,
                    units,
                    Fits: false,
                    default,
                    Limit.None,
                    IsInterpolated: false,
                    MonthlyBill.Compute(sku, units, null)
                ),
                sku,
                null
            );

    // The requested size; otherwise the smallest fitting one of each SKU, cheapest first; otherwise, if none fits, the largest.
    private static PlanRow? Select(List<PlanRow> rows, List<Sku> skus, PlanRequest request)
    {
        if (request.Units is { } units)
        {
            return rows.First(row => row.Size.Units == units) is { Load: not null } requested ? requested : null;
        }

        return rows.Where(row => row.Size.Fits)
                .GroupBy(row => row.Sku)
                .Select(sku => sku.MinBy(row => row.Size.Units)!)
                .OrderBy(row => row.Sku.LiftsRoutingWall)
                .ThenBy(row => row.Sku.ComputeMonthlyPrice(row.Size.Units)?.Amount ?? decimal.MaxValue)
                .ThenBy(row => skus.IndexOf(row.Sku))
                .FirstOrDefault()
            ?? rows.Where(row => row.Load is not null).MaxBy(row => row.Size.Units);
    }

    private static Plan Build(PlanSizing sizing, List<PlanRow> rows, PlanRow chosen, PlanQuantity? solvedFor)
    {
        var (request, size, load) = (sizing.Request, chosen.Size, chosen.Load!);
        var buys = size.Fits || request.Units is not null;
        var servers = buys ? AppServerAdvice.Find(sizing, load, size.Units) : null;
        var skus = rows.Select(row => row.Sku).Distinct().OrderByDescending(sku => sku == chosen.Sku);
        var recommended = size.Fits
            ? RecommendedSize.Find(sizing, load, skus, request.Units is null ? (chosen.Sku, size.Units) : null)
            : null;
        var answered = solvedFor is null && request.Units is null ? recommended : null;
        return new Plan
        {
            Request = request,
            Edition = sizing.Table.Edition,
            Load = load,
            SolvedFor = solvedFor,
            Sku = buys ? size.Sku : null,
            Units = buys ? size.Units : null,
            Fits = size.Fits,
            LimitingFactor = size.LimitingFactor,
            Utilization = size.Utilization,
            AppServers = servers,
            ServerConnections = servers is null
                ? null
                : ServerConnectionCapacity.Find(sizing, load, (chosen.Sku, size.Units), servers, ListFittingSizes(rows, chosen, request)),
            RecommendedSize = recommended,
            Cost = buys ? size.Cost : null,
            MessagesPerMinute = MessageBill.ComputePiecesPerMinute(sizing, load),
            PriceOrigin = chosen.Sku.PriceOrigin,
            PriceBasis = chosen.Sku.PriceBasis,
            Citations = PlanCitations.List(sizing.GetModel(load, chosen.Sku), load, size.Units),
            Sizes = [.. rows.Select(row => WithServers(sizing, row))],
            Alternatives = solvedFor is null ? PlanAlternatives.Find(sizing, load, rows, chosen, recommended?.Size) : [],
            Notes = [.. PlanNotes.List(sizing, load, rows.Find(row => row.Size.Size == answered?.Size)?.Size ?? (buys ? size : null))],
        };
    }

    // Connections that are solved for fill any size, so no size has capacity left for server connections.
    private static IEnumerable<(Sku Sku, int Units)> ListFittingSizes(List<PlanRow> rows, PlanRow chosen, PlanRequest request) =>
        request.Connections is null
            ? []
            : rows.Where(row => row.Size.Fits).OrderByDescending(row => row.Sku == chosen.Sku).Select(row => (row.Sku, row.Size.Units));

    private static PlanSize WithServers(PlanSizing sizing, PlanRow row) =>
        row.Load is { } load && AppServerAdvice.Find(sizing, load, row.Size.Units) is { } servers
            ? row.Size with
            {
                FitsServerConnections = ServerConnectionCapacity.Fits(load, row.Sku, row.Size.Units, servers),
            }
            : row.Size;
}
