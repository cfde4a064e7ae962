using System.Runtime.CompilerServices;
using System.Text.Json;
using Advisor.Azure.Resources;
using Advisor.Core.Capacity;
using Advisor.Core.Fleet;
using Azure;
using Azure.Core;
using Azure.ResourceManager;
using Azure.ResourceManager.Resources;
using Azure.ResourceManager.SignalR;
using Azure.ResourceManager.WebPubSub;

namespace Advisor.Azure.Sdk;

/// <summary>
/// Resource client on Azure.ResourceManager.SignalR and Azure.ResourceManager.WebPubSub: their clients send, and <see
/// cref="ResourceResponses"/> parses the pages. A page or a resource that a library cannot parse is requested again without it; a
/// geo-replica is read without it.
/// </summary>
internal sealed class SdkResourceClient(ArmClient client, ArmPipeline arm) : IResourceClient
{
    /// <summary>Creates the client. The pipeline of <paramref name="clients"/> reads what a library cannot.</summary>
    public static SdkResourceClient Create(AzureEndpoints cloud, TokenCredential credential, AzureClients clients)
    {
        var options = new ArmClientOptions { Environment = new ArmEnvironment(cloud.ResourceManager, cloud.ResourceManagerAudience) };
        options.SetApiVersion(ServiceTypes.SignalR, ServiceTypes.ApiVersion);
        options.SetApiVersion(ServiceTypes.WebPubSub, ServiceTypes.ApiVersion);
        return new SdkResourceClient(new ArmClient(credential, default, clients.ConfigureArm(options, cloud)), clients.ResourceManager);
    }

    public async Task<ResourceList> ListAsync(ServiceKind service, string subscription, string? group, CancellationToken cancellation)
    {
        var path = ResourceResponses.CreatePath(service, subscription, group);
        try
        {
            return await ListAsync(
                path,
                service == ServiceKind.SignalR
                    ? ListSignalRAsync(subscription, group, cancellation)
                    : ListWebPubSubAsync(subscription, group, cancellation)
            );
        }
        catch (Exception ex) when (ex is JsonException or FormatException || !AzureFailures.IsExpected(ex, cancellation))
        {
            cancellation.ThrowIfCancellationRequested();
            return await ResourceResponses.ListAsync(arm, path, cancellation);
        }
    }

    public async Task<FleetResource> GetAsync(string id, CancellationToken cancellation)
    {
        if (ResourceIds.FindOwner(id) is not null)
        {
            // The libraries' stable versions do not know replicas.
            return await GetWithoutLibraryAsync(id, cancellation);
        }

        var name = new ResourceIdentifier(id);
        try
        {
            return ResourceResponses.ParseSingle(
                ServiceTypes.Find(name) == ServiceKind.SignalR
                    ? (await client.GetSignalRResource(name).GetAsync(cancellation)).GetRawResponse()
                    : (await client.GetWebPubSubResource(name).GetAsync(cancellation)).GetRawResponse()
            );
        }
        catch (Exception ex) when (ex is JsonException or FormatException || !AzureFailures.IsExpected(ex, cancellation))
        {
            cancellation.ThrowIfCancellationRequested();
            return await GetWithoutLibraryAsync(id, cancellation);
        }
    }

    private async Task<FleetResource> GetWithoutLibraryAsync(string id, CancellationToken cancellation) =>
        ResourceResponses.ParseSingle(await arm.GetAsync(id, ServiceTypes.ApiVersion, cancellation));

    private static async Task<ResourceList> ListAsync(string path, IAsyncEnumerable<(Response Page, bool IsLast)> pages)
    {
        var (list, count) = (new ResourceList([], []), 0);
        await foreach (var (page, isLast) in pages)
        {
            ResourceResponses.AddPage(list, page, path);
            if (++count == ArmPages.MaxPages && !isLast)
            {
                throw ArmPages.CreateTooManyPagesException(path);
            }
        }

        return list;
    }

    private IAsyncEnumerable<(Response Page, bool IsLast)> ListSignalRAsync(
        string subscription,
        string? group,
        CancellationToken cancellation
    ) =>
        ReadPagesAsync(
            group is null
                ? GetSubscription(subscription).GetSignalRsAsync(cancellation)
                : GetResourceGroup(subscription, group).GetSignalRs().GetAllAsync(cancellation),
            cancellation
        );

    private IAsyncEnumerable<(Response Page, bool IsLast)> ListWebPubSubAsync(
        string subscription,
        string? group,
        CancellationToken cancellation
    ) =>
        ReadPagesAsync(
            group is null
                ? GetSubscription(subscription).GetWebPubSubsAsync(cancellation)
                : GetResourceGroup(subscription, group).GetWebPubSubs().GetAllAsync(cancellation),
            cancellation
        );

    private static async IAsyncEnumerable<(Response Page, bool IsLast)> ReadPagesAsync<T>(
        AsyncPageable<T> all,
        [EnumeratorCancellation] CancellationToken cancellation
    )
        where T : notnull
    {
        await foreach (var page in all.AsPages().WithCancellation(cancellation))
        {
            yield return (page.GetRawResponse(), string.IsNullOrEmpty(page.ContinuationToken));
        }
    }

    private SubscriptionResource GetSubscription(string id) =>
        client.GetSubscriptionResource(SubscriptionResource.CreateResourceIdentifier(id));

    private ResourceGroupResource GetResourceGroup(string subscription, string name) =>
        client.GetResourceGroupResource(ResourceGroupResource.CreateResourceIdentifier(subscription, name));
}
