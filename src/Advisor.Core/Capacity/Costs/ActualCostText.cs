using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Costs;

/// <summary>Describes actual costs, the same in every output and message.</summary>
public static class ActualCostText
{
    /// <summary>Describes "45.10 EUR from 2026-10-23 to 2026-11-21, read on 2026-11-25".</summary>
    public static string Describe(PastCost cost) =>
        $"{FormatTotals(cost.Totals)} {FormatWindow(cost.Window)}, read on {cost.ReadAt.UtcDateTime:yyyy-MM-dd}";

    /// <summary>
    /// Describes "312.40 EUR from 2026-10-23 to 2026-11-21, by Cost Management"; ", of 8 of 10 resources" follows where it is not known of
    /// all.
    /// </summary>
    /// <param name="resources">Number of all resources.</param>
    public static string Describe(PastCostSum sum, int resources) =>
        $"{FormatTotals(sum.Totals)} {FormatWindow(sum.Window)}, by Cost Management"
        + (sum.Resources < resources ? $", of {Wording.FormatNumber(sum.Resources)} of {Wording.FormatCount(resources, "resource")}" : "");

    /// <summary>Lists the facts of a resource, each with its name; what is unknown is omitted.</summary>
    public static IEnumerable<(string Name, string Text)> ListFacts(PastCost cost)
    {
        yield return ("Actual cost", Describe(cost));
        if (DescribeEstimate(cost) is { } estimate)
        {
            yield return ("Same days", estimate);
        }

        if (DescribeBilling(cost) is { } billing)
        {
            yield return ("Billed units", billing);
        }
    }

    /// <summary>
    /// Describes "13 of these days counted by Advisor: 19.30 EUR; estimated 18.20 USD prorated, 22.00 USD by the maximum of each day"; null
    /// when Advisor counted none.
    /// </summary>
    public static string? DescribeEstimate(PastCost cost) =>
        cost.Comparison is { } compared
            ? $"{Wording.FormatCount(compared.Days, "of these days", "of these days")} counted by Advisor: "
                + $"{compared.Actual}; estimated {FormatEstimate(compared.Prorated)} prorated, "
                + $"{FormatEstimate(compared.DailyPeak)} by the maximum of each day"
            : null;

    /// <summary>
    /// Describes which billing the actual units are nearer to: "22 unit-days billed; 18.5 prorated, 22 by the maximum of each day: nearer
    /// to the maximum of each day (billing: dailyPeak)"; null when Advisor counted no day, or Azure states no units.
    /// </summary>
    public static string? DescribeBilling(PastCost cost) =>
        cost.Comparison is { UnitDays: { } billed } compared
            ? $"{FormatUnits(billed)} unit-days billed; {FormatUnits(compared.Prorated.UnitDays)} prorated, "
                + $"{FormatUnits(compared.DailyPeak.UnitDays)} by the maximum of each day: {DescribeNearest(compared)}"
            : null;

    /// <summary>Formats sums of several currencies: "12.00 EUR and 30.00 USD".</summary>
    public static string FormatTotals(IEnumerable<Money> totals) => Wording.JoinWords([.. totals.Select(total => total.ToString())]);

    /// <summary>Formats "from 2026-10-23 to 2026-11-21".</summary>
    public static string FormatWindow(CostWindow window) => $"from {window.From:yyyy-MM-dd} to {window.To:yyyy-MM-dd}";

    private static string DescribeNearest(CostComparison compared) =>
        compared.FindNearest() switch
        {
            BillingModel.Prorated => "nearer to prorated (billing: prorated)",
            BillingModel.DailyPeak => "nearer to the maximum of each day (billing: dailyPeak)",
            _ => "does not tell how a day is billed",
        };

    private static string FormatEstimate(CostReading reading) => reading.Cost?.ToString() ?? "unknown";

    private static string FormatUnits(decimal units) => units.ToString("0.##");
}
