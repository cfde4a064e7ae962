using Advisor.Configuration.Resources;
using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Routing;

/// <summary>Reads <c>channels</c>, <c>teams</c> and <c>routes</c>, which require each other.</summary>
internal static class RoutingReader
{
    private static readonly string[] Sections = ["channels", "teams", "routes"];

    /// <summary>Reads the routing of a configuration.</summary>
    /// <param name="rules">Rules with the prices, in whose currency budgets are.</param>
    /// <returns>Null if the file has none of the three, or they are invalid, which is reported.</returns>
    public static RoutingSettings? Read(MapReader root, NotificationSettings notifications, RuleSet rules)
    {
        var channels = ChannelReader.Read(root);
        var teams = ReadTeams(root, channels, notifications, rules);
        var (routes, defaults) = ReadRoutes(root, teams);
        var stated = Sections.Where(root.HasKey).ToList();
        if (stated.Count == 0)
        {
            return null;
        }

        foreach (var missing in Sections.Except(stated))
        {
            root.Report(stated[0], $"channels, teams and routes belong together; {missing} is missing.");
        }

        if (root.HasKey("routes") && defaults.Count != 1)
        {
            root.Report(
                "routes",
                defaults.Count == 0
                    ? "The default route is missing: one entry with a team and no tag, which matches everything else."
                    : "There are several default routes; only one entry has no tag."
            );
        }

        return defaults is [var name]
            ? new RoutingSettings
            {
                Channels = channels,
                Teams = teams,
                Routes = routes,
                DefaultTeam = name,
                Notifications = notifications,
            }
            : null;
    }

    private static List<TeamSettings> ReadTeams(
        MapReader root,
        IReadOnlyList<ChannelSettings> channels,
        NotificationSettings notifications,
        RuleSet rules
    )
    {
        var teams = new List<TeamSettings>();
        foreach (var map in root.ReadMaps("teams", required: false))
        {
            var name = map.ReadText("name");
            if (name is not null && (name.StartsWith('/') || name.Length > 100))
            {
                map.Report("name", "The name of a team has at most 100 characters and does not begin with a slash.");
            }

            if (name is not null && teams.Exists(team => string.Equals(team.Name, name, StringComparison.OrdinalIgnoreCase)))
            {
                map.Report("name", $"Team {name} is defined twice.");
                name = null;
            }

            var team = new TeamSettings(name ?? "", ReadTeamChannels(map, channels))
            {
                Digest = NotificationReader.ReadDigest(map, notifications.Digest),
                MinSaving = SavingReader.Read(map),
                MonthlyBudget = BudgetReader.Read(map, rules),
            };
            map.ReportUnknownKeys();
            teams.AddRange(name is null ? [] : [team]);
        }

        return teams;
    }

    private static List<TeamChannel> ReadTeamChannels(MapReader map, IReadOnlyList<ChannelSettings> channels)
    {
        var names = map.ReadTexts("channels") ?? [];
        if (map.HasKey("channels") && names.Count == 0)
        {
            map.Report("channels", "A team has at least one channel.");
        }

        foreach (var (name, i) in names.Select((name, i) => (name, i)))
        {
            if (!channels.Any(channel => IsSame(channel.Name, name)))
            {
                map.ReportItem("channels", i, DescribeUnknown("channel", name, channels.Select(channel => channel.Name)));
            }
            else if (names.Take(i).Any(earlier => IsSame(earlier, name)))
            {
                map.ReportItem("channels", i, $"The team lists {name} twice.");
            }
        }

        var minimum = ReadMinSeverities(map.ReadMap("minSeverity", required: false), names);
        return [.. names.Select(name => new TeamChannel(name, minimum.GetValueOrDefault(name, AlertSeverity.Info)))];
    }

    private static Dictionary<string, AlertSeverity> ReadMinSeverities(MapReader? map, IReadOnlyList<string> names)
    {
        var minimum = new Dictionary<string, AlertSeverity>(StringComparer.OrdinalIgnoreCase);
        foreach (var key in map?.Keys ?? [])
        {
            if (!names.Any(name => IsSame(name, key)))
            {
                map!.Report(key, DescribeUnknown("channel of this team", key, names));
            }

            if (map!.ReadChoice(key, EnumNames.Severities) is { } severity)
            {
                minimum[key] = severity;
            }
        }

        return minimum;
    }

    private static (List<TagRoute> Routes, List<string> Defaults) ReadRoutes(MapReader root, IReadOnlyList<TeamSettings> teams)
    {
        var (routes, defaults) = (new List<TagRoute>(), new List<string>());
        foreach (var map in root.ReadMaps("routes", required: false))
        {
            var (tag, value, team) = (map.ReadText("tag", required: false), map.ReadText("value", required: false), map.ReadText("team"));
            if (value is not null && tag is null)
            {
                map.Report("value", "A value requires a tag: specify the tag that has it.");
            }

            CheckName(map, "team", team, teams.Select(known => known.Name));
            map.ReportUnknownKeys();
            routes.AddRange(tag is null || team is null ? [] : [new TagRoute(tag, value, team)]);
            defaults.AddRange(tag is not null || team is null ? [] : [team]);
        }

        return (routes, defaults);
    }

    /// <summary>Reports a team that the file does not define. Without a routing that could be read, any name is a team.</summary>
    internal static void CheckTeam(MapReader? map, string? name, RoutingSettings? routing) =>
        CheckName(map, "team", name, routing?.Teams.Select(known => known.Name));

    /// <summary>Reports a channel that the file does not define. Without a routing that could be read, nothing is known of names.</summary>
    internal static void CheckChannel(MapReader? map, string? name, RoutingSettings? routing) =>
        CheckName(map, "channel", name, routing?.Channels.Select(known => known.Name));

    private static void CheckName(MapReader? map, string key, string? name, IEnumerable<string>? known)
    {
        if (name is not null && known?.Contains(name, StringComparer.OrdinalIgnoreCase) == false)
        {
            map?.Report(key, DescribeUnknown(key, name, known));
        }
    }

    internal static string DescribeUnknown(string what, string name, IEnumerable<string> known) =>
        NameSuggestions.FindNearest(name, known) is { } near ? $"Unknown {what} '{name}'; did you mean '{near}'?"
        : known.Any() ? $"Unknown {what} '{name}'; known: {string.Join(", ", known)}."
        : $"Unknown {what} '{name}'.";

    private static bool IsSame(string a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
