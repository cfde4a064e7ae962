using System.Collections.Concurrent;

namespace Advisor.Lab.LocalAzure.Resources;

/// <summary>All resources of the subscription, by id, case-insensitive, and the operations started.</summary>
internal sealed class LocalFleet(string subscriptionId, LocalClock clock)
{
    private readonly Lock gate = new();
    private readonly ConcurrentDictionary<string, LocalResource> byId = new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, LocalOperation> operations = new(StringComparer.OrdinalIgnoreCase);
    private LocalResource[] ordered = [];

    public string SubscriptionId { get; } = subscriptionId;

    public LocalClock Clock { get; } = clock;

    /// <summary>Resources in the order in which they were added.</summary>
    public IReadOnlyList<LocalResource> Resources => ordered;

    /// <summary>Resources, each followed by its replicas that exist.</summary>
    public IEnumerable<LocalResource> All => ordered.SelectMany(r => r.Replicas.Where(one => byId.ContainsKey(one.Id)).Prepend(r));

    /// <exception cref="ArgumentException">A resource with this id exists, or its size cannot be bought.</exception>
    public LocalResource Add(LocalResourceSpec spec)
    {
        var resource = new LocalResource(spec, SubscriptionId, Clock);
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
                var resource = new LocalResource(spec, SubscriptionId, Clock);
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

    public IEnumerable<LocalResource> ListGroup(string group) =>
        ordered.Where(r => string.Equals(r.Spec.ResourceGroup, group, StringComparison.OrdinalIgnoreCase));

    /// <summary>Counts the units of a region against its quota, those of replicas too.</summary>
    public int CountUnits(string region) =>
        All.Where(r => string.Equals(r.Region, region, StringComparison.OrdinalIgnoreCase)).Sum(r => r.UnitsForQuota);

    public void AddOperation(LocalOperation operation) => operations[operation.Id] = operation;

    public LocalOperation? FindOperation(string id) => operations.GetValueOrDefault(id);

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
