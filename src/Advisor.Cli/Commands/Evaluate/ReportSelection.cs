using Advisor.Core.Capacity;
using Advisor.Core.Reports;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Which resources of a report are shown.</summary>
internal enum ReportFilter
{
    All,

    /// <summary>Those with a recommendation.</summary>
    Recommendation,

    /// <summary>Those with a limit used beyond its target.</summary>
    Overload,

    /// <summary>Those that could not be read.</summary>
    Failed,
}

/// <summary>The order in which the resources of a report are shown.</summary>
internal enum ReportOrder
{
    /// <summary>
    /// For people savings first, largest first, then other recommendations, then the rest; for programs as they were found: by id.
    /// </summary>
    Default,

    /// <summary>Highest monthly cost first.</summary>
    Cost,

    /// <summary>Highest utilization of any limit first.</summary>
    Utilization,

    /// <summary>Largest saving first, then what costs more.</summary>
    Saving,

    Name,
}

/// <summary>What <c>--only</c> and <c>--sort</c> make of a report. Summary and exit code stay those of the whole report.</summary>
internal static class ReportSelection
{
    /// <summary>
    /// The resources to show, in order. Resources without the figure that is sorted by come last; ties keep the order of discovery.
    /// </summary>
    /// <param name="forPeople">Whether a person reads it.</param>
    public static IReadOnlyList<ResourceReport> Select(
        IReadOnlyList<ResourceReport> resources,
        ReportFilter filter,
        ReportOrder order,
        bool forPeople = false
    )
    {
        var kept = resources.Where(resource =>
            filter switch
            {
                ReportFilter.Recommendation => resource.HasRecommendation,
                ReportFilter.Overload => IsOverloaded(resource),
                ReportFilter.Failed => resource.Failure is not null,
                _ => true,
            }
        );
        return order switch
        {
            ReportOrder.Cost => [.. kept.OrderByDescending(r => r.Cost?.Total.Amount ?? decimal.MinValue)],
            ReportOrder.Utilization => [.. kept.OrderByDescending(r => FindMaxUtilization(r) ?? double.MinValue)],
            ReportOrder.Default when forPeople => [.. kept.OrderBy(GetRank).ThenBy(r => GetRank(r) == 0 ? GetCostChange(r) : 0)],
            ReportOrder.Saving => [.. kept.OrderBy(r => GetCostChange(r))],
            ReportOrder.Name => [.. kept.OrderBy(r => r.Name, StringComparer.OrdinalIgnoreCase)],
            _ => [.. kept],
        };
    }

    /// <summary>Whether a limit is used beyond its target: a utilization above 1.</summary>
    public static bool IsOverloaded(ResourceReport resource) => FindMaxUtilization(resource) > 1;

    // A change of tier is advice, and no saving to begin with.
    private static int GetRank(ResourceReport resource) =>
        !resource.HasRecommendation ? 3
        : resource.IsAdvisory ? 2
        : GetCostChange(resource) < 0 ? 0
        : 1;

    private static decimal GetCostChange(ResourceReport resource) =>
        resource.HasRecommendation ? resource.Decision!.MonthlyCostChange?.Amount ?? 0 : 0;

    private static double? FindMaxUtilization(ResourceReport resource) =>
        resource.Decision is not { } decision ? null : Enum.GetValues<Limit>().Select(limit => decision.Utilization[limit]?.Value).Max();
}
