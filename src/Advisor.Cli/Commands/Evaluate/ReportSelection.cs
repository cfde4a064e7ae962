using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;

namespace Advisor.Cli.Commands.Evaluate;

/// <summary>Filter of the resources shown from a report.</summary>
internal enum ReportFilter
{
    All,

    /// <summary>Resources with a recommendation.</summary>
    Recommendation,

    /// <summary>Resources with a limit used beyond its target.</summary>
    Overload,

    /// <summary>Resources that could not be read.</summary>
    Failed,
}

/// <summary>Order of the resources shown from a report.</summary>
internal enum ReportOrder
{
    /// <summary>
    /// For people: overloads first, then savings, then the rest. For programs: in the order of discovery, by id.
    /// </summary>
    Default,

    /// <summary>Highest monthly cost first.</summary>
    Cost,

    /// <summary>Highest utilization of any limit first.</summary>
    Utilization,

    /// <summary>Largest saving first, then cost increases.</summary>
    Saving,

    Name,
}

/// <summary>Applies <c>--only</c> and <c>--sort</c> to a report. Summary and exit code remain those of the whole report.</summary>
internal static class ReportSelection
{
    /// <summary>
    /// Returns the resources to show, in order. Resources without the sort figure come last; ties keep the order of discovery.
    /// </summary>
    /// <param name="forPeople">Whether the output is for people.</param>
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
                ReportFilter.Overload => resource.IsOverloaded,
                ReportFilter.Failed => resource.Failure is not null,
                _ => true,
            }
        );
        return order switch
        {
            ReportOrder.Cost => [.. kept.OrderByDescending(r => r.Cost?.Total.Amount ?? decimal.MinValue)],
            ReportOrder.Utilization => [.. kept.OrderByDescending(r => FindMaxUtilization(r) ?? double.MinValue)],
            ReportOrder.Default when forPeople => PriorityOrder.Sort(kept),
            ReportOrder.Saving => [.. kept.OrderBy(PriorityOrder.GetCostChange)],
            ReportOrder.Name => ReplicaOrder.PlaceBelowOwners(kept.OrderBy(r => r.Name, StringComparer.OrdinalIgnoreCase), r => r.Id),
            _ => [.. kept],
        };
    }

    private static double? FindMaxUtilization(ResourceReport resource) =>
        resource.Decision is not { } decision ? null : Enum.GetValues<Limit>().Select(limit => decision.Utilization[limit]?.Value).Max();
}
