using Advisor.Configuration.Routing;
using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Schedules;

/// <summary>Reads <c>mutes</c>.</summary>
internal static class MuteReader
{
    private static readonly string[] Labels = ["alert", "team", "region", "resource", "channel"];

    /// <param name="routing">Null where the file has none that is usable.</param>
    public static IReadOnlyList<MuteSchedule> Read(MapReader root, RuleSet rules, RoutingSettings? routing) =>
        [.. root.ReadMaps("mutes", required: false).Select(map => ReadOne(map, rules, routing)).OfType<MuteSchedule>()];

    private static MuteSchedule? ReadOne(MapReader map, RuleSet rules, RoutingSettings? routing)
    {
        var times = ScheduleReader.ReadTimes(map);
        var matchers = ReadMatchers(map.ReadMap("match", required: false), rules, routing);
        map.ReportUnknownKeys();
        return times is null ? null : new MuteSchedule(times, matchers);
    }

    private static Dictionary<string, string> ReadMatchers(MapReader? map, RuleSet rules, RoutingSettings? routing)
    {
        var matchers = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var label in Labels)
        {
            if (map?.ReadText(label, required: false) is { } value)
            {
                matchers.Add(label, value);
            }
        }

        if (
            matchers.TryGetValue("alert", out var id)
            && !rules.Alerts.Conditions.Any(c => string.Equals(c.Id, id, StringComparison.OrdinalIgnoreCase))
        )
        {
            var near = NameSuggestions.FindNearest(id, rules.Alerts.Conditions.Select(c => c.Id));
            map!.Report("alert", $"There is no alert '{id}'{(near is null ? "." : $"; did you mean '{near}'?")}");
        }

        RoutingReader.CheckTeam(map, matchers.GetValueOrDefault("team"), routing);
        RoutingReader.CheckChannel(map, matchers.GetValueOrDefault("channel"), routing);
        if (map is not null && matchers.Count == 0)
        {
            map.Report("This is empty; omit match to match everything.");
        }

        map?.ReportUnknownKeys();
        return matchers;
    }
}
