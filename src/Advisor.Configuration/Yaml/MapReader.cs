using System.Diagnostics.CodeAnalysis;

namespace Advisor.Configuration.Yaml;

/// <summary>
/// Reads the keys of one map as typed values. A value that is missing, of the wrong kind or out of range is logged and reads as null; <see
/// cref="ReportUnknownKeys"/> reports the keys that were not requested.
/// </summary>
internal sealed partial class MapReader
{
    private readonly Dictionary<string, YamlEntry> entries;
    private readonly HashSet<string> requestedKeys = new(StringComparer.Ordinal);
    private readonly YamlMap map;

    public MapReader(YamlMap readMap, string path, ProblemLog log)
    {
        this.map = readMap;
        Path = path;
        Log = log;
        entries = readMap.Entries.ToDictionary(e => e.Key, StringComparer.Ordinal);
    }

    public string Path { get; }

    public ProblemLog Log { get; }

    public int Line => map.Line;

    /// <summary>Keys in the order of the file.</summary>
    public IEnumerable<string> Keys => map.Entries.Select(e => e.Key);

    /// <summary>Creates a reader of the document's root; null, with a problem, if the root is not a map.</summary>
    public static MapReader? FromDocument(string text, ProblemLog log)
    {
        switch (DocumentParser.Parse(text, log))
        {
            case YamlMap map:
                return new MapReader(map, "", log);
            case YamlScalar { IsNull: true } nothing:
                log.Add(nothing.Line, "", "The file is empty.");
                return null;
            case { } other:
                log.Add(other.Line, "", "The file must contain keys with values, such as `key: value`.");
                return null;
            default:
                return null;
        }
    }

    public bool HasKey(string key) => entries.ContainsKey(key);

    /// <summary>Whether a key has a single value, not a map or a list.</summary>
    public bool IsScalar(string key) => entries.TryGetValue(key, out var entry) && entry.Value is YamlScalar { IsNull: false };

    /// <summary>Returns the path of a key of this map.</summary>
    public string GetPath(string key) => DocumentPath.AppendKey(Path, key);

    /// <summary>Returns the line of a key; that of the map if it has no such key.</summary>
    public int GetLine(string key) => entries.TryGetValue(key, out var entry) ? entry.Line : map.Line;

    /// <summary>Returns the line of every key of this map.</summary>
    public IReadOnlyDictionary<string, int> ListLines() => entries.ToDictionary(e => e.Key, e => e.Value.Line, StringComparer.Ordinal);

    /// <summary>Reports a problem of a key of this map.</summary>
    public void Report(string key, string reason) => Log.Add(GetLine(key), GetPath(key), reason);

    /// <summary>Notes that a key of this map has no effect as it is stated.</summary>
    public void Note(string key, string text) => Log.Note(GetPath(key), text);

    /// <summary>Reports a problem of an element of the list of a key, in its own line.</summary>
    public void ReportItem(string key, int index, string reason) =>
        Log.Add(
            entries.GetValueOrDefault(key)?.Value is YamlList list ? list.Items[index].Line : GetLine(key),
            DocumentPath.AppendIndex(GetPath(key), index),
            reason
        );

    /// <summary>Reports a problem of the map as a whole.</summary>
    public void Report(string reason) => Log.Add(Line, Path, reason);

    /// <summary>Reports a map that has neither of two keys.</summary>
    public void RequireEither(string one, string other)
    {
        if (!HasKey(one) && !HasKey(other))
        {
            Report($"This has no effect without {one} or {other}.");
        }
    }

    /// <summary>Reports every key that was never requested, with the nearest known one.</summary>
    public void ReportUnknownKeys()
    {
        foreach (var entry in map.Entries.Where(e => !requestedKeys.Contains(e.Key)))
        {
            var near = NameSuggestions.FindNearest(entry.Key, requestedKeys.Where(known => !entries.ContainsKey(known)));
            var hint = near is null
                ? "known here: " + string.Join(", ", requestedKeys.Order(StringComparer.Ordinal))
                : $"did you mean '{near}'?";
            Log.Add(entry.Line, GetPath(entry.Key), $"Unknown key; {hint}");
        }
    }

    /// <summary>Reads the map under a key; null if it is absent (a problem if required) or not a map.</summary>
    public MapReader? ReadMap(string key, bool required = true)
    {
        if (!TryTake(key, required, ValueForm.Map, out var node))
        {
            return null;
        }

        return AsMap(node, GetPath(key));
    }

    /// <summary>Reads the maps of a list under a key; elements that are not maps are reported and omitted.</summary>
    public IReadOnlyList<MapReader> ReadMaps(string key, bool required = true) => [.. EnumerateMaps(key, required)];

    /// <summary>Reads the same one at a time, for lists that may be long; see <see cref="ReadMaps"/>.</summary>
    public IEnumerable<MapReader> EnumerateMaps(string key, bool required = true)
    {
        foreach (var (item, path) in ReadItems(key, required, ValueForm.Map) ?? [])
        {
            if (AsMap(item, path) is { } reader)
            {
                yield return reader;
            }
        }
    }

    private MapReader? AsMap(YamlNode node, string path)
    {
        if (node is YamlMap found)
        {
            return new MapReader(found, path, Log);
        }

        ReportUnexpected(node, path, "Expected keys with values here.");
        return null;
    }

    private List<(YamlNode Item, string Path)>? ReadItems(string key, bool required, ValueForm item)
    {
        if (!TryTake(key, required, new ValueForm.ListOf(item), out var node))
        {
            return null;
        }

        if (node is YamlList list)
        {
            return [.. list.Items.Select((value, i) => (value, DocumentPath.AppendIndex(GetPath(key), i)))];
        }

        ReportUnexpected(node, GetPath(key), "Expected a list here, such as [1, 2, 3].");
        return null;
    }

    private bool TryTake(string key, bool required, ValueForm form, [NotNullWhen(true)] out YamlNode? node)
    {
        requestedKeys.Add(key);
        Log.Asked?.Invoke(new KeyRead(Path, key, required, form));
        node = entries.TryGetValue(key, out var entry) && entry.Value is not YamlScalar { IsNull: true } ? entry.Value : null;
        if (node is null && required)
        {
            Log.Add(GetLine(key), GetPath(key), "This is missing.");
        }

        return node is not null;
    }

    // An unreadable node was already reported.
    private void ReportUnexpected(YamlNode node, string path, string reason)
    {
        if (node is not UnreadableYaml)
        {
            Log.Add(node.Line, path, reason);
        }
    }
}
