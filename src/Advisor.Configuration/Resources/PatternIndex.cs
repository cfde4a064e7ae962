using Advisor.Core.Fleet;

namespace Advisor.Configuration.Resources;

/// <summary>
/// Finds the patterns that match a resource: patterns without a wildcard by lookup of id and name, so that a file may list every resource
/// of a large fleet; the others one by one.
/// </summary>
internal sealed class PatternIndex
{
    private const int None = -1;

    private readonly IReadOnlyList<ResourcePattern> patterns;
    private readonly Dictionary<string, int> lastOfId = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, int> lastOfName = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<int> wildcards = [];
    private readonly int[] previous; // for each position, the previous one with the same text

    public PatternIndex(IReadOnlyList<ResourcePattern> patterns)
    {
        this.patterns = patterns;
        previous = new int[patterns.Count];
        for (var i = 0; i < patterns.Count; i++)
        {
            if (!patterns[i].IsLiteral)
            {
                wildcards.Add(i);
                continue;
            }

            var newest = patterns[i].MatchesIds ? lastOfId : lastOfName;
            previous[i] = newest.GetValueOrDefault(patterns[i].Text, None);
            newest[patterns[i].Text] = i;
        }
    }

    public bool MatchesAny(string resourceId) =>
        lastOfId.ContainsKey(resourceId)
        || lastOfName.ContainsKey(ResourceIds.GetName(resourceId))
        || wildcards.Exists(i => patterns[i].Matches(resourceId))
        || (ResourceIds.FindOwner(resourceId) is { } owner && MatchesAny(owner));

    /// <summary>Returns the positions of the matching patterns, ascending.</summary>
    public IReadOnlyList<int> Find(string resourceId)
    {
        var found = wildcards.FindAll(i => patterns[i].Matches(resourceId));
        Add(lastOfId.GetValueOrDefault(resourceId, None));
        Add(lastOfName.GetValueOrDefault(ResourceIds.GetName(resourceId), None));
        if (ResourceIds.FindOwner(resourceId) is { } owner)
        {
            Add(lastOfId.GetValueOrDefault(owner, None));
            Add(lastOfName.GetValueOrDefault(ResourceIds.GetName(owner), None));
        }

        found.Sort();
        return found;

        void Add(int newest)
        {
            for (var i = newest; i != None; i = previous[i])
            {
                found.Add(i);
            }
        }
    }
}
