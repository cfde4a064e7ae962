using Advisor.Core.Capacity;
using Advisor.Core.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Resource client on the pipeline of Resource Manager.</summary>
internal sealed class ResourceClient(ArmPipeline arm) : IResourceClient
{
    public Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation) =>
        ResourceResponses.ListAsync(arm, ResourceResponses.CreatePath(service, subscription, group), cancellation);

    public async Task<FleetResource> GetAsync(string id, CancellationToken cancellation) =>
        ResourceResponses.ParseSingle(await arm.GetAsync(id, ServiceTypes.ApiVersion, cancellation));
}
