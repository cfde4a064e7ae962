namespace Advisor.Core.Settings;

/// <summary>Hours of the week in local time, such as business hours: one or more windows.</summary>
/// <param name="windows">Windows, one or more; they may overlap.</param>
public sealed class WeeklyHours(IReadOnlyList<WeeklyWindow> windows) : IEquatable<WeeklyHours>
{
    // A week on, daylight saving may skip the only window of the week.
    private const int LookAheadDays = 15;

    /// <summary>Windows in the order in which they were stated.</summary>
    public IReadOnlyList<WeeklyWindow> Windows { get; } =
        windows.Count > 0 ? windows : throw new ArgumentException("At least one window is required.", nameof(windows));

    /// <summary>
    /// Whether an instant is within a window: a clock on the wall of the time zone decides, so the hour that daylight saving repeats is
    /// within twice.
    /// </summary>
    /// <param name="zone">Time zone of the windows; null = UTC.</param>
    public bool Includes(DateTimeOffset instant, TimeZoneInfo? zone)
    {
        var local = zone is null ? instant.UtcDateTime : TimeZoneInfo.ConvertTime(instant, zone).DateTime;
        return Windows.Any(window => window.Includes(local));
    }

    /// <summary>Returns the first instant after another at which a window starts, in UTC; null if none does within 15 days.</summary>
    /// <param name="zone">Time zone of the windows; null = UTC.</param>
    public DateTimeOffset? FindNextStart(DateTimeOffset after, TimeZoneInfo? zone)
    {
        var place = zone ?? TimeZoneInfo.Utc;
        var today = TimeZoneInfo.ConvertTime(after, place).Date;
        DateTimeOffset? next = null;
        for (var day = 0; day <= LookAheadDays && next is null; day++)
        {
            next = ListStarts(place, today.AddDays(day))
                .Where(start => start > after && Includes(start, zone))
                .Select(start => (DateTimeOffset?)start)
                .Min();
        }

        return next;
    }

    // On a day whose clock changes, a window may start twice, at the change, or not at all: its minutes are looked through.
    private IEnumerable<DateTimeOffset> ListStarts(TimeZoneInfo zone, DateTime date)
    {
        var midnight = ZonedTime.ToInstant(zone, date, first: true);
        var minutes = (int)(ZonedTime.ToInstant(zone, date.AddDays(1), first: true) - midnight).TotalMinutes;
        return minutes == 24 * 60
            ? Windows
                .Where(window => window.Includes(date.DayOfWeek))
                .Select(window => ZonedTime.ToInstant(zone, date + window.From, first: true))
            : Enumerable
                .Range(0, minutes)
                .Select(minute => midnight.AddMinutes(minute))
                .Where(minute => Includes(minute, zone) && !Includes(minute.AddMinutes(-1), zone));
    }

    public bool Equals(WeeklyHours? other) => other is not null && Windows.SequenceEqual(other.Windows);

    public override bool Equals(object? obj) => Equals(obj as WeeklyHours);

    public override int GetHashCode() => Windows.Aggregate(0, HashCode.Combine);

    /// <summary>Returns the compact form, as a tag states it: <c>mon-fri 08:00-18:00; sat 09:00-13:00</c>.</summary>
    public override string ToString() => string.Join("; ", Windows);
}

/// <summary>Window on some days of the week, from one local time to another.</summary>
/// <param name="Days">Days on which it starts.</param>
/// <param name="From">Local start, inclusive, from 0:00 to below 24:00.</param>
/// <param name="To">Local end, exclusive, 24:00 at most; at or before <paramref name="From"/> = on the next day.</param>
public sealed record WeeklyWindow(WeekDays Days, TimeSpan From, TimeSpan To)
{
    private bool EndsOnNextDay => To <= From;

    /// <summary>Whether a local time is within the window.</summary>
    public bool Includes(DateTime local)
    {
        var time = local.TimeOfDay;
        return Includes(local.DayOfWeek) && time >= From && (EndsOnNextDay || time < To)
            || EndsOnNextDay && Includes(local.AddDays(-1).DayOfWeek) && time < To;
    }

    /// <summary>Whether a window starts on a day.</summary>
    public bool Includes(DayOfWeek day) => Days.HasFlag((WeekDays)(1 << (int)day));

    public override string ToString() => $"{Days.FormatName()} {FormatTime(From)}-{FormatTime(To)}";

    private static string FormatTime(TimeSpan time) => $"{(int)time.TotalHours:00}:{time.Minutes:00}";
}
