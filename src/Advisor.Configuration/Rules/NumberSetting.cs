using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Rules;

/// <summary>
/// Number that a rules file must state with its unit, meaning and source. The schema of the file is made from the list of them.
/// </summary>
/// <typeparam name="TRules">Rules that have it.</typeparam>
/// <param name="Name">Key in the file.</param>
/// <param name="Unit">Unit that the file must state.</param>
/// <param name="Min">Minimum value, inclusive.</param>
/// <param name="Max">Maximum value, inclusive.</param>
/// <param name="Apply">Sets the value on the rules.</param>
internal sealed record NumberSetting<TRules>(string Name, string Unit, double Min, double Max, Func<TRules, double, TRules> Apply)
{
    public static NumberSetting<TRules> CreateForMinutes(string name, double min, double max, Func<TRules, TimeSpan, TRules> apply) =>
        new(name, "minutes", min, max, (rules, value) => apply(rules, TimeSpan.FromMinutes(value)));

    /// <summary>Sets every setting of a map on the rules. One that is missing or invalid is reported, as is an unknown key.</summary>
    public static TRules ReadAll(MapReader settings, IReadOnlyList<NumberSetting<TRules>> all, TRules rules)
    {
        foreach (var setting in all)
        {
            if (settings.ReadMap(setting.Name) is { } map && setting.Read(map) is { } number)
            {
                rules = setting.Apply(rules, number);
            }
        }

        settings.ReportUnknownKeys();
        return rules;
    }

    private double? Read(MapReader map)
    {
        var value = map.ReadNumber("value", Min, Max);
        var given = map.ReadText("unit");
        map.ReadText("meaning");
        map.ReadText("source");
        map.ReportUnknownKeys();
        if (given is not null && given != Unit)
        {
            map.Report("unit", $"The unit must be '{Unit}', not '{given}'.");
        }

        return value;
    }
}
