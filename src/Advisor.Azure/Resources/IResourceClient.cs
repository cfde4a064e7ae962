using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Resources of a list, and those of it that could not be read.</summary>
internal sealed record ResourceList(List<FleetResource> Resources, List<FleetFailure> Failures);

/// <summary>What Azure answered to a change that it took.</summary>
/// <param name="OperationUrl">Where to follow it; null where it was done at once.</param>
internal sealed record AcceptedChange(string? OperationUrl);

/// <summary>
/// The calls that find and read resources, one attempt each. Anything but success is thrown as
/// <see cref="global::Azure.RequestFailedException"/>. Two implementations: on Azure.ResourceManager, and on its SignalR and Web PubSub
/// libraries (the optional build). Answers are read by <see cref="ResourceResponses"/> in both.
/// </summary>
internal interface IResourceClient
{
    /// <summary>All resources of a service in a subscription, or in one group of it; every page.</summary>
    Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation);

    Task<FleetResource> GetAsync(string id, CancellationToken cancellation);
}
