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
            Settings = resource.Settings,
            Fleet = fleet,
        };
}
