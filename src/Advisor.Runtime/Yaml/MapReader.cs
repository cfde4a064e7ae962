using System.Diagnostics.CodeAnalysis;

namespace Advisor.Runtime.Yaml;

/// <summary>
/// Reads the keys of one map as typed values. Whatever is missing, of the wrong kind or out of range goes to the log and reads as null;
/// <see cref="Done"/> reports the keys that nobody asked for.
/// </summary>
internal sealed partial class MapReader
{
    private readonly Dictionary<string, MapEntry> entries;
    private readonly HashSet<string> asked = new(StringComparer.Ordinal);
    private readonly MapNode map;

    public MapReader(MapNode map, string path, ProblemLog log)
    {
        this.map = map;
        Path = path;
        Log = log;
        entries = map.Entries.ToDictionary(e => e.Key, StringComparer.Ordinal);
    }

    public string Path { get; }

    public ProblemLog Log { get; }

    public int Line => map.Line;

    /// <summary>The keys in the order of the file.</summary>
    public IEnumerable<string> Keys => map.Entries.Select(e => e.Key);

    /// <summary>A reader of the document's root; null (and a problem) where the root is not a map.</summary>
    public static MapReader? OfDocument(string text, ProblemLog log)
    {
        switch (DocumentParser.Parse(text, log))
        {
            case MapNode map:
                return new MapReader(map, "", log);
            case ScalarNode { IsNull: true } nothing:
                log.Add(nothing.Line, "", "The file is empty.");
                return null;
            case { } other:
                log.Add(other.Line, "", "The file must hold keys with values, such as `key: value`.");
                return null;
            default:
                return null;
        }
    }

    public bool Has(string key) => entries.ContainsKey(key);

    /// <summary>The path of a key of this map.</summary>
    public string PathOf(string key) => DocumentPath.Key(Path, key);

    /// <summary>The line of a key (of <c>units</c> for <c>units[2]</c>); of the map where it has no such key.</summary>
    public int LineOf(string key) => entries.TryGetValue(key.Split('[')[0], out var entry) ? entry.Line : map.Line;

    /// <summary>Reports a problem at a key of this map.</summary>
    public void Report(string key, string reason) => Log.Add(LineOf(key), PathOf(key), reason);

    /// <summary>Reports a problem of the map as a whole.</summary>
    public void Report(string reason) => Log.Add(Line, Path, reason);

    /// <summary>Reports every key that was never asked for, with the nearest one that would be known.</summary>
    public void Done()
    {
        foreach (var entry in map.Entries.Where(e => !asked.Contains(e.Key)))
        {
            var near = Spelling.Nearest(entry.Key, asked.Where(known => !entries.ContainsKey(known)));
            var hint = near is null ? "known here: " + string.Join(", ", asked.Order(StringComparer.Ordinal)) : $"did you mean '{near}'?";
            Log.Add(entry.Line, PathOf(entry.Key), $"Unknown key; {hint}");
        }
    }

    /// <summary>The map under a key; null where it is absent (a problem if required) or no map.</summary>
    public MapReader? Map(string key, bool required = true)
    {
        if (!TryTake(key, required, out var node))
        {
            return null;
        }

        return AsMap(node, PathOf(key));
    }

    /// <summary>The maps of a list under a key; those that are no maps are reported and left out.</summary>
    public IReadOnlyList<MapReader> Maps(string key, bool required = true) => [.. EachMap(key, required)];

    /// <summary>As <see cref="Maps"/>, one at a time: for lists that may be long.</summary>
    public IEnumerable<MapReader> EachMap(string key, bool required = true)
    {
        foreach (var (item, path) in Items(key, required) ?? [])
        {
            if (AsMap(item, path) is { } reader)
            {
                yield return reader;
            }
        }
    }

    private MapReader? AsMap(DocumentNode node, string path)
    {
        if (node is MapNode found)
        {
            return new MapReader(found, path, Log);
        }

        Refuse(node, path, "Expected keys with values here.");
        return null;
    }

    private List<(DocumentNode Item, string Path)>? Items(string key, bool required)
    {
        if (!TryTake(key, required, out var node))
        {
            return null;
        }

        if (node is ListNode list)
        {
            return [.. list.Items.Select((item, i) => (item, DocumentPath.Index(PathOf(key), i)))];
        }

        Refuse(node, PathOf(key), "Expected a list here, such as [1, 2, 3].");
        return null;
    }

    private bool TryTake(string key, bool required, [NotNullWhen(true)] out DocumentNode? node)
    {
        asked.Add(key);
        node = entries.TryGetValue(key, out var entry) && entry.Value is not ScalarNode { IsNull: true } ? entry.Value : null;
        if (node is null && required)
        {
            Log.Add(LineOf(key), PathOf(key), "This is missing.");
        }

        return node is not null;
    }

    // An unreadable node has been reported where it was refused.
    private void Refuse(DocumentNode node, string path, string reason)
    {
        if (node is not UnreadableNode)
        {
            Log.Add(node.Line, path, reason);
        }
    }
}
