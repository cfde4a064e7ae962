using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>Describes costs in words: always units + messages = total for a month of 30 days, and the basis of the amounts.</summary>
public static class CostPhrases
{
    private const int MaxAdvisoriesShown = 5;

    /// <summary>
    /// Returns a table cell such as "97 to 145 (+48)"; "97" when nothing changes, "?" when no price is known; "*" marks an amount without
    /// its messages.
    /// </summary>
    public static string FormatCell(ResourceReport resource) =>
        (resource.Cost, resource.CostAfter) switch
        {
            ({ } today, { } after) when resource.HasRecommendation && after.Total.Currency == today.Total.Currency =>
                $"{FormatTotal(today)} to {FormatTotal(after)} ({FormatDifference(today, after)})",
            ({ } today, _) => FormatTotal(today),
            _ => "?",
        };

    /// <summary>Returns an amount without its currency, such as "145 *"; the star marks an amount without its messages.</summary>
    public static string FormatTotal(MonthlyCost? cost) =>
        cost is { } known ? Wording.FormatBareAmount(known.Total.Amount) + (known.Missing == CostGap.None ? "" : " *") : "?";

    /// <summary>
    /// Returns the basis of a cost, such as "220,445 messages of 2 KB a minute over the last 14 days; list price of 2022 in USD, region not
    /// stated".
    /// </summary>
    public static string DescribeBasis(ResourceReport resource)
    {
        var messages = resource.Decision?.Messages is { } known ? $"{CostText.DescribeMessages(known)}; " : "";
        return messages + resource.PriceBasis;
    }

    /// <summary>
    /// Returns what the cost of a resource carries, in words: the load, the cost per 1,000 connections and per million messages, and the
    /// bill of the month. What is unknown is omitted.
    /// </summary>
    public static IEnumerable<(string Name, string Text)> ListFacts(ResourceReport resource)
    {
        var (messages, connections) = (resource.Decision?.Messages, resource.Decision?.MeanConnections);
        if (CostText.DescribeUsage(connections, messages) is { } usage)
        {
            yield return ("Load", usage);
        }

        if (resource.Cost is { } cost && CostText.DescribeRates(cost, connections, messages) is { } rates)
        {
            yield return ("Cost per", rates);
        }

        if (resource.Month is { } month)
        {
            yield return ("This month", CostText.DescribeMonth(month));
        }

        foreach (var fact in resource.PastCost is { } past ? ActualCostText.ListFacts(past) : [])
        {
            yield return fact;
        }
    }

    /// <summary>
    /// Returns the total cost and the cost after the recommendations, and of how many resources where not of all; null when nothing has a
    /// price.
    /// </summary>
    public static string? SummarizeTotal(EvaluationReport report)
    {
        if (report.ComputeCost() is not { } cost)
        {
            return null;
        }

        var count = report.Resources.Count;
        var followed = report.Resources.Count(r => r.HasRecommendation && !r.IsAdvisory && ReportCost.IsPriced(r));
        var after =
            followed == 0
                ? ""
                : $" After the {Wording.FormatCount(followed, "recommendation")}: "
                    + $"{CostText.FormatSum(cost.After)}, {FormatDifference(cost.Today, cost.After)}.";
        var prices = PriceOriginList.Summarize(ListPriced(report).Select(r => r.PriceOrigin));
        var part =
            cost.Unpriced == 0
                ? ""
                : $", of {Wording.FormatNumber(count - cost.Unpriced)} of {Wording.FormatCount(count, "resource")}: "
                    + "the others have no price";
        return $"Cost: {CostText.FormatPerMonth(cost.Today)}{(prices is null ? "" : $" at {prices}")}{part}.{after}";
    }

    /// <summary>
    /// Returns the actual cost of past days, of the resources of which it is known; null when it is known of none.
    /// </summary>
    public static string? SummarizeActual(EvaluationReport report) =>
        PastCostSum.Compute(report.Resources.Select(resource => resource.PastCost)) is { } sum
            ? $"Actual cost: {ActualCostText.Describe(sum, report.Resources.Count)}."
            : null;

    /// <summary>
    /// Returns the first advisory changes, by how much they change the bill, and their cost, which is not part of the total; null when
    /// there are none, or nothing has a price.
    /// </summary>
    public static string? SummarizeAdvisory(EvaluationReport report)
    {
        var advisory = report.Resources.Where(r => r.IsAdvisory && r.CostAfter is not null).ToList();
        if (advisory.Count == 0 || report.ComputeCost() is null)
        {
            return null;
        }

        var shown = advisory
            .OrderByDescending(r => Math.Abs(r.CostAfter!.Value.Total.Amount - r.Cost!.Value.Total.Amount))
            .Take(MaxAdvisoriesShown)
            .Select(DescribeAdvisory);
        var more = advisory.Count > MaxAdvisoriesShown ? $"; and {Wording.FormatNumber(advisory.Count - MaxAdvisoriesShown)} more" : "";
        return $"Advisory, not included: {string.Join("; ", shown)}{more}.";
    }

    /// <summary>
    /// Returns the difference of the displayed amounts, such as "-541 USD"; null when nothing has a price, or nothing changes.
    /// </summary>
    public static string? FormatChange(EvaluationReport report) =>
        report.ComputeCost() is { } cost && cost.Change.Amount != 0 && CostText.RoundChange(cost.Today, cost.After) is { } change
            ? Wording.FormatChange(change)
            : null;

    /// <summary>Returns the basis of a report's amounts; empty when nothing has a price.</summary>
    public static IEnumerable<string> DescribeBasis(EvaluationReport report)
    {
        var priced = ListPriced(report).ToList();
        if (priced.Count == 0)
        {
            yield break;
        }

        yield return "Cost is for a month of 30 days: units, and messages beyond the included ones, counted by UTC day"
            + DescribeMessages(report)
            + ". "
            + DescribePrices(report, " (set prices: retail in advisor.yaml for those of your region)");
        foreach (
            var gap in priced
                .Select(r => r.Cost!.Value)
                .Where(c => c.Missing != CostGap.None)
                .DistinctBy(c => (c.Missing, c.Units.Currency))
        )
        {
            yield return $"* {CostText.DescribeGap(gap)}.";
        }
    }

    /// <summary>Returns where the prices of a report come from; null when nothing has a price.</summary>
    /// <param name="advice">What follows a list price, such as how to set another.</param>
    public static string? DescribePrices(EvaluationReport report, string advice = "")
    {
        var priced = ListPriced(report).ToList();
        var prices = PriceOriginList.Describe(priced.Select(r => (r.PriceOrigin, (string?)r.Cost!.Value.Units.Currency)));
        var isAdvised = priced.Exists(r => r.PriceOrigin is { Source: PriceSource.List, Note: null });
        return prices.Count == 0 ? null : $"Prices: {string.Join("; ", prices)}{(isAdvised ? advice : "")}.";
    }

    // An unknown number is not zero: it is left out, and said to be.
    private static string DescribeMessages(EvaluationReport report)
    {
        var known = report.Resources.Select(r => r.Decision?.MessagesPerMinute).OfType<double>().ToList();
        return known.Count == 0
            ? ""
            : $", {Wording.FormatNumber(Math.Round(known.Sum()))} messages of 2 KB a minute"
                + (
                    known.Count == report.Resources.Count
                        ? " for all resources"
                        : $", known for {Wording.FormatNumber(known.Count)} of {Wording.FormatCount(report.Resources.Count, "resource")}"
                );
    }

    private static IEnumerable<ResourceReport> ListPriced(EvaluationReport report) => report.Shown.Where(r => r.Cost is not null);

    private static string DescribeAdvisory(ResourceReport resource) =>
        $"{UntrustedText.Sanitize(resource.Name)} {ReportPhrases.FormatSize(resource.Target!.Value)} "
        + $"({FormatDifference(resource.Cost!.Value, resource.CostAfter!.Value)})"
        + ReportPhrases.DescribeCheaperAlternatives(resource);

    /// <summary>Returns a change without its currency, such as "+18", "-413" or "0".</summary>
    public static string FormatSigned(Money? change) =>
        (change is { Amount: > 0 } ? "+" : "") + Wording.FormatBareAmount(change?.Amount ?? 0);

    private static string FormatDifference(MonthlyCost today, MonthlyCost after) => FormatSigned(CostText.RoundChange(today, after));
}
