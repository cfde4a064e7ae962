using Advisor.Runtime.Yaml;

namespace Advisor.Runtime.Rules;

/// <summary>One number of a file of rules: value, unit, meaning and source.</summary>
internal static class NumberSetting
{
    /// <summary>Its value; null where it is not usable, and then that is reported. Another unit is reported too: a number in it would be another one.</summary>
    /// <param name="map">The entry; nothing else may stand in it.</param>
    public static double? Read(MapReader map, string unit, double least, double most)
    {
        var value = map.Number("value", least, most);
        var given = map.Text("unit");
        map.Text("meaning");
        map.Text("source");
        map.Done();
        if (given is not null && given != unit)
        {
            map.Report("unit", $"The unit must be '{unit}', not '{given}'.");
        }

        return value;
    }
}
