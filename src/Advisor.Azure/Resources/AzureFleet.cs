using Advisor.Core.Fleet;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Access to the SignalR and Web PubSub resources of Azure: discovery, reads and changes.</summary>
internal sealed class AzureFleet(
    ResourceDiscovery resourceDiscovery,
    RegionalUsageReader usages,
    ScaleOperation scaleOperation,
    ActivityLogReader activityLog,
    Func<FleetScope, FleetListing, IReadOnlyList<string>> describeListing
) : IFleet
{
    /// <inheritdoc/>
    public async Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation)
    {
        var listing = await resourceDiscovery.ListAsync(scope, cancellation);
        return listing with
        {
            Quotas = await usages.ReadAsync(listing.Resources, cancellation),
            Notes = [.. listing.Notes, .. describeListing(scope, listing)],
        };
    }

    /// <inheritdoc/>
    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) =>
        scaleOperation.ScaleAsync(request, cancellation);

    /// <inheritdoc/>
    public Task<SizeChangerAnswer> FindChangerAsync(
        string resourceId,
        DateTimeOffset from,
        DateTimeOffset until,
        CancellationToken cancellation
    ) => activityLog.FindAsync(resourceId, from, until, cancellation);

    /// <inheritdoc/>
    public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) =>
        scaleOperation.FollowAsync(operationUrl, cancellation);
}
