using Advisor.Core.Fleet;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Access to the SignalR and Web PubSub resources of Azure: discovery, reads and changes.</summary>
public sealed class AzureFleet : IFleet
{
    private readonly ResourceDiscovery resourceDiscovery;
    private readonly RegionalUsageReader usages;
    private readonly ScaleOperation scaleOperation;

    internal AzureFleet(ResourceDiscovery resourceDiscovery, RegionalUsageReader usages, ScaleOperation scaleOperation)
    {
        this.usages = usages;
        this.resourceDiscovery = resourceDiscovery;
        this.scaleOperation = scaleOperation;
    }

    /// <inheritdoc/>
    public async Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation)
    {
        var listing = await resourceDiscovery.ListAsync(scope, cancellation);
        return listing with { Quotas = await usages.ReadAsync(listing.Resources, cancellation) };
    }

    /// <inheritdoc/>
    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) =>
        scaleOperation.ScaleAsync(request, cancellation);

    /// <inheritdoc/>
    public Task<ScaleProgress> GetProgressAsync(string operationUrl, CancellationToken cancellation) =>
        scaleOperation.FollowAsync(operationUrl, cancellation);
}
