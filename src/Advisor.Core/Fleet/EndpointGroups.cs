using Advisor.Core.Capacity;

namespace Advisor.Core.Fleet;

/// <summary>
/// Resources that one application spreads its clients over: those of one service whose settings name the same endpoint group, in any
/// region and subscription.
/// </summary>
public static class EndpointGroups
{
    /// <summary>
    /// Returns the resources in the same order, each with the other endpoints of its group. One that serves no clients is no endpoint.
    /// </summary>
    public static IReadOnlyList<FleetResource> Join(IReadOnlyList<FleetResource> resources)
    {
        var groups = resources
            .Where(resource => resource is { IsServing: true, Settings.EndpointGroup: not null })
            .ToLookup(CreateKey, resource => resource.Id);
        return [.. resources.Select(resource => Join(resource, groups))];
    }

    private static FleetResource Join(FleetResource resource, ILookup<(ServiceKind, string), string> groups) =>
        resource is { IsServing: true, Settings.EndpointGroup: not null }
            ? resource with
            {
                Endpoints =
                [
                    .. groups[CreateKey(resource)]
                        .Where(id => !string.Equals(id, resource.Id, StringComparison.OrdinalIgnoreCase))
                        .Order(StringComparer.OrdinalIgnoreCase),
                ],
            }
        : resource.Endpoints.Count > 0 ? resource with { Endpoints = [] }
        : resource;

    // Names compare as tags do, without case.
    private static (ServiceKind, string) CreateKey(FleetResource resource) =>
        (resource.Service, resource.Settings.EndpointGroup!.ToLowerInvariant());
}
