using Advisor.Core.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Groups of resources that serve the same clients, by their positions in a fleet: a resource and its geo-replicas, the endpoints of a
/// group, and what both join. One that serves clients of its own is a group of one. For several threads.
/// </summary>
internal sealed class MemberGroups
{
    // By position: the first of its group. By first: the members, where there are several, and how many are not complete.
    private readonly int[] first;
    private readonly Dictionary<int, int[]> members;
    private readonly int[] missing;

    public MemberGroups(IReadOnlyList<FleetResource> resources)
    {
        first = [.. Enumerable.Range(0, resources.Count)];
        missing = new int[resources.Count];
        var positions = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase);
        foreach (var (position, resource) in resources.Index().Where(pair => MemberNeeds.IsMember(pair.Item)))
        {
            positions.TryAdd(resource.Id, position);
        }

        foreach (var position in positions.Values)
        {
            var one = resources[position];
            foreach (var other in one.Peers.Concat(one.Endpoints).Concat(one.FormerPeers))
            {
                Join(position, positions.GetValueOrDefault(other, position));
            }
        }

        members = positions
            .Values.GroupBy(FindFirst)
            .Where(group => group.Skip(1).Any())
            .ToDictionary(group => group.Key, group => group.Order().ToArray());
        foreach (var (root, group) in members)
        {
            missing[root] = group.Length;
        }
    }

    /// <summary>Returns the first position of the group of a resource.</summary>
    public int FindFirst(int position)
    {
        while (first[position] != position)
        {
            position = first[position];
        }

        return position;
    }

    public bool IsAlone(int position) => !members.ContainsKey(FindFirst(position));

    /// <summary>Returns the positions of a group of several, ascending.</summary>
    public IReadOnlyList<int> List(int position) => members[FindFirst(position)];

    /// <summary>Counts a resource of a group of several as complete; returns whether it was the last of them.</summary>
    public bool Complete(int position) => Interlocked.Decrement(ref missing[FindFirst(position)]) == 0;

    // A path is never longer than the group, since each position points to one before it.
    private void Join(int one, int other)
    {
        var (a, b) = (FindFirst(one), FindFirst(other));
        (first[Math.Max(a, b)], first[other]) = (Math.Min(a, b), Math.Min(a, b));
    }
}
