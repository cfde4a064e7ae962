using Advisor.Core.Capacity;
using Advisor.Runtime.Fleet;

namespace Advisor.Azure.Resources;

/// <summary>Resources over Azure.ResourceManager's pipeline.</summary>
internal sealed class ResourceWire(ArmPipeline arm) : IResourceWire
{
    public Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation) =>
        ResourceAnswers.ListAsync(arm, ResourceAnswers.PathOf(service, subscription, group), cancellation);

    public async Task<FleetResource> GetAsync(string id, CancellationToken cancellation) =>
        ResourceAnswers.Single(await arm.GetAsync(id, ServiceTypes.ApiVersion, cancellation));
}
