using Advisor.Configuration.Yaml;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>Reads hours of the week: a list in advisor.yaml, or the compact form of a tag.</summary>
internal static class WeeklyHoursReader
{
    private const string DaysComplaint = "contains no days of the week; use days such as mon-fri or sat,sun, or *.";

    /// <summary>Reads the list under a key, each with days, from and to; null if it is absent or invalid.</summary>
    public static WeeklyHours? Read(MapReader map, string key, bool required)
    {
        var before = map.Log.Count;
        var windows = new List<WeeklyWindow>();
        foreach (var item in map.EnumerateMaps(key, required))
        {
            var days = item.ReadValue("days", required: true, ParseDays);
            var from = item.ReadValue("from", required: true, ParseStart);
            var to = item.ReadValue("to", required: true, ScheduleReader.ParseTimeOfDay);
            item.ReportUnknownKeys();
            windows.AddRange(days is null || from is null || to is null ? [] : [new WeeklyWindow(days.Value, from.Value, to.Value)]);
        }

        if (!map.HasKey(key) || map.Log.Count > before)
        {
            return null;
        }

        if (windows.Count == 0)
        {
            map.Report(key, "This contains no hours; omit it to mean all hours.");
            return null;
        }

        return new WeeklyHours(windows);
    }

    /// <summary>Parses <c>mon-fri 08:00-18:00; sat 09:00-13:00</c>; null and a reason if it is invalid.</summary>
    public static WeeklyHours? Parse(string text, out string? reason)
    {
        var windows = new List<WeeklyWindow>();
        foreach (var piece in text.Split(';', StringSplitOptions.TrimEntries))
        {
            if (ParseWindow(piece, out reason) is not { } window)
            {
                return null;
            }

            windows.Add(window);
        }

        reason = null;
        return new WeeklyHours(windows);
    }

    private static WeeklyWindow? ParseWindow(string piece, out string? reason)
    {
        var space = piece.LastIndexOf(' ');
        var times = piece[(space + 1)..].Split('-');
        if (space < 0 || times.Length != 2)
        {
            reason = $"'{piece}' must be days and two times, such as mon-fri 08:00-18:00.";
            return null;
        }

        var days = ParseDays(piece[..space], out reason);
        var from = reason is null ? ParseStart(times[0], out reason) : null;
        var to = reason is null ? ScheduleReader.ParseTimeOfDay(times[1], out reason) : null;
        return days is null || from is null || to is null ? null : new WeeklyWindow(days.Value, from.Value, to.Value);
    }

    private static WeekDays? ParseDays(string text, out string? reason)
    {
        var days = DayPattern.Parse(text, out reason)?.DaysOfWeek;
        reason = days is null ? $"'{text}' {DaysComplaint}" : null;
        return days;
    }

    private static TimeSpan? ParseStart(string text, out string? reason)
    {
        var time = ScheduleReader.ParseTimeOfDay(text, out reason);
        if (time == TimeSpan.FromDays(1))
        {
            reason = "A day begins at 00:00.";
        }

        return reason is null ? time : null;
    }
}
