using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Reads the scaling context of a subscription's resources: Azure autoscale and geo-replicas.</summary>
internal sealed class ScalingContext(AzureCalls calls, ArmPipeline arm)
{
    private const string AutoscaleVersion = "2015-04-01";

    /// <summary>
    /// API version of the generic resource list, which contains every tracked resource; replicas are resources of their own.
    /// </summary>
    private const string ResourcesVersion = "2021-04-01";

    /// <summary>
    /// Returns the names of the enabled autoscale settings by the id of their target, ignoring case; one call per subscription.
    /// </summary>
    public async Task<IReadOnlyDictionary<string, string>> ListAutoscaleAsync(string subscription, CancellationToken cancellation) =>
        await calls.ReadAsync(
            CallName.ListAutoscale,
            CreateCallTarget(subscription),
            token => ReadAutoscaleAsync(subscription, token),
            cancellation
        );

    /// <summary>
    /// Returns the replicas of the resources that have some. One call shows which these are; if it is unavailable, the replicas of every
    /// resource that may have some are read.
    /// </summary>
    public async Task<(
        IReadOnlyDictionary<string, IReadOnlyList<Replica>> Replicas,
        IReadOnlyList<FleetFailure> Failures
    )> ListReplicasAsync(string subscription, IReadOnlyList<FleetResource> premium, CancellationToken cancellation)
    {
        var found = new Dictionary<string, IReadOnlyList<Replica>>(StringComparer.OrdinalIgnoreCase);
        var failures = new List<FleetFailure>();
        if (premium.Count == 0)
        {
            return (found, failures);
        }

        var owners = await TryListReplicaOwnersAsync(subscription, cancellation);
        var reads = premium.Where(r => owners is null || owners.Contains(r.Id)).Select(r => ListReplicasOfResourceAsync(r, cancellation));
        foreach (var (id, replicas, failure) in await Task.WhenAll(reads))
        {
            found[id] = replicas;
            if (failure is not null)
            {
                failures.Add(failure);
            }
        }

        return (found, failures);
    }

    private CallTarget CreateCallTarget(string subscription) => new(arm.Host, subscription);

    private async Task<IReadOnlyDictionary<string, string>> ReadAutoscaleAsync(string subscription, CancellationToken cancellation)
    {
        var enabled = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
        var path = $"/subscriptions/{subscription}/providers/Microsoft.Insights/autoscalesettings";
        await foreach (var setting in ArmPages.ReadAsync(arm, path, AutoscaleVersion, cancellation))
        {
            // A setting that does not state whether it is enabled counts as enabled.
            var properties = ResourceJson.GetChild(setting, "properties");
            var isOff = ResourceJson.GetChild(properties, "enabled") is { ValueKind: JsonValueKind.False };
            if (!isOff && ResourceJson.GetText(properties, "targetResourceUri") is { } target)
            {
                enabled[target.TrimEnd('/')] =
                    ResourceJson.GetText(setting, "name") ?? ResourceJson.GetText(properties, "name") ?? "unnamed";
            }
        }

        return enabled;
    }

    private async Task<HashSet<string>?> TryListReplicaOwnersAsync(string subscription, CancellationToken cancellation)
    {
        try
        {
            return await calls.ReadAsync(
                CallName.ListReplicas,
                CreateCallTarget(subscription),
                token => ReadReplicaOwnersAsync(subscription, token),
                cancellation
            );
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            return null;
        }
    }

    private async Task<HashSet<string>> ReadReplicaOwnersAsync(string subscription, CancellationToken cancellation)
    {
        var filter = Uri.EscapeDataString(
            $"resourceType eq '{ServiceTypes.SignalR}/replicas' or resourceType eq '{ServiceTypes.WebPubSub}/replicas'"
        );
        var owners = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        await foreach (
            var replica in ArmPages.ReadAsync(
                arm,
                $"/subscriptions/{subscription}/resources?$filter={filter}",
                ResourcesVersion,
                cancellation
            )
        )
        {
            if (
                ResourceJson.GetText(replica, "id") is { } id
                && id.LastIndexOf("/replicas/", StringComparison.OrdinalIgnoreCase) is > 0 and var cut
            )
            {
                owners.Add(id[..cut]);
            }
        }

        return owners;
    }

    private async Task<(string Id, IReadOnlyList<Replica> Replicas, FleetFailure? Failure)> ListReplicasOfResourceAsync(
        FleetResource owner,
        CancellationToken cancellation
    )
    {
        try
        {
            return (
                owner.Id,
                await calls.ReadAsync(
                    CallName.ListReplicas,
                    CreateCallTarget(owner.SubscriptionId),
                    token => ReadReplicasAsync(owner, token),
                    cancellation
                ),
                null
            );
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
            var sku = ResourceJson.GetChild(element, "sku");
            replicas.Add(
                new Replica(
                    ResourceJson.GetText(element, "name") ?? "unnamed",
                    ResourceJson.NormalizeRegion(ResourceJson.GetText(element, "location") ?? "unknown"),
                    ResourceJson.ParseUnits(sku, ResourceJson.GetText(sku, "name") ?? string.Empty)
                )
            );
        }

        return replicas;
    }
}
