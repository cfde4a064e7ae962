using Advisor.Core.Fleet;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Access to the SignalR and Web PubSub resources of Azure: discovery, reads and changes.</summary>
public sealed class AzureFleet : IFleet
{
    private readonly ResourceDiscovery resourceDiscovery;
    private readonly RegionalUsageReader usages;
    private readonly ScaleOperation scaleOperation;
    private readonly ActivityLogReader activityLog;
    private readonly Func<FleetScope, FleetListing, IReadOnlyList<string>> describeListing;

    internal AzureFleet(
        ResourceDiscovery resourceDiscovery,
        RegionalUsageReader usages,
        ScaleOperation scaleOperation,
        ActivityLogReader activityLog,
        Func<FleetScope, FleetListing, IReadOnlyList<string>> describeListing
    )
    {
        this.usages = usages;
        this.activityLog = activityLog;
        this.resourceDiscovery = resourceDiscovery;
        this.scaleOperation = scaleOperation;
        this.describeListing = describeListing;
    }

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
