using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Words for alternatives: the name and the one price of each, and the headline that ranks them.</summary>
public static class AlternativeText
{
    /// <summary>
    /// Returns the alternative to propose first: the cheapest that leaves the application as it is, otherwise the cheapest; null when there
    /// is none.
    /// </summary>
    /// <param name="ways">Alternatives, cheapest first.</param>
    public static Alternative? FindHeadline(IReadOnlyList<Alternative> ways) =>
        ways.FirstOrDefault(way => !way.ChangesApp) ?? (ways.Count > 0 ? ways[0] : null);

    /// <summary>
    /// Describes the alternative to propose first, and in the same sentence the cheaper ones that change the application: "Premium_P2 x 200
    /// (+5,085 USD a month), or cheaper with a change to the app: larger groups (-183), 2 x Standard_S1 x 30 (+183)". Null when there is
    /// none.
    /// </summary>
    /// <param name="ways">Alternatives, cheapest first.</param>
    public static string? DescribeHeadline(IReadOnlyList<Alternative> ways)
    {
        if (FindHeadline(ways) is not { } first)
        {
            return null;
        }

        var text = FormatName(first) + (FormatPrice(first) is { } price ? $" ({price})" : "");
        return first.ChangesApp ? $"{text}, with a change to the app" : text + DescribeCheaper(ways);
    }

    /// <summary>
    /// Returns ", or cheaper with a change to the app: larger groups (-183), 2 x Standard_S1 x 30 (+183)"; empty when the cheapest
    /// alternative leaves the application as it is.
    /// </summary>
    /// <param name="ways">Alternatives, cheapest first.</param>
    public static string DescribeCheaper(IReadOnlyList<Alternative> ways)
    {
        var cheaper = ways.TakeWhile(way => way.ChangesApp).ToList();
        return cheaper.Count == ways.Count ? "" : ListCheaper(cheaper);
    }

    /// <summary>
    /// Returns ", or cheaper with a change to the app: 2 x Standard_S1 x 30 (343,242)" for the alternatives that change the application and
    /// cost less than a size; empty when there is none.
    /// </summary>
    public static string DescribeCheaper(IReadOnlyList<Alternative> ways, MonthlyCost? size) =>
        ListCheaper(
            ways.Where(way =>
                way is { ChangesApp: true, Cost: { } cost }
                && size is { } known
                && (cost.Missing == CostGap.None ? cost.Total.Amount < known.Total.Amount : cost.Units.Amount < known.Units.Amount)
            )
        );

    /// <summary>Returns "Premium_P2 x 200", "2 x Standard_S1 x 30" or "larger groups".</summary>
    public static string FormatName(Alternative way) =>
        way.Kind == Alternative.LargerGroups ? "larger groups"
        : way is { Sku: { } sku, Units: { } units } ? FormatInstances(way.Instances) + new Size(sku, units)
        : way.Kind == Alternative.Split ? $"split over {way.Instances} instances"
        : way.Kind;

    /// <summary>Returns the price: "+183 USD a month" beside a size in force, otherwise "4,464 USD a month"; null when unknown.</summary>
    public static string? FormatPrice(Alternative way) =>
        way.Change is { } change ? $"{Wording.FormatChange(change)} a month"
        : way.Cost is { } cost ? $"{Wording.FormatAmount(cost.Total)} a month{DescribeGap(cost)}"
        : null;

    /// <summary>Returns "larger groups on Standard_S1 x 40, -183 USD a month: requires groups of 20 members or more in the app".</summary>
    internal static string FormatLine(Alternative way)
    {
        var size = way is { Kind: Alternative.LargerGroups, Sku: { } sku, Units: { } units } ? $" on {new Size(sku, units)}" : "";
        var price = FormatPrice(way) is { } known ? $", {known}" : "";
        return $"{FormatName(way)}{size}{price}: requires {Wording.JoinWords(way.Requirements)}"
            + (way.ChangesApp ? "." : "; no change to the app.");
    }

    private static string FormatInstances(int instances) => instances > 1 ? FigureText.Create($"{instances} x ") : "";

    private static string DescribeGap(MonthlyCost cost) => cost.Missing == CostGap.None ? "" : " for units";

    private static string ListCheaper(IEnumerable<Alternative> cheaper) =>
        string.Join(", ", cheaper.Select(FormatBrief)) is { Length: > 0 } list ? $", or cheaper with a change to the app: {list}" : "";

    private static string FormatBrief(Alternative way) =>
        way.Change is { Amount: 0 } ? $"{FormatName(way)} (same cost)"
        : way.Change is { } change ? $"{FormatName(way)} ({(change.Amount > 0 ? "+" : "")}{Wording.FormatBareAmount(change.Amount)})"
        : way.Cost is { Missing: CostGap.None, Total.Amount: 0 } ? $"{FormatName(way)} (free)"
        : way.Cost is { } cost ? $"{FormatName(way)} ({Wording.FormatBareAmount(cost.Total.Amount)}{DescribeGap(cost)})"
        : FormatName(way);
}
