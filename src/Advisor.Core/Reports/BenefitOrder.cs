namespace Advisor.Core.Reports;

/// <summary>The order for people: savings first, the largest first, then other recommendations, then advice, then the rest.</summary>
public static class BenefitOrder
{
    /// <summary>Ties keep their order.</summary>
    public static IReadOnlyList<ResourceReport> Sort(IEnumerable<ResourceReport> resources) =>
        [.. resources.OrderBy(GetRank).ThenBy(resource => GetRank(resource) == 0 ? GetCostChange(resource) : 0)];

    /// <summary>What the recommendation adds to the cost of a month, negative for a saving; 0 where that is not known.</summary>
    public static decimal GetCostChange(ResourceReport resource) =>
        resource.HasRecommendation ? resource.Decision!.MonthlyCostChange?.Amount ?? 0 : 0;

    // A change of tier is advice, and no saving to begin with.
    private static int GetRank(ResourceReport resource) =>
        !resource.HasRecommendation ? 3
        : resource.IsAdvisory ? 2
        : GetCostChange(resource) < 0 ? 0
        : 1;
}
