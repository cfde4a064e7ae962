using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>Sources of a rules file by id, and the day on which they were last checked.</summary>
internal sealed class SourceList
{
    private const string Scheme = "https://";

    private readonly Dictionary<string, (string? Url, string? Edition)> byId = new(StringComparer.Ordinal);

    private SourceList(DateOnly checkedOn) => CheckedOn = checkedOn;

    public DateOnly CheckedOn { get; }

    /// <summary>Reads <c>sources</c> and <c>checkedOn</c> of a file's root.</summary>
    public static SourceList Read(MapReader root)
    {
        var sources = new SourceList(root.ReadDate("checkedOn") ?? default);
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

    /// <summary>Returns the sources that a map refers to: one id under <c>source</c>, or a list of ids.</summary>
    public IReadOnlyList<RuleSource> Find(MapReader map, string key) =>
        [
            .. (key == "sources" ? map.ReadTexts(key) ?? [] : [map.ReadText(key) ?? ""])
                .Where(byId.ContainsKey)
                .Select(id => new RuleSource(byId[id].Edition ?? "", IsAddress(byId[id].Url) ? byId[id].Url : null)),
        ];

    /// <summary>Returns a source that is written out: a URL, or "choice of this project".</summary>
    public static RuleSource FromText(string text) => new(text, IsAddress(text) ? text : null);

    private void Add(MapReader source)
    {
        var id = source.ReadText("id");
        _ = source.ReadText("file", required: false);
        var edition = source.ReadText("edition");
        var url = source.ReadText("url");
        source.ReportUnknownKeys();
        if (url is not null && !url.StartsWith(Scheme, StringComparison.Ordinal))
        {
            source.Report("url", $"'{url}' is not an https address.");
        }

        if (id is not null && !byId.TryAdd(id, (url, edition)))
        {
            source.Report("id", $"There are two sources '{id}'.");
        }
    }

    private string? FindName(MapReader map, string key, string id)
    {
        if (byId.TryGetValue(id, out var source))
        {
            return $"{source.Url}, {source.Edition}";
        }

        map.Report(key, $"There is no source '{id}' in this file.");
        return null;
    }

    // Rules may be the user's own, so only web addresses become links.
    private static bool IsAddress(string? text) =>
        text?.StartsWith(Scheme, StringComparison.Ordinal) == true && Uri.TryCreate(text, UriKind.Absolute, out _);
}
