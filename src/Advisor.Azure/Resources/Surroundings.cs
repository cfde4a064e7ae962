using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Runtime.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>What stands around the resources of a subscription: Azure's own autoscale, and geo-replicas.</summary>
internal sealed class Surroundings(AzureCalls calls, ArmPipeline arm)
{
    private const string AutoscaleVersion = "2015-04-01";

    /// <summary>The generic resource list, which has every tracked resource; its replicas are resources of their own.</summary>
    private const string ResourcesVersion = "2021-04-01";

    /// <summary>Names of the enabled autoscale settings by the id of their target, without case; one listing for a subscription.</summary>
    public async Task<IReadOnlyDictionary<string, string>> AutoscaleAsync(string subscription, CancellationToken cancellation) =>
        await calls.ReadAsync(CallName.ListAutoscale, Target(subscription), token => ReadAutoscaleAsync(subscription, token), cancellation);

    /// <summary>
    /// The replicas of those resources that have some. One listing tells which these are; where it is not to be had, every resource that may have
    /// replicas is asked.
    /// </summary>
    public async Task<(IReadOnlyDictionary<string, IReadOnlyList<Replica>> Replicas, IReadOnlyList<FleetFailure> Failures)> ReplicasAsync(
        string subscription, IReadOnlyList<FleetResource> premium, CancellationToken cancellation)
    {
        var found = new Dictionary<string, IReadOnlyList<Replica>>(StringComparer.OrdinalIgnoreCase);
        var failures = new List<FleetFailure>();
        if (premium.Count == 0)
        {
            return (found, failures);
        }

        var owners = await OwnersAsync(subscription, cancellation);
        var asked = premium.Where(r => owners is null || owners.Contains(r.Id)).Select(r => OneAsync(r, cancellation));
        foreach (var (id, replicas, failure) in await Task.WhenAll(asked))
        {
            found[id] = replicas;
            if (failure is not null)
            {
                failures.Add(failure);
            }
        }

        return (found, failures);
    }

    private CallTarget Target(string subscription) => new(arm.Host, subscription);

    private async Task<IReadOnlyDictionary<string, string>> ReadAutoscaleAsync(string subscription, CancellationToken cancellation)
    {
        var enabled = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var path = $"/subscriptions/{subscription}/providers/Microsoft.Insights/autoscalesettings";
        await foreach (var setting in ArmPages.ReadAsync(arm, path, AutoscaleVersion, cancellation))
        {
            // Where it does not say whether it is enabled, it may act: taken as enabled.
            var properties = ResourceJson.Child(setting, "properties");
            var isOff = ResourceJson.Child(properties, "enabled") is { ValueKind: JsonValueKind.False };
            if (!isOff && ResourceJson.Text(properties, "targetResourceUri") is { } target)
            {
                enabled[target.TrimEnd('/')] = ResourceJson.Text(setting, "name") ?? ResourceJson.Text(properties, "name") ?? "unnamed";
            }
        }

        return enabled;
    }

    private async Task<HashSet<string>?> OwnersAsync(string subscription, CancellationToken cancellation)
    {
        try
        {
            return await calls.ReadAsync(CallName.ListReplicas, Target(subscription), token => ReadOwnersAsync(subscription, token), cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return null;
        }
    }

    private async Task<HashSet<string>> ReadOwnersAsync(string subscription, CancellationToken cancellation)
    {
        var filter = Uri.EscapeDataString(
            $"resourceType eq '{ServiceTypes.SignalR}/replicas' or resourceType eq '{ServiceTypes.WebPubSub}/replicas'");
        var owners = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        await foreach (var replica in ArmPages.ReadAsync(arm, $"/subscriptions/{subscription}/resources?$filter={filter}", ResourcesVersion, cancellation))
        {
            if (ResourceJson.Text(replica, "id") is { } id && id.LastIndexOf("/replicas/", StringComparison.OrdinalIgnoreCase) is > 0 and var cut)
            {
                owners.Add(id[..cut]);
            }
        }

        return owners;
    }

    private async Task<(string Id, IReadOnlyList<Replica> Replicas, FleetFailure? Failure)> OneAsync(FleetResource owner, CancellationToken cancellation)
    {
        try
        {
            return (owner.Id, await calls.ReadAsync(CallName.ListReplicas, Target(owner.SubscriptionId), token => ReadReplicasAsync(owner, token), cancellation), null);
        }
        catch (RequestFailedException failed) when (failed.Status == 404)
        {
            return (owner.Id, [], null);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            var id = owner.Id + "/replicas";
            return (owner.Id, [], AzureFailures.Describe(id, exception, "Reader on the resource"));
        }
    }

    private async Task<IReadOnlyList<Replica>> ReadReplicasAsync(FleetResource owner, CancellationToken cancellation)
    {
        var replicas = new List<Replica>();
        await foreach (var element in ArmPages.ReadAsync(arm, owner.Id + "/replicas", ServiceTypes.ApiVersion, cancellation))
        {
            var sku = ResourceJson.Child(element, "sku");
            replicas.Add(new Replica(
                ResourceJson.Text(element, "name") ?? "unnamed",
                ResourceJson.Region(ResourceJson.Text(element, "location") ?? "unknown"),
                ResourceJson.Units(sku, ResourceJson.Text(sku, "name") ?? string.Empty)));
        }

        return replicas;
    }
}
