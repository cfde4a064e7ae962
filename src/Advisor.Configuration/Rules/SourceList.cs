using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Rules;

/// <summary>Sources of a file by id, with their names.</summary>
internal sealed class SourceList
{
    private readonly Dictionary<string, string> names = new(StringComparer.Ordinal);

    private SourceList() { }

    /// <summary>Reads <c>sources</c> and <c>checkedOn</c> of a file's root.</summary>
    public static SourceList Read(MapReader root)
    {
        root.ReadDate("checkedOn");
        var sources = new SourceList();
        foreach (var source in root.ReadMaps("sources"))
        {
            sources.Add(source);
        }

        return sources;
    }

    /// <summary>Returns the name of the source that <paramref name="key"/> refers to; null if there is none, which is reported.</summary>
    public string? ReadName(MapReader map, string key) => map.ReadText(key) is { } id ? FindName(map, key, id) : null;

    /// <summary>Checks every id of a list of sources.</summary>
    public void Check(MapReader map, string key)
    {
        foreach (var id in map.ReadTexts(key) ?? [])
        {
            FindName(map, key, id);
        }
    }

    private void Add(MapReader source)
    {
        var id = source.ReadText("id");
        _ = source.ReadText("file", required: false);
        var edition = source.ReadText("edition");
        var url = source.ReadText("url");
        source.ReportUnknownKeys();
        if (url is not null && !url.StartsWith("https://", StringComparison.Ordinal))
        {
            source.Report("url", $"'{url}' is not an https address.");
        }

        if (id is not null && !names.TryAdd(id, $"{url}, {edition}"))
        {
            source.Report("id", $"There are two sources '{id}'.");
        }
    }

    private string? FindName(MapReader map, string key, string id)
    {
        if (!names.TryGetValue(id, out var name))
        {
            map.Report(key, $"There is no source '{id}' in this file.");
        }

        return name;
    }
}
