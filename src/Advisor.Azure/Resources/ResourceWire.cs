using System.Text.Json;
using Advisor.Core.Capacity;
using Advisor.Runtime.Fleet;
using Azure;
using Azure.Core;
using Azure.ResourceManager;
using Azure.ResourceManager.Resources;
using Azure.ResourceManager.Resources.Models;

namespace Advisor.Azure.Resources;

/// <summary>
/// Resources over Azure.ResourceManager. The provider's own list is read, one call for up to a whole subscription with SKU, features and tags;
/// the library's generic list leaves the properties out.
/// </summary>
internal sealed class ResourceWire(ArmClient client, ArmPipeline arm) : IResourceWire
{
    public async Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation)
    {
        var scope = group is null ? $"/subscriptions/{subscription}" : $"/subscriptions/{subscription}/resourceGroups/{Uri.EscapeDataString(group)}";
        var path = $"{scope}/providers/Microsoft.SignalRService/{ServiceTypes.Segment(service)}";
        var list = new ResourceList([], []);
        await foreach (var element in ArmPages.ReadAsync(arm, path, ServiceTypes.ApiVersion, cancellation))
        {
            var (resource, problem) = ResourceJson.Parse(element);
            if (resource is not null)
            {
                list.Resources.Add(resource);
            }
            else
            {
                list.Failures.Add(new FleetFailure(ResourceJson.Text(element, "id") ?? path, FailureCodes.BadAnswer, problem!));
            }
        }

        return list;
    }

    public async Task<FleetResource> GetAsync(string id, CancellationToken cancellation)
    {
        var response = await arm.GetAsync(id, ServiceTypes.ApiVersion, cancellation);
        using var document = JsonDocument.Parse(response.Content.ToMemory());
        var (resource, problem) = ResourceJson.Parse(document.RootElement);
        return resource ?? throw new BadAnswerException(problem!);
    }

    public async Task<AcceptedChange> ResizeAsync(FleetResource resource, string sku, int units, CancellationToken cancellation)
    {
        var change = new GenericResourceData(new AzureLocation(resource.Region))
        {
            Sku = new ResourcesSku { Name = sku, Tier = ServiceTypes.Tier(sku), Capacity = units },
        };
        var operation = await client.GetGenericResource(new ResourceIdentifier(resource.Id)).UpdateAsync(WaitUntil.Started, change, cancellation);
        return new AcceptedChange(OperationAddress.Of(operation.GetRawResponse()));
    }
}
