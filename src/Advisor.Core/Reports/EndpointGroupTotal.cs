using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>Totals of the resources that one application spreads its clients over.</summary>
/// <param name="Name">Name of the group.</param>
/// <param name="Endpoints">Names of its resources, in order; one where no other of the scope is in the group.</param>
/// <param name="Units">Sum of the units in force.</param>
/// <param name="UnitsAfter">Sum with every recommendation followed, except advisory ones.</param>
/// <param name="Connections">Sum of the connections of the newest minutes; null when those of an endpoint are unknown.</param>
/// <param name="Cost">Monthly cost, now and with every recommendation followed; null when a price is unknown, or currencies differ.</param>
public sealed record EndpointGroupTotal(
    string Name,
    ServiceKind Service,
    IReadOnlyList<string> Endpoints,
    int Units,
    int UnitsAfter,
    double? Connections,
    ReportCost? Cost
)
{
    /// <summary>Returns the groups of a fleet in order of their names; empty when no settings state one.</summary>
    public static IReadOnlyList<EndpointGroupTotal> Compute(IEnumerable<ResourceReport> resources) =>
        [
            .. resources
                .Where(resource => resource.Settings.EndpointGroup is not null)
                .GroupBy(resource => (resource.Service, Key: resource.Settings.EndpointGroup!.ToLowerInvariant()))
                .OrderBy(group => group.Key.Key, StringComparer.Ordinal)
                .ThenBy(group => group.Key.Service)
                .Select(group => Compute([.. group.OrderBy(resource => resource.Id, StringComparer.OrdinalIgnoreCase)])),
        ];

    private static EndpointGroupTotal Compute(IReadOnlyList<ResourceReport> members) =>
        new(
            members[0].Settings.EndpointGroup!,
            members[0].Service,
            [.. members.Select(member => member.Name)],
            members.Sum(member => member.Units),
            members.Sum(member => member is { HasRecommendation: true, IsAdvisory: false } ? member.Target!.Value.Units : member.Units),
            Sum(members.Select(member => member.Newest?.Readings.ConnectionCount)),
            ReportCost.Compute(members) is { Unpriced: 0 } cost ? cost : null
        );

    private static double? Sum(IEnumerable<double?> figures) => figures.Aggregate((double?)0, (sum, figure) => sum + figure);
}
