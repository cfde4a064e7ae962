using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Configuration;

/// <summary>
/// Finds which of many patterns match a resource: those without a wildcard by lookup of the id and of the name, so that a file may list every
/// resource of a large fleet; those with one by comparing each.
/// </summary>
internal sealed class PatternIndex
{
    private const int None = -1;

    private readonly IReadOnlyList<ResourcePattern> patterns;
    private readonly Dictionary<string, int> newestOfId = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, int> newestOfName = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<int> wildcards = [];
    private readonly int[] earlier; // of each position, the one before it with the same text

    public PatternIndex(IReadOnlyList<ResourcePattern> patterns)
    {
        this.patterns = patterns;
        earlier = new int[patterns.Count];
        for (var i = 0; i < patterns.Count; i++)
        {
            if (!patterns[i].IsLiteral)
            {
                wildcards.Add(i);
                continue;
            }

            var newest = patterns[i].IsOfIds ? newestOfId : newestOfName;
            earlier[i] = newest.GetValueOrDefault(patterns[i].Text, None);
            newest[patterns[i].Text] = i;
        }
    }

    public bool Any(string resourceId) =>
        newestOfId.ContainsKey(resourceId) || newestOfName.ContainsKey(ResourceIds.NameOf(resourceId)) || wildcards.Exists(i => patterns[i].Matches(resourceId));

    /// <summary>The positions of the patterns that match, ascending.</summary>
    public IReadOnlyList<int> Find(string resourceId)
    {
        var found = wildcards.FindAll(i => patterns[i].Matches(resourceId));
        Add(newestOfId.GetValueOrDefault(resourceId, None));
        Add(newestOfName.GetValueOrDefault(ResourceIds.NameOf(resourceId), None));
        found.Sort();
        return found;

        void Add(int newest)
        {
            for (var i = newest; i != None; i = earlier[i])
            {
                found.Add(i);
            }
        }
    }
}
