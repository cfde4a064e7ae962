using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Resources of a list, and the failures of those that could not be parsed.</summary>
internal sealed record ResourceList(List<FleetResource> Resources, List<FleetFailure> Failures);

/// <summary>Response to a change that Azure accepted.</summary>
/// <param name="OperationUrl">URL of the operation's status; null if the change is already complete.</param>
internal sealed record AcceptedChange(string? OperationUrl);

/// <summary>
/// Calls that discover and read resources, one attempt each. Any status other than success throws <see
/// cref="global::Azure.RequestFailedException"/>. Two implementations: on Azure.Core's pipeline, and on the SignalR and Web PubSub
/// libraries of Azure.ResourceManager (the optional build). Both parse responses with <see cref="ResourceResponses"/>.
/// </summary>
internal interface IResourceClient
{
    /// <summary>Lists all resources of a service in a subscription, or in one resource group; all pages.</summary>
    Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation);

    Task<FleetResource> GetAsync(string id, CancellationToken cancellation);
}
