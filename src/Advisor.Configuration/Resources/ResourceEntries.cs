using System.Collections;
using System.Runtime.CompilerServices;

namespace Advisor.Configuration.Resources;

/// <summary>Entry of <c>resources</c>: settings of the resources that match a pattern.</summary>
public sealed record ResourceEntry(ResourcePattern Match, SettingsPatch Settings)
{
    /// <summary>Line of each key in the file; empty where the entry is not from a file.</summary>
    public IReadOnlyDictionary<string, int> Lines { get; init; } = AdvisorConfiguration.NoLines;
}

/// <summary>Entries of <c>resources</c>, in the order of the file.</summary>
[CollectionBuilder(typeof(ResourceEntries), nameof(Create))]
public sealed class ResourceEntries : IReadOnlyList<ResourceEntry>
{
    private readonly IReadOnlyList<ResourceEntry> entries;
    private readonly PatternIndex index;

    private ResourceEntries(IReadOnlyList<ResourceEntry> entries)
    {
        this.entries = entries;
        index = new PatternIndex([.. entries.Select(entry => entry.Match)]);
    }

    public int Count => entries.Count;

    public ResourceEntry this[int position] => entries[position];

    public static ResourceEntries Create(ReadOnlySpan<ResourceEntry> entries) => new(entries.ToArray());

    /// <summary>Returns the entries that match a resource, in the order of the file.</summary>
    public IEnumerable<ResourceEntry> FindMatching(string resourceId) => index.Find(resourceId).Select(position => entries[position]);

    public IEnumerator<ResourceEntry> GetEnumerator() => entries.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
