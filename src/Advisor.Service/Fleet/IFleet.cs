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

    /// <summary>
    /// Returns who last wrote a resource in [from, until]. Only for a change that was not Advisor's. A fleet that does not know returns
    /// nothing.
    /// </summary>
    Task<SizeChangerAnswer> FindChangerAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset until,
        CancellationToken cancellation
    ) => Task.FromResult(SizeChangerAnswer.None);

    /// <summary>Returns the progress of an accepted change.</summary>
    Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation);
}
