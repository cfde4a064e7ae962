using Advisor.Core.Reports;
using Advisor.Core.Scaling;

namespace Advisor.Cli.Evaluating;

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
    /// <summary>As they were found: by id.</summary>
    Found,

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
    /// <summary>The resources to show, in order. Resources without the figure that is sorted by come last; ties keep the order of discovery.</summary>
    public static IReadOnlyList<ResourceReport> Select(IReadOnlyList<ResourceReport> resources, ReportFilter filter, ReportOrder order)
    {
        var kept = resources.Where(resource => filter switch
        {
            ReportFilter.Recommendation => resource.HasRecommendation,
            ReportFilter.Overload => IsOverloaded(resource),
            ReportFilter.Failed => resource.Failure is not null,
            _ => true,
        });
        return order switch
        {
            ReportOrder.Cost => [.. kept.OrderByDescending(r => r.MonthlyCost?.Amount ?? decimal.MinValue)],
            ReportOrder.Utilization => [.. kept.OrderByDescending(r => HighestUtilization(r) ?? double.MinValue)],
            ReportOrder.Saving => [.. kept.OrderBy(r => r.HasRecommendation ? r.Decision!.MonthlyCostChange?.Amount ?? 0 : 0)],
            ReportOrder.Name => [.. kept.OrderBy(r => r.Name, StringComparer.OrdinalIgnoreCase)],
            _ => [.. kept],
        };
    }

    /// <summary>Whether a limit is used beyond its target: a utilization above 1.</summary>
    public static bool IsOverloaded(ResourceReport resource) => HighestUtilization(resource) > 1;

    private static double? HighestUtilization(ResourceReport resource) => resource.Decision is not { } decision ? null
        : Enum.GetValues<Dimension>().Select(dimension => decision.Utilization[dimension]?.Value).Max();
}
