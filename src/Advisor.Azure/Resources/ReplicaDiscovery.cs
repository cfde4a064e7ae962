using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Azure;

namespace Advisor.Azure.Resources;

/// <summary>Lists the geo-replicas of a subscription's resources, each as a resource of its own.</summary>
internal sealed class ReplicaDiscovery(AzureCalls calls, ArmPipeline arm)
{
    /// <summary>
    /// API version of the generic resource list, which contains every tracked resource; replicas are resources of their own.
    /// </summary>
    private const string ResourcesVersion = "2021-04-01";

    /// <summary>
    /// Returns the replicas of the resources that have some, by the id of their resource. One call shows which these are, then one each
    /// returns their sizes; if the first is unavailable, every resource that may have replicas is read.
    /// </summary>
    public async Task<IReadOnlyDictionary<string, ReplicaList>> ListAsync(
        string subscription,
        IReadOnlyList<FleetResource> premium,
        CancellationToken cancellation
    )
    {
        if (premium.Count == 0)
        {
            return new Dictionary<string, ReplicaList>();
        }

        var owners = await TryListOwnersAsync(subscription, cancellation);
        var reads = premium.Where(r => owners is null || owners.Contains(r.Id)).Select(r => ListOfResourceAsync(r, cancellation));
        return (await Task.WhenAll(reads)).ToDictionary(list => list.OwnerId, StringComparer.OrdinalIgnoreCase);
    }

    private Task<HashSet<string>?> TryListOwnersAsync(string subscription, CancellationToken cancellation) =>
        calls.ReadAsync(
            CallName.ListReplicas,
            new CallTarget(arm.Host, subscription),
            token => ReadOwnersAsync(subscription, token),
            _ => null,
            cancellation
        );

    private async Task<HashSet<string>?> ReadOwnersAsync(string subscription, CancellationToken cancellation)
    {
        var filter = Uri.EscapeDataString(
            $"resourceType eq '{ServiceTypes.SignalR}/replicas' or resourceType eq '{ServiceTypes.WebPubSub}/replicas'"
        );
        var path = $"/subscriptions/{subscription}/resources?$filter={filter}";
        var owners = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        await foreach (var replica in ArmPages.ReadAsync(arm, path, ResourcesVersion, cancellation))
        {
            if (ResourceJson.GetText(replica, "id") is { } id && ResourceIds.FindOwner(id) is { } owner)
            {
                owners.Add(owner);
            }
        }

        return owners;
    }

    private Task<ReplicaList> ListOfResourceAsync(FleetResource owner, CancellationToken cancellation) =>
        calls.ReadAsync(
            CallName.ListReplicas,
            new CallTarget(arm.Host, owner.SubscriptionId),
            token => ReadAsync(owner, token),
            fault => new ReplicaList(
                owner.Id,
                [],
                fault is RequestFailedException { Status: 404 }
                    ? []
                    : [AzureFailures.Describe(owner.Id + ServiceTypes.Replicas, fault, "Reader on the resource")]
            ),
            cancellation
        );

    private async Task<ReplicaList> ReadAsync(FleetResource owner, CancellationToken cancellation)
    {
        var list = new ReplicaList(owner.Id, [], []);
        await foreach (var element in ArmPages.ReadAsync(arm, owner.Id + ServiceTypes.Replicas, ServiceTypes.ApiVersion, cancellation))
        {
            var (replica, problem) = ResourceJson.Parse(element);
            if (replica is not null && string.Equals(replica.OwnerId, owner.Id, StringComparison.OrdinalIgnoreCase))
            {
                list.Replicas.Add(replica);
            }
            else
            {
                problem ??= $"{owner.Id} lists a replica of another resource: it is left out.";
                list.Failures.Add(new FleetFailure(owner.Id + ServiceTypes.Replicas, FailureCode.InvalidResponse, problem));
            }
        }

        return list;
    }
}

/// <summary>Geo-replicas of one resource, as far as they could be read.</summary>
/// <param name="OwnerId">Id of the resource.</param>
internal sealed record ReplicaList(string OwnerId, List<FleetResource> Replicas, List<FleetFailure> Failures)
{
    /// <summary>
    /// Returns the resource and its replicas, each with the ids of the others. A replica has the service mode of the resource, and its tags
    /// where it has none of the same name: what is set for the resource is set for its replicas.
    /// </summary>
    public IEnumerable<FleetResource> AddTo(FleetResource owner)
    {
        FleetResource[] all = [owner, .. Replicas.Select(replica => Complete(replica, owner))];
        var replicas = Replicas.ConvertAll(r => new Replica(r.Id[(r.Id.LastIndexOf('/') + 1)..], r.Region, r.Units));
        return all.Select(one =>
            one with
            {
                Replicas = ReferenceEquals(one, owner) ? replicas : [],
                Peers = one.IsServing
                    ? [.. all.Where(other => other.IsServing && !ReferenceEquals(other, one)).Select(other => other.Id)]
                    : [],
                HasUnknownPeers = Failures.Count > 0,
            }
        );
    }

    private static FleetResource Complete(FleetResource replica, FleetResource owner)
    {
        var tags = new Dictionary<string, string>(owner.Tags, StringComparer.OrdinalIgnoreCase);
        foreach (var (name, value) in replica.Tags)
        {
            tags[name] = value;
        }

        return replica with
        {
            ServiceMode = owner.ServiceMode,
            Tags = tags,
        };
    }
}
