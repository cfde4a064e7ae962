using Advisor.Core.Capacity;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>Settings in force for a resource, each with its origin.</summary>
/// <param name="Settings">Every setting, in the order of the manual.</param>
/// <param name="Windows">Schedules and events of the next seven days; empty for the defaults.</param>
/// <param name="Problems">Tags and combinations of settings that are not used.</param>
public sealed record EffectiveSettings(
    IReadOnlyList<EffectiveSetting> Settings,
    IReadOnlyList<PlannedWindow> Windows,
    IReadOnlyList<SettingsProblem> Problems
)
{
    /// <summary>Resolves the settings of a resource as a decision does.</summary>
    /// <param name="resourceId">Id or name of the resource; null = the settings of a resource that no entry matches.</param>
    /// <param name="service">Service of the resource; null where it is not known: the defaults by service are described only.</param>
    /// <param name="tags">Tags of the resource.</param>
    public static EffectiveSettings Resolve(
        AdvisorConfiguration config,
        string? resourceId,
        ServiceKind? service,
        IReadOnlyDictionary<string, string> tags,
        DateTimeOffset now
    )
    {
        var (_, fromTags, _) = config.ResolveLevels(resourceId ?? "", tags, now);
        var entries = resourceId is null ? [] : config.Resources.FindMatching(resourceId).Reverse().ToList();
        var result = config.ResolveSettings(resourceId ?? "", service ?? ServiceKind.SignalR, tags, now);
        var team = result.Settings.Team;
        var route = config.Routing?.FindTeam(tags);

        SettingOrigin FindOrigin(SettingRow row)
        {
            if (row.IsStated(fromTags))
            {
                var stated = row.Tags.FirstOrDefault(tag => tags.Keys.Contains(tag, StringComparer.OrdinalIgnoreCase));
                return new(SettingPlace.Tag, Detail: stated);
            }

            if (entries.Find(entry => row.IsStated(entry.Settings)) is { } found)
            {
                return new(SettingPlace.Entry, FindLine(row, found.Lines), found.Match.Text);
            }

            if (IsOfTeam(row))
            {
                return new(SettingPlace.Team, Detail: row.Name == "team" ? route : config.Routing!.FindSettings(team)!.Name);
            }

            return row.IsStated(config.Defaults)
                ? new(SettingPlace.Defaults, FindLine(row, config.DefaultLines))
                : new(SettingPlace.Default);
        }

        bool IsOfTeam(SettingRow row) =>
            row.Name == "team"
                ? route is not null
                : row.Name.StartsWith("minSaving", StringComparison.Ordinal)
                    && config.Routing?.FindSettings(team) is { } settings
                    && row.IsStated(new SettingsPatch { MinSaving = settings.MinSaving });

        var defaults = new SettingDefaults(config.Rules, service, now);
        return new(
            [.. SettingTable.Rows.Select(row => new EffectiveSetting(row.Name, row.Format(result.Settings, defaults), FindOrigin(row)))],
            resourceId is null ? [] : result.Settings.Windows,
            result.Problems
        );
    }

    /// <summary>
    /// Returns the settings with a pause by a person, which applies in addition to one of a setting or a tag.
    /// </summary>
    /// <param name="by">Who paused it and why: <c>dana: load test</c>.</param>
    public EffectiveSettings WithPause(ResourcePause pause, string by) =>
        WithPerson("pause", SettingTable.FormatPause(pause), by, replaces: false);

    /// <summary>Returns the settings with a pin by a person, which applies in place of one of a setting or a tag.</summary>
    /// <param name="by">Who pinned it and why.</param>
    public EffectiveSettings WithPin(ResourcePin pin, string by) => WithPerson("pin", SettingTable.FormatPin(pin), by, replaces: true);

    private EffectiveSettings WithPerson(string name, string value, string by, bool replaces)
    {
        var added = new EffectiveSetting(name, value, new SettingOrigin(SettingPlace.Person, Detail: by));
        return this with
        {
            Settings =
            [
                .. Settings.SelectMany(known =>
                    known.Name != name ? [known]
                    : replaces || known.Origin.Place == SettingPlace.Default ? [added]
                    : (IEnumerable<EffectiveSetting>)[known, added]
                ),
            ],
        };
    }

    private static int? FindLine(SettingRow row, IReadOnlyDictionary<string, int> lines) =>
        row.Keys.Where(lines.ContainsKey).Select(key => (int?)lines[key]).FirstOrDefault();
}
