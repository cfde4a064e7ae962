using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Rules;

/// <summary>One number of a file of rules: value, unit, meaning and source.</summary>
internal static class NumberSetting
{
    /// <summary>
    /// Its value; null where it is not usable, and then that is reported. Another unit is reported too: a number in it would be another
    /// one.
    /// </summary>
    /// <param name="map">The entry; nothing else may stand in it.</param>
    public static double? Read(MapReader map, string unit, double min, double max)
    {
        var value = map.ReadNumber("value", min, max);
        var given = map.ReadText("unit");
        map.ReadText("meaning");
        map.ReadText("source");
        map.ReportUnknownKeys();
        if (given is not null && given != unit)
        {
            map.Report("unit", $"The unit must be '{unit}', not '{given}'.");
        }

        return value;
    }
}
