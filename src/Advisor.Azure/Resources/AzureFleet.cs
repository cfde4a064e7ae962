using Advisor.Runtime.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>The SignalR and Web PubSub resources of Azure: found, read and changed.</summary>
public sealed class AzureFleet : IFleet
{
    private readonly Discovery discovery;
    private readonly Change change;

    internal AzureFleet(Discovery discovery, Change change)
    {
        this.discovery = discovery;
        this.change = change;
    }

    /// <inheritdoc/>
    public Task<FleetListing> ListAsync(FleetScope scope, CancellationToken cancellation) => discovery.ListAsync(scope, cancellation);

    /// <inheritdoc/>
    public Task<ScaleOutcome> ScaleAsync(ScaleRequest request, CancellationToken cancellation) => change.ScaleAsync(request, cancellation);

    /// <inheritdoc/>
    public Task<ScaleProgress> FollowAsync(string operationUrl, CancellationToken cancellation) => change.FollowAsync(operationUrl, cancellation);
}
