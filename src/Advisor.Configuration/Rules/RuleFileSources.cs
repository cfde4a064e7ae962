using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>Sources of a rules file by id, and the day on which they were last checked.</summary>
internal sealed class RuleFileSources
{
    private const string Scheme = "https://";

    private readonly string name;
    private readonly DateOnly checkedOn;
    private readonly Dictionary<string, RuleSource> byId = new(StringComparer.Ordinal);

    public RuleFileSources(string name, MapReader root)
    {
        this.name = name;
        checkedOn = root.ReadDate("checkedOn") ?? default;
        foreach (var source in root.ReadMaps("sources", required: false))
        {
            var url = source.ReadText("url");
            byId[source.ReadText("id") ?? ""] = new(source.ReadText("edition") ?? "", IsAddress(url) ? url : null);
        }
    }

    public RuleEntry CreateEntry(string id, IReadOnlyList<string> values, string? meaning, IReadOnlyList<RuleSource> sources) =>
        new(id, name, values, meaning, sources, checkedOn);

    /// <summary>Returns the sources that a map refers to: one id or a list of ids.</summary>
    public IReadOnlyList<RuleSource> Find(MapReader map, string key) =>
        [
            .. (key == "sources" ? map.ReadTexts(key) ?? [] : [map.ReadText(key) ?? ""])
                .Select(id => byId.GetValueOrDefault(id))
                .OfType<RuleSource>(),
        ];

    /// <summary>Returns a source that is written out: a URL, or "choice of this project".</summary>
    public static RuleSource FromText(string text) => IsAddress(text) ? new(text, text) : new(text, null);

    // Rules may be the user's own, so only web addresses become links.
    private static bool IsAddress(string? text) =>
        text?.StartsWith(Scheme, StringComparison.Ordinal) == true && Uri.TryCreate(text, UriKind.Absolute, out _);
}
