using System.Globalization;
using Advisor.Configuration.Resources;
using Advisor.Configuration.Yaml;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>Reads <c>schedules</c> and <c>events</c>.</summary>
internal static class ScheduleReader
{
    public static IReadOnlyList<Schedule> ReadSchedules(MapReader root) =>
        [.. root.ReadMaps("schedules", required: false).Select(ReadSchedule).OfType<Schedule>()];

    public static IReadOnlyList<AnnouncedEvent> ReadEvents(MapReader root) =>
        [.. root.ReadMaps("events", required: false).Select(ReadEvent).OfType<AnnouncedEvent>()];

    private static ResourceSelector ReadSelector(MapReader map)
    {
        const string key = "resources";
        var texts = map.ReadTexts(key, required: false);
        if (texts?.Count == 0)
        {
            map.Report(key, "This contains no resource; omit it to mean all resources.");
        }

        return texts is null ? ResourceSelector.All : new ResourceSelector([.. texts.Select(text => new ResourcePattern(text))]);
    }

    private static Schedule? ReadSchedule(MapReader map)
    {
        var times = ReadTimes(map);
        var (min, max, freeze, lead, resources) = ReadEffect(map);
        return times is null
            ? null
            : times with
            {
                MinUnits = min,
                MaxUnits = max,
                IsFreeze = freeze != Freeze.None,
                IsStrictFreeze = freeze == Freeze.Strict,
                Lead = lead,
                Resources = resources,
            };
    }

    /// <summary>
    /// Reads the name and the times of a recurring window: name, days, from, to, timeZone. Null if one is missing or invalid.
    /// </summary>
    internal static Schedule? ReadTimes(MapReader map)
    {
        var name = map.ReadText("name");
        var days = map.ReadValue("days", required: true, DayPattern.Parse);
        var from = map.ReadValue("from", required: true, ParseTimeOfDay);
        var to = map.ReadValue("to", required: true, ParseTimeOfDay);
        var zone = map.ReadValue("timeZone", required: true, ParseTimeZone);
        if (from == TimeSpan.FromDays(1))
        {
            map.Report("from", "A day begins at 00:00.");
        }

        return name is null || days is null || from is null || to is null || zone is null
            ? null
            : new Schedule(name, days, from.Value, to.Value, zone, null, IsFreeze: false, ResourceSelector.All);
    }

    private static AnnouncedEvent? ReadEvent(MapReader map)
    {
        var name = map.ReadText("name");
        var zone = map.ReadValue("timeZone", required: false, ParseTimeZone);
        var start = map.ReadValue("start", required: true, InstantText.CreateConversion(zone, first: true));
        var end = map.ReadValue("end", required: true, InstantText.CreateConversion(zone, first: false));
        var (min, max, freeze, lead, resources) = ReadEffect(map);
        if (end <= start)
        {
            map.Report("end", "The end must be later than the start.");
        }

        return name is null || start is null || end is null
            ? null
            : new AnnouncedEvent(
                new PlannedWindow(name, start.Value, end.Value, min, freeze != Freeze.None, max)
                {
                    IsStrict = freeze == Freeze.Strict,
                    Lead = lead,
                },
                resources
            );
    }

    // All keys but the name and the times.
    private static (int? MinUnits, int? MaxUnits, Freeze Freeze, TimeSpan? Lead, ResourceSelector Resources) ReadEffect(MapReader map)
    {
        var min = map.ReadInteger("minUnits", 1, ResourceSettingsReader.MaxUnits, required: false);
        var max = map.ReadInteger("maxUnits", 1, ResourceSettingsReader.MaxUnits, required: false);
        var freeze = map.ReadValue("freeze", required: false, ParseFreeze) ?? Freeze.None;
        if (!map.HasKey("minUnits") && !map.HasKey("maxUnits") && freeze == Freeze.None)
        {
            map.Report("This has no effect without minUnits, maxUnits or freeze: true.");
        }

        if (min > max)
        {
            map.Report("minUnits", $"{min} is more than maxUnits, {max}.");
        }

        var (lead, resources) = (ResourceSettingsReader.ReadLead(map), ReadSelector(map));
        map.ReportUnknownKeys();
        return (min, max, freeze, lead, resources);
    }

    private static Freeze? ParseFreeze(string text, out string? reason)
    {
        Freeze? freeze = text.ToLowerInvariant() switch
        {
            "strict" => Freeze.Strict,
            "true" => Freeze.Normal,
            "false" => Freeze.None,
            _ => null,
        };
        reason = freeze is null ? $"'{text}' is not true, false or strict." : null;
        return freeze;
    }

    internal static TimeSpan? ParseTimeOfDay(string text, out string? reason)
    {
        TimeSpan? time =
            text == "24:00" ? TimeSpan.FromDays(1)
            : TimeOnly.TryParseExact(text, "HH:mm", CultureInfo.InvariantCulture, DateTimeStyles.None, out var day) ? day.ToTimeSpan()
            : null;
        reason = time is null ? $"'{text}' is not a time of day from 00:00 to 24:00, such as 08:30." : null;
        return time;
    }

    internal static TimeZoneInfo? ParseTimeZone(string text, out string? reason)
    {
        var zone = IanaTimeZones.Find(text);
        reason = zone is null ? $"'{text}' is not a known time zone on this machine; use an IANA name such as Europe/Berlin or UTC." : null;
        return zone;
    }

    private enum Freeze
    {
        None,

        /// <summary>Except a scale-out in a sustained overload.</summary>
        Normal,

        /// <summary>Without exception.</summary>
        Strict,
    }
}
