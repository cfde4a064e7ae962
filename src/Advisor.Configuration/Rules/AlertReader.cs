using Advisor.Configuration.Yaml;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Reads rules/alerts.yaml: every setting of <see cref="AlertSettings"/>, and the conditions, checked against each other.
/// </summary>
internal static class AlertReader
{
    public static AlertRules? Read(MapReader root)
    {
        root.ReadDate("checkedOn");
        var rules = new AlertRules();
        if (root.ReadMap("settings") is { } settings)
        {
            rules = NumberSetting<AlertRules>.ReadAll(settings, AlertSettings.All, rules);
        }

        var conditions = new List<(MapReader Map, AlertCondition Condition)>();
        foreach (var map in root.ReadMaps("conditions"))
        {
            if (AlertConditionReader.Read(map) is { } condition)
            {
                conditions.Add((map, condition));
            }
        }

        CheckIds(conditions);
        CheckInhibitions(conditions);
        return rules with { Conditions = [.. conditions.Select(c => c.Condition)] };
    }

    private static void CheckIds(List<(MapReader Map, AlertCondition Condition)> conditions)
    {
        var ids = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (map, condition) in conditions)
        {
            if (!ids.Add(condition.Id))
            {
                map.Report("id", $"There are two conditions '{condition.Id}'.");
            }
        }
    }

    /// <summary>
    /// Checks that the conditions that inhibit an alert exist, have the same kind of subject, and are not inhibited by it in turn.
    /// </summary>
    private static void CheckInhibitions(List<(MapReader Map, AlertCondition Condition)> conditions)
    {
        var byId = conditions.DistinctBy(c => c.Condition.Id).ToDictionary(c => c.Condition.Id, c => c.Condition, StringComparer.Ordinal);
        foreach (var (map, condition) in conditions)
        {
            foreach (var id in condition.InhibitedBy)
            {
                if (!byId.TryGetValue(id, out var worse))
                {
                    var near = NameSuggestions.FindNearest(id, byId.Keys);
                    map.Report("inhibitedBy", $"There is no condition '{id}'{(near is null ? "." : $"; did you mean '{near}'?")}");
                }
                else if (worse.SubjectKind != condition.SubjectKind)
                {
                    map.Report("inhibitedBy", $"'{id}' is not about the same kind of subject.");
                }
            }

            if (IsReachable(byId, condition.Id))
            {
                map.Report(
                    "inhibitedBy",
                    "This condition inhibits itself through others, so that none of them would ever send a notification."
                );
            }
        }
    }

    private static bool IsReachable(Dictionary<string, AlertCondition> byId, string id)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var open = new Stack<string>(byId[id].InhibitedBy);
        while (open.TryPop(out var next))
        {
            if (next == id)
            {
                return true;
            }

            if (seen.Add(next) && byId.TryGetValue(next, out var condition))
            {
                foreach (var worse in condition.InhibitedBy)
                {
                    open.Push(worse);
                }
            }
        }

        return false;
    }
}
