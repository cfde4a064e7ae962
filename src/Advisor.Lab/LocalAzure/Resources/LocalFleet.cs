using System.Collections.Concurrent;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>All resources of the subscriptions, by id, case-insensitive, and the operations started.</summary>
internal sealed class LocalFleet(LocalAzureOptions options, LocalClock clock)
{
    private readonly Lock gate = new();
    private readonly ConcurrentDictionary<string, LocalResource> byId = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, LocalOperation> operations = new(StringComparer.OrdinalIgnoreCase);
    private LocalResource[] ordered = [];

    /// <summary>Id of the first subscription.</summary>
    public string SubscriptionId { get; } = options.SubscriptionId;

    /// <summary>Ids of all subscriptions, readable or not, the first one first.</summary>
    public IReadOnlyList<string> Subscriptions { get; } = [options.SubscriptionId, .. options.OtherSubscriptions];

    public LocalClock Clock { get; } = clock;

    /// <summary>SKUs that are sold, each with the unit counts on offer.</summary>
    public IReadOnlyList<LocalSku> Skus { get; } = LocalSku.WithUnits(options.OfferedUnits);

    /// <summary>Resources in the order in which they were added.</summary>
    public IReadOnlyList<LocalResource> Resources => ordered;

    /// <summary>Resources, each followed by its replicas that exist.</summary>
    public IEnumerable<LocalResource> All => ordered.SelectMany(r => r.Replicas.Where(one => byId.ContainsKey(one.Id)).Prepend(r));

    /// <summary>Whether a subscription exists.</summary>
    public bool Has(string subscription) => Subscriptions.Contains(subscription, StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether the caller has a role on a subscription.</summary>
    public bool IsReadable(string subscription) =>
        !options.UnreadableSubscriptions.Contains(subscription, StringComparer.OrdinalIgnoreCase);

    /// <summary>Lists the resources of a subscription, in the order in which they were added.</summary>
    public IEnumerable<LocalResource> List(string subscription) => ordered.Where(r => IsIn(r, subscription));

    /// <summary>Lists the resources of a subscription, each followed by its replicas that exist.</summary>
    public IEnumerable<LocalResource> ListAll(string subscription) => All.Where(r => IsIn(r, subscription));

    /// <exception cref="ArgumentException">A resource with this id exists, or its size cannot be bought.</exception>
    public LocalResource Add(LocalResourceSpec spec)
    {
        var resource = Create(spec, Clock.Now);
        lock (gate)
        {
            Index(resource);
            ordered = [.. ordered, resource];
        }

        return resource;
    }

    public void AddAll(IEnumerable<LocalResourceSpec> specs)
    {
        lock (gate)
        {
            var added = new List<LocalResource>(ordered);
            foreach (var spec in specs)
            {
                var resource = Create(spec, DateTimeOffset.MinValue);
                Index(resource);
                added.Add(resource);
            }

            ordered = [.. added];
        }
    }

    public bool Remove(string id)
    {
        lock (gate)
        {
            ordered = [.. ordered.Where(r => !string.Equals(r.Id, id, StringComparison.OrdinalIgnoreCase))];
            foreach (var replica in byId.GetValueOrDefault(id)?.Replicas ?? [])
            {
                byId.TryRemove(replica.Id, out _);
            }

            return byId.TryRemove(id, out _);
        }
    }

    /// <summary>Finds a resource by id, with or without the leading slash; null when there is none.</summary>
    public LocalResource? Find(string id) => byId.GetValueOrDefault(id.StartsWith('/') ? id : "/" + id);

    public IEnumerable<LocalResource> ListGroup(string subscription, string group) =>
        List(subscription).Where(r => string.Equals(r.Spec.ResourceGroup, group, StringComparison.OrdinalIgnoreCase));

    /// <summary>Counts the units of a region of a subscription against its quota, those of replicas too.</summary>
    public int CountUnits(string subscription, string region) =>
        ListAll(subscription).Where(r => string.Equals(r.Region, region, StringComparison.OrdinalIgnoreCase)).Sum(r => r.UnitsForQuota);

    public void AddOperation(LocalOperation operation) => operations[operation.Id] = operation;

    public LocalOperation? FindOperation(string id) => operations.GetValueOrDefault(id);

    private static bool IsIn(LocalResource resource, string subscription) =>
        string.Equals(resource.SubscriptionId, subscription, StringComparison.OrdinalIgnoreCase);

    private LocalResource Create(LocalResourceSpec spec, DateTimeOffset addedAt) =>
        Has(spec.SubscriptionId ?? SubscriptionId)
            ? new LocalResource(spec, spec.SubscriptionId ?? SubscriptionId, Clock, Skus) { AddedAt = addedAt }
            : throw new ArgumentException($"{spec.Name}: there is no subscription {spec.SubscriptionId}.", nameof(spec));

    private void Index(LocalResource resource)
    {
        foreach (var one in resource.Replicas.Prepend(resource))
        {
            if (!byId.TryAdd(one.Id, one))
            {
                throw new ArgumentException($"There are two resources named {one.Id}.", nameof(resource));
            }
        }
    }
}
