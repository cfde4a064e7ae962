using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;

namespace Advisor.Reporting;

/// <summary>Phrases of a plan shared by its text and its Markdown.</summary>
public static class PlanPhrases
{
    private const string Clients = "clients";

    /// <summary>Limits of a plan, in the order of its columns.</summary>
    public static IReadOnlyList<Limit> Limits { get; } = [Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    /// <summary>Returns the answer in one or two sentences, with the total cost.</summary>
    public static string DescribeAnswer(Plan plan)
    {
        var limited =
            plan.LimitingFactor == Limit.None
                ? "No limit is near."
                : $"Limited by {ReportPhrases.FormatLimit(plan.LimitingFactor)}: {FindCitation(plan, plan.LimitingFactor)?.Text ?? "?"}"
                    + (plan.Fits && plan.Utilization[plan.LimitingFactor]?.Value > 1 + 1e-9 ? ", within the rounding of the guide." : ".");
        if (plan is not { Sku: { } sku, Units: { } units })
        {
            var skus = plan.Sizes.Select(row => row.Sku).Distinct().ToList();
            return $"No size of {Wording.JoinWords(skus, "or")} is large enough for this load. "
                + $"At the largest: {limited.ToLowerInvariant()[..1]}{limited[1..]}";
        }

        var size = ReportPhrases.FormatSize(new(sku, units)) + DescribeServerConnections(plan);
        var cost = plan.Cost is { } known ? $" {CostText.FormatPerMonth(known)}." : string.Empty;
        return (plan.SolvedFor, plan.Fits) switch
        {
            ({ } quantity, _) => $"{DescribeSolved(quantity, GetSolvedValue(plan, quantity))} on {size}.{cost} {limited}",
            (null, true) when PlanTable.IsRecommendation(plan) => DescribeRecommendation(plan, size),
            (null, true) => $"{size}.{cost} {limited}",
            _ => $"{ReportPhrases.FormatSize(new(sku, units))} is too small for this load. {limited}{SuggestSize(plan)}",
        };
    }

    /// <summary>
    /// Returns "Recommended: Standard_S1 x 6, 13,072 USD a month (…). Required: Standard_S1 x 5 by the guide, clients only; …. Limited by
    /// connections: 5,000 of 5,000 connections."
    /// </summary>
    private static string DescribeRecommendation(Plan plan, string required)
    {
        var recommended = PlanTable.FindRecommended(plan)!;
        var (name, limit) = (ReportPhrases.FormatSize(recommended.Size), recommended.LimitingFactor);
        var limited =
            limit == Limit.None
                ? "No limit is near."
                : $"Limited by {ReportPhrases.FormatLimit(limit)}: "
                    + $"{plan.RecommendedSize!.Citations.FirstOrDefault(c => c.Limit == limit)?.Text ?? "?"}"
                    + (recommended.Utilization[limit]?.Value > 1 + 1e-9 ? ", within the rounding of the guide." : ".");
        var cost = recommended.Cost is { } known ? $", {CostText.FormatPerMonth(known)}" : string.Empty;
        cost += AlternativeText.DescribeCheaper(plan.Alternatives, recommended.Cost);
        return recommended == PlanTable.FindRequired(plan)
            ? $"Required and recommended: {name}{cost}. {limited}"
            : $"Recommended: {name}{cost}. Required: {required}. {limited}";
    }

    /// <summary>
    /// Returns " by the guide; x 6 with 15 server connections" when the size does not fit the server connections; empty when it does.
    /// </summary>
    private static string DescribeServerConnections(Plan plan) =>
        plan.ServerConnections switch
        {
            null or { IsEnough: true } => string.Empty,
            { Size: { } size, TotalThere: { } there } =>
                $" by the guide, clients only; {(size.Sku == plan.Sku ? $"x {size.Units}" : ReportPhrases.FormatSize(size))} with "
                    + $"{Wording.FormatCount(there, "server connection")}",
            { } room when plan.SolvedFor == PlanQuantity.Connections =>
                $" by the guide, clients only; {Wording.FormatNumber(Math.Max(0, plan.Load.Connections - room.Total))} with "
                    + $"{Wording.FormatCount(room.Total, "server connection")}",
            { } room => $" by the guide, clients only; {Wording.FormatCount(room.Total, "server connection")} do not fit",
        };

    /// <summary>
    /// Returns "yes", "no", or "clients" when the connections of the app servers do not fit in addition to those of the clients.
    /// </summary>
    public static string DescribeFit(PlanSize size) =>
        !size.Fits ? "no"
        : size.FitsServerConnections == false ? Clients
        : "yes";

    /// <summary>Returns the size that Advisor would run for this load, as a sentence; null when no size fits.</summary>
    public static string? DescribeRecommendedSize(Plan plan) =>
        plan.RecommendedSize is not { } at
            ? null
            : $"{(at.Size is { } size ? ReportPhrases.FormatSize(size) : "no size is large enough")}: "
                + $"connections within {Wording.FormatPercent(at.Targets.Connections.Value)} of the units' capacity, {DescribeRates(at)}"
                + (
                    at.AppServers?.Connections is { } connections
                        ? $", {Wording.FormatCount(connections, "server connection")} counted"
                        : string.Empty
                )
                + "; server load is known from metrics only";

    /// <summary>
    /// Describes the solved value: "up to 100,000 connections", "messages of up to 20,000 B", "a message every 0.5 s or less often".
    /// </summary>
    public static string DescribeSolved(PlanQuantity quantity, double value) =>
        quantity switch
        {
            PlanQuantity.Connections => $"Up to {Wording.FormatCount(value, "connection")}",
            PlanQuantity.MessageBytes => $"Messages of up to {Wording.FormatNumber(value)} B",
            _ => $"A message every {FormatSeconds(value)} or less often",
        };

    /// <summary>Returns the solved value.</summary>
    public static double GetSolvedValue(Plan plan, PlanQuantity quantity) =>
        quantity switch
        {
            PlanQuantity.Connections => plan.Load.Connections,
            PlanQuantity.MessageBytes => plan.Load.MessageBytes,
            _ => plan.Load.IntervalSeconds,
        };

    /// <summary>Returns the heading of the column of solved values.</summary>
    public static string GetHeading(PlanQuantity quantity) =>
        quantity switch
        {
            PlanQuantity.Connections => "connections",
            PlanQuantity.MessageBytes => "bytes",
            _ => "interval",
        };

    /// <summary>Returns a cell of that column; "-" when the size allows no value.</summary>
    public static string FormatCell(PlanQuantity quantity, double? value) =>
        value switch
        {
            null => "-",
            { } known when quantity == PlanQuantity.Interval => FormatSeconds(known),
            { } known => Wording.FormatNumber(known),
        };

    /// <summary>Returns one line for each basic case: participants and what they send.</summary>
    public static IEnumerable<string> DescribeLoad(Plan plan) =>
        plan.Load.Cases.Select(c =>
            $"{c.UseCase.ToWireName()}{(c.GroupSize is { } size ? $" (groups of {Wording.FormatNumber(size)})" : string.Empty)}: "
            + $"{Wording.FormatNumber(c.Connections)} {(c.Connections == 1 ? "connection" : "connections")}, "
            + $"{Wording.FormatNumber(c.MessageBytes)} B, {FormatRate(c.Inbound.PerSecond)} in "
            + $"({Wording.FormatByteRate(c.Inbound.PerSecond * c.MessageBytes)}), "
            + $"{FormatRate(c.Outbound.PerSecond)} out ({Wording.FormatByteRate(c.Outbound.PerSecond * c.MessageBytes)})"
        );

    /// <summary>
    /// Returns "5, each with 15 connections to the service for each hub …", or "400 (extrapolated from 100 units), each …"; null when the
    /// guide states none.
    /// </summary>
    public static string? DescribeAppServers(Plan plan) =>
        (PlanTable.IsRecommendation(plan) ? plan.RecommendedSize!.AppServers : plan.AppServers) is { } servers
            ? Wording.FormatNumber(servers.AppServers)
                + (servers.ExtrapolatedFrom is { } units ? $" (extrapolated from {Wording.FormatCount(units, "unit")})" : string.Empty)
                + $", each with {servers.ConnectionsPerServer} connections to the service for each hub (the SDK's default is 5)"
            : null;

    /// <summary>Returns a cost such as "13,054 USD a month (241 for units + 12,813 for messages)"; null when no price is known.</summary>
    public static string? FormatCost(Plan plan) => PlanTable.FindAnswer(plan)?.Cost is { } cost ? CostText.FormatPerMonth(cost) : null;

    /// <summary>Returns the basis of the cost: the messages of the load, and the source of the price.</summary>
    public static string DescribeCostBasis(Plan plan) =>
        $"{Wording.FormatCount(Math.Round(plan.MessagesPerMinute), "message")} of 2 KB a minute, "
        + $"{Wording.FormatDuration(TimeSpan.FromHours(plan.Request.HoursPerDay))} a day; "
        + plan.PriceBasis;

    /// <summary>Explains the marks and words of the table of sizes.</summary>
    /// <param name="interpolated">Mark of a size interpolated between two columns.</param>
    public static IEnumerable<string> DescribeLegend(IReadOnlyList<PlanSize> sizes, string interpolated)
    {
        var currency = sizes.Select(size => size.Cost?.Units.Currency).FirstOrDefault(c => c is not null);
        yield return "percent: of the limit in the guide; total: cost of units and messages for a month of 30 days"
            + (currency is null ? string.Empty : ", in " + currency);
        if (sizes.Any(size => size.IsInterpolated))
        {
            yield return $"{interpolated} between two columns of the guide";
        }

        if (sizes.Any(size => DescribeFit(size) == Clients))
        {
            yield return Clients + ": the app servers' connections do not fit beside the clients'";
        }

        if (sizes.FirstOrDefault(size => size.Cost is { Missing: not CostGap.None })?.Cost is { } cost)
        {
            yield return $"* {CostText.DescribeGap(cost)}";
        }
    }

    /// <summary>Returns the citation of a limit; null when there is none.</summary>
    public static CapacityCitation? FindCitation(Plan plan, Limit limit) => plan.Citations.FirstOrDefault(c => c.Limit == limit);

    private static string SuggestSize(Plan plan) =>
        plan.Sizes.FirstOrDefault(size => size is { Fits: true, FitsServerConnections: not false }) is { } fits
            ? $" {ReportPhrases.FormatSize(fits.Size)} is large enough."
            : string.Empty;

    private static string DescribeRates(RecommendedSize at) =>
        at.Targets is { Inbound.Value: 1, Outbound.Value: 1, Routing.Value: 1 }
            ? "traffic within the guide's rates"
            : "traffic within its targets";

    private static string FormatSeconds(double value) => value.ToString("#,##0.####") + " s";

    private static string FormatRate(double perSecond) => Wording.FormatNumber(perSecond) + " msg/s";
}
