using Advisor.Core.Decisions;
using Advisor.Core.Fleet;

namespace Advisor.Core.Reports;

/// <summary>
/// The order for people, what to do first on top: overloads, then savings, then other recommendations, then what could not be judged, then
/// the rest.
/// </summary>
public static class PriorityOrder
{
    private const int Overload = 0,
        Saving = 1;

    /// <summary>
    /// Sorts overloads by utilization, the highest first, and savings by amount, the largest first; ties keep their order. Replicas stand
    /// below their resource.
    /// </summary>
    public static IReadOnlyList<ResourceReport> Sort(IEnumerable<ResourceReport> resources) =>
        ReplicaOrder.PlaceBelowOwners(
            resources
                .Select(resource => (Resource: resource, Rank: GetRank(resource)))
                .OrderBy(entry => entry.Rank)
                .ThenByDescending(entry => entry.Rank == Overload ? entry.Resource.Utilization : 0)
                .ThenBy(entry => entry.Rank == Saving ? GetCostChange(entry.Resource) : 0)
                .Select(entry => entry.Resource),
            resource => resource.Id
        );

    /// <summary>What the recommendation adds to the cost of a month, negative for a saving; 0 where that is not known.</summary>
    public static decimal GetCostChange(ResourceReport resource) =>
        resource.HasRecommendation ? resource.Decision!.MonthlyCostChange?.Amount ?? 0 : 0;

    // A change of tier is advice, and no saving to begin with.
    private static int GetRank(ResourceReport resource) =>
        resource.Decision is { Action: ScalingAction.ScaleOut } || resource.IsOverloaded ? Overload
        : resource.HasRecommendation && !resource.IsAdvisory && GetCostChange(resource) < 0 ? Saving
        : resource.HasRecommendation ? 2
        : resource.State is ReportState.Failed or ReportState.InsufficientData or ReportState.SuspectMetric ? 3
        : 4;
}
