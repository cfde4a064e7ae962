using Advisor.Azure.Resources;
using Advisor.Core.Capacity;
using Advisor.Runtime.Fleet;
using Azure;
using Azure.Core;
using Azure.ResourceManager;
using Azure.ResourceManager.Models;
using Azure.ResourceManager.Resources;
using Azure.ResourceManager.SignalR;
using Azure.ResourceManager.SignalR.Models;
using Azure.ResourceManager.WebPubSub;
using Azure.ResourceManager.WebPubSub.Models;

namespace Advisor.Azure.Sdk;

/// <summary>Resources over Azure.ResourceManager.SignalR and Azure.ResourceManager.WebPubSub.</summary>
internal sealed class SdkResourceWire(ArmClient client) : IResourceWire
{
    public async Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation)
    {
        var list = new ResourceList([], []);
        await foreach (var resource in service == ServiceKind.SignalR ? SignalRs(subscription, group, cancellation) : WebPubSubs(subscription, group, cancellation))
        {
            if (resource.Units > 0)
            {
                list.Resources.Add(resource);
            }
            else
            {
                list.Failures.Add(new FleetFailure(resource.Id, FailureCodes.BadAnswer, $"{resource.Id} has no capacity in its sku, so its units are unknown."));
            }
        }

        return list;
    }

    public async Task<FleetResource> GetAsync(string id, CancellationToken cancellation)
    {
        var name = new ResourceIdentifier(id);
        return ServiceTypes.Of(name) == ServiceKind.SignalR
            ? Read((await client.GetSignalRResource(name).GetAsync(cancellation)).Value.Data)
            : Read((await client.GetWebPubSubResource(name).GetAsync(cancellation)).Value.Data);
    }

    /// <summary>Sends a fresh object, not the one read: what was read would ride along.</summary>
    public async Task<AcceptedChange> ResizeAsync(FleetResource resource, string sku, int units, CancellationToken cancellation)
    {
        var (id, location, tier) = (new ResourceIdentifier(resource.Id), new AzureLocation(resource.Region), ServiceTypes.Tier(sku));
        Operation operation = resource.Service == ServiceKind.SignalR
            ? await client.GetSignalRResource(id).UpdateAsync(
                WaitUntil.Started, new SignalRData(location) { Sku = new SignalRResourceSku(sku) { Tier = tier, Capacity = units } }, cancellation)
            : await client.GetWebPubSubResource(id).UpdateAsync(
                WaitUntil.Started, new WebPubSubData(location) { Sku = new BillingInfoSku(sku) { Tier = tier, Capacity = units } }, cancellation);
        return new AcceptedChange(OperationAddress.Of(operation.GetRawResponse()));
    }

    private IAsyncEnumerable<FleetResource> SignalRs(string subscription, string? group, CancellationToken cancellation) =>
        (group is null ? Subscription(subscription).GetSignalRsAsync(cancellation) : Group(subscription, group).GetSignalRs().GetAllAsync(cancellation))
        .Select(r => Read(r.Data));

    private IAsyncEnumerable<FleetResource> WebPubSubs(string subscription, string? group, CancellationToken cancellation) =>
        (group is null ? Subscription(subscription).GetWebPubSubsAsync(cancellation) : Group(subscription, group).GetWebPubSubs().GetAllAsync(cancellation))
        .Select(r => Read(r.Data));

    private SubscriptionResource Subscription(string id) => client.GetSubscriptionResource(SubscriptionResource.CreateResourceIdentifier(id));

    private ResourceGroupResource Group(string subscription, string name) =>
        client.GetResourceGroupResource(ResourceGroupResource.CreateResourceIdentifier(subscription, name));

    private static FleetResource Read(SignalRData data) =>
        Read(data, ServiceKind.SignalR, data.Sku?.Name, data.Sku?.Capacity, data.ProvisioningState?.ToString()) with
        {
            ServiceMode = ResourceJson.Mode(data.Features.FirstOrDefault(f => f.Flag == SignalRFeatureFlag.ServiceMode)?.Value),
        };

    private static FleetResource Read(WebPubSubData data) =>
        Read(data, ServiceKind.WebPubSub, data.Sku?.Name, data.Sku?.Capacity, data.ProvisioningState?.ToString());

    private static FleetResource Read(TrackedResourceData data, ServiceKind service, string? sku, int? units, string? state) => new()
    {
        Id = data.Id.ToString(),
        Name = data.Name,
        SubscriptionId = data.Id.SubscriptionId!,
        ResourceGroup = data.Id.ResourceGroupName!,
        Service = service,
        Region = ResourceJson.Region(data.Location.ToString()),
        Sku = sku ?? "Unknown",
        Units = units ?? (sku?.StartsWith("Free", StringComparison.OrdinalIgnoreCase) == true ? 1 : 0),
        ProvisioningState = state ?? "Unknown",
        Tags = new Dictionary<string, string>(data.Tags, StringComparer.OrdinalIgnoreCase),
    };
}
