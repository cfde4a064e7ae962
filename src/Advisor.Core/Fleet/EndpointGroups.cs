using Advisor.Core.Capacity;

namespace Advisor.Core.Fleet;

/// <summary>
/// Resources that one application spreads its clients over: those of one service whose settings name the same endpoint group, in any
/// region and subscription.
/// </summary>
public static class EndpointGroups
{
    /// <summary>
    /// Returns the resources in the same order, each with the other endpoints of its group, and with those of the group and of its
    /// geo-replicas that no longer serve. One that serves no clients is no endpoint.
    /// </summary>
    /// <param name="deleted">Resources that were deleted so recently that their load may still be known.</param>
    public static IReadOnlyList<FleetResource> Join(IReadOnlyList<FleetResource> resources, IReadOnlyList<FleetResource>? deleted = null)
    {
        var groups = resources
            .Where(resource => resource is { IsServing: true, Settings.EndpointGroup: not null })
            .ToLookup(CreateKey, resource => resource.Id);
        FleetResource[] former = [.. resources.Where(resource => !resource.IsServing), .. deleted ?? []];
        var formerReplicas = former.ToLookup(GetOwner, one => one.Id, StringComparer.OrdinalIgnoreCase);
        var formerEndpoints = former.Where(one => one.Settings.EndpointGroup is not null).ToLookup(CreateKey, one => one.Id);
        return [.. resources.Select(JoinOne)];

        FleetResource JoinOne(FleetResource resource)
        {
            var isEndpoint = resource is { IsServing: true, Settings.EndpointGroup: not null };
            var endpoints = ListOthers(resource, isEndpoint ? groups[CreateKey(resource)] : []);
            var left = ListOthers(
                resource,
                (resource.IsServing ? formerReplicas[GetOwner(resource)] : []).Concat(
                    isEndpoint ? formerEndpoints[CreateKey(resource)] : []
                )
            );
            return endpoints.Length + left.Length + resource.Endpoints.Count + resource.FormerPeers.Count > 0
                ? resource with
                {
                    Endpoints = endpoints,
                    FormerPeers = left,
                }
                : resource;
        }
    }

    private static string[] ListOthers(FleetResource resource, IEnumerable<string> ids) =>
        [
            .. ids.Distinct(StringComparer.OrdinalIgnoreCase)
                .Where(id => !string.Equals(id, resource.Id, StringComparison.OrdinalIgnoreCase))
                .Order(StringComparer.OrdinalIgnoreCase),
        ];

    private static string GetOwner(FleetResource resource) => resource.OwnerId ?? resource.Id;

    // Names compare as tags do, without case.
    private static (ServiceKind, string) CreateKey(FleetResource resource) =>
        (resource.Service, resource.Settings.EndpointGroup!.ToLowerInvariant());
}
