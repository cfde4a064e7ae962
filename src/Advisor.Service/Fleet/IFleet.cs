using Advisor.Core.Fleet;

namespace Advisor.Service.Fleet;

/// <summary>
/// The resources of a fleet: found, read and changed. Expected failures are values (<see cref="FleetFailure"/>,
/// <see cref="ScaleOutcome"/>); only cancellation and programmer errors throw.
/// </summary>
public interface IFleet
{
    Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation);

    /// <summary>
    /// Requests a new size after reading the resource again. Returns when Azure has accepted or refused it, not when it is in effect.
    /// </summary>
    Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation);

    /// <summary>Where an accepted change stands.</summary>
    Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation);
}
