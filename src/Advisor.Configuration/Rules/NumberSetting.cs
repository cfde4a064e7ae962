using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Rules;

/// <summary>Number in a rules file: value, unit, meaning and source.</summary>
internal static class NumberSetting
{
    /// <summary>Reads the value; null if it is invalid, which is reported, as is a different unit.</summary>
    /// <param name="map">Map of the entry; no other keys are allowed.</param>
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
