using Advisor.Core.Fleet;
using Advisor.Core.Observations;

namespace Advisor.Service.Evaluation;

/// <summary>The part of an observation that the listing of a resource gives: everything but its time and its readings.</summary>
internal static class ResourceObservation
{
    public static Observation Create(FleetResource resource, FleetConstraints fleet) =>
        new()
        {
            ResourceId = resource.Id,
            Time = default,
            Service = resource.Service,
            Sku = resource.Sku,
            Units = resource.Units,
            CountsServerLeg = resource.CountsServerLeg,
            // Azure does not document what happens to replicas at a change of tier: it is left to a person.
            Settings = IsReplicated(resource) ? resource.Settings with { AllowTierChange = false } : resource.Settings,
            Fleet = fleet,
        };

    private static bool IsReplicated(FleetResource resource) =>
        resource.Peers.Count > 0 || resource.HasUnknownPeers || resource.OwnerId is not null;
}
