namespace Advisor.Core.Fleet;

/// <summary>The order of resources with geo-replicas in lists for people.</summary>
public static class ReplicaOrder
{
    /// <summary>
    /// Returns the entries with each replica below its resource: together they stand where the first of them stood. The order of all others
    /// is unchanged, and so is that of replicas whose resource is not among the entries.
    /// </summary>
    /// <param name="id">Returns the resource id of an entry.</param>
    public static IReadOnlyList<T> PlaceBelowOwners<T>(IEnumerable<T> entries, Func<T, string> id)
    {
        var list = entries.ToList();
        var replicas = list.Where(entry => ResourceIds.FindOwner(id(entry)) is not null)
            .ToLookup(entry => ResourceIds.FindOwner(id(entry))!, StringComparer.OrdinalIgnoreCase);
        if (replicas.Count == 0)
        {
            return list;
        }

        var owners = new Dictionary<string, T>(StringComparer.OrdinalIgnoreCase);
        foreach (var entry in list.Where(entry => replicas.Contains(id(entry))))
        {
            owners.TryAdd(id(entry), entry);
        }

        var placed = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var ordered = new List<T>(list.Count);
        foreach (var entry in list)
        {
            var owner = ResourceIds.FindOwner(id(entry)) ?? id(entry);
            if (!owners.TryGetValue(owner, out var first))
            {
                ordered.Add(entry);
            }
            else if (placed.Add(owner))
            {
                ordered.AddRange([first, .. replicas[owner]]);
            }
        }

        return ordered;
    }
}
