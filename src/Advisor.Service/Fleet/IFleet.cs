using Advisor.Core.Fleet;

namespace Advisor.Service.Fleet;

/// <summary>
/// Lists, reads and changes the resources of a fleet. Expected failures are values (<see cref="FleetFailure"/>,
/// <see cref="ScaleOutcome"/>); only cancellation and programming errors throw.
/// </summary>
public interface IFleet
{
    Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation);

    /// <summary>
    /// Requests a new size after reading the resource again. Returns when Azure has accepted or refused the request, not when the change is
    /// complete.
    /// </summary>
    Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation);

    /// <summary>Returns the progress of an accepted change.</summary>
    Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation);
}
