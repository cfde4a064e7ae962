using Advisor.Configuration.Schedules;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Resources;

/// <summary>Reads <c>steady</c>: the hours to size for and the share of minutes that may be overloaded.</summary>
internal static class SteadyReader
{
    public static (WeeklyHours? Hours, Ratio? MaxOverload) Read(MapReader? map)
    {
        if (map is null)
        {
            return default;
        }

        var hours = WeeklyHoursReader.Read(map, "hours", required: false);
        var share = map.ReadValue("maxOverload", required: false, ShareReader.Parse);
        if (!map.HasKey("hours") && !map.HasKey("maxOverload"))
        {
            map.Report("This has no effect without hours or maxOverload.");
        }

        map.ReportUnknownKeys();
        return (hours, share);
    }
}
