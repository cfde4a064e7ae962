using Advisor.Core.Planning;

namespace Advisor.Reporting;

/// <summary>Selects the sizes that a plan shows: the answer, its neighbors and the same size of other SKUs, or all.</summary>
public static class PlanTable
{
    private const int MaxRows = 10;
    private const int RowsBelow = 2;

    // A size at this many times the price of the answer is no choice.
    private const decimal MaxCostRatio = 5;

    /// <summary>
    /// Finds the size that the plan answers with: the one requested or solved for, otherwise the one that runs at Advisor's targets. Null
    /// when no size fits.
    /// </summary>
    public static PlanSize? FindAnswer(Plan plan) => IsRecommendation(plan) ? FindRecommended(plan) : FindRequired(plan);

    /// <summary>Whether the plan answers with the size that runs at Advisor's targets.</summary>
    public static bool IsRecommendation(Plan plan) =>
        plan is { Fits: true, SolvedFor: null, Request.Units: null, RecommendedSize.Size: not null };

    /// <summary>Finds the smallest size that keeps the limits of the guide, or the requested one; null when none fits.</summary>
    public static PlanSize? FindRequired(Plan plan) => Find(plan, plan.Sku, plan.Units);

    /// <summary>Finds the size that runs at Advisor's targets; null when none does.</summary>
    public static PlanSize? FindRecommended(Plan plan) => Find(plan, plan.RecommendedSize?.Size?.Sku, plan.RecommendedSize?.Size?.Units);

    /// <summary>
    /// Lists every size, or at most ten by SKU, ascending: the answer, the required size, the sizes around them, the same size of a SKU
    /// with the same limits at another price, and the smallest large enough of a larger SKU; none at five times the price of the answer.
    /// </summary>
    public static IReadOnlyList<PlanSize> ListSizes(Plan plan, bool all)
    {
        if (all)
        {
            return plan.Sizes;
        }

        var answer = FindAnswer(plan) ?? plan.Sizes.Where(size => size.Sku == plan.Sizes[0].Sku).MaxBy(size => size.Units)!;
        var ladder = plan.Sizes.Where(size => size.Sku == answer.Sku).ToList();
        var at = ladder.IndexOf(answer);
        var others = plan.Sizes.Where(size => size.Sku != answer.Sku).GroupBy(size => size.Sku).ToList();
        return
        [
            .. new[] { answer, FindRequired(plan) }
                .OfType<PlanSize>()
                .Concat(plan.Sizes.Where(size => size.Sku != answer.Sku && size.Units == answer.Units).Where(HasOtherPrice))
                .Concat(ladder.Take(at).Reverse().Take(RowsBelow))
                .Concat(ladder.Skip(at + 1).Take(1))
                .Concat(others.Where(sku => !sku.Any(size => size.Units == answer.Units)).Select(FindSmallestFitting))
                .Concat(others.Where(sku => !sku.Any(size => size.Fits)).Select(sku => sku.MaxBy(size => size.Units)!))
                .Concat(ladder.Skip(at + 2))
                .Concat(ladder.Take(at).Reverse())
                .Where(size => size == answer || !(size.Cost?.Total.Amount >= answer.Cost?.Total.Amount * MaxCostRatio))
                .Distinct()
                .Take(MaxRows)
                .OrderBy(size => plan.Sizes.Index().First(other => other.Item == size).Index),
        ];

        PlanSize FindSmallestFitting(IEnumerable<PlanSize> sku) => sku.FirstOrDefault(size => size.Fits) ?? sku.Last();

        bool HasOtherPrice(PlanSize size) => size.Utilization == answer.Utilization && size.Cost is not null;
    }

    /// <summary>Returns "recommended" or, where it is another size, "required"; empty for other sizes, and for a requested one.</summary>
    public static string DescribeRole(Plan plan, PlanSize size) =>
        size == FindRecommended(plan) ? "recommended"
        : plan.Request.Units is null && size == FindRequired(plan) ? "required"
        : "";

    /// <summary>Returns "Sizes: 10 of 48, --all shows every one", or "All sizes".</summary>
    public static string DescribeHeading(Plan plan, int shown) =>
        shown == plan.Sizes.Count ? "All sizes" : $"Sizes: {shown} of {plan.Sizes.Count}, --all shows every one";

    private static PlanSize? Find(Plan plan, string? sku, int? units) =>
        plan.Sizes.FirstOrDefault(size => size.Sku == sku && size.Units == units);
}
