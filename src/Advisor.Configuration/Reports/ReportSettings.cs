using System.Globalization;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Reports;

/// <summary>A report that is sent by mail, every week or every month.</summary>
public sealed record ReportSettings
{
    /// <summary>Names it among the reports of the file; compared without case.</summary>
    public required string Name { get; init; }

    /// <summary>The team whose resources it is about; null = the whole scope.</summary>
    public string? Team { get; init; }

    public required ReportDay Day { get; init; }

    /// <summary>Local time of <see cref="TimeZone"/> from which on it is sent, below 24 hours.</summary>
    public required TimeSpan At { get; init; }

    public required TimeZoneInfo TimeZone { get; init; }

    /// <summary>The channel of type email that sends it.</summary>
    public required string Channel { get; init; }

    /// <summary>The receivers' addresses; empty = those of the channel.</summary>
    public IReadOnlyList<string> To { get; init; } = [];

    /// <summary>The window of the report, an hour to 30 days; it ends when the report is made.</summary>
    public required TimeSpan Since { get; init; }

    /// <summary>Identifies the schedule: a report whose schedule changes starts over.</summary>
    public string ScheduleText => $"{Day} {At:hh\\:mm} {TimeZone.Id}";

    /// <summary>
    /// The last local day on which it was due, at or before an instant, and when. A local time that summer time skips is due at the jump,
    /// one that comes twice at its first time: each day has one instant.
    /// </summary>
    public (DateOnly Day, DateTimeOffset At) FindLastDue(DateTimeOffset now)
    {
        // A day ahead: a time zone may have skipped the rest of the local day that the instant is on.
        var day = DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(now, TimeZone).Date).AddDays(1);
        while (true)
        {
            if (
                Day.Includes(day)
                && ZonedTime.ToInstant(TimeZone, day.ToDateTime(TimeOnly.MinValue) + At, first: true) is var due
                && due <= now
            )
            {
                return (day, due);
            }

            day = day.AddDays(-1);
        }
    }
}

/// <summary>A day of the week, or a day of the month that every month has.</summary>
public sealed record ReportDay
{
    public const int MaxDayOfMonth = 28;

    private static readonly string[] WeekDays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

    private ReportDay(DayOfWeek? weekDay, int? dayOfMonth) => (WeekDay, DayOfMonth) = (weekDay, dayOfMonth);

    /// <summary>Null where it is a day of the month.</summary>
    public DayOfWeek? WeekDay { get; }

    /// <summary>1 to 28; null where it is a day of the week.</summary>
    public int? DayOfMonth { get; }

    public bool Includes(DateOnly day) => WeekDay is { } weekDay ? day.DayOfWeek == weekDay : day.Day == DayOfMonth;

    /// <summary>Reads <c>mon</c>, <c>monday</c> or <c>1</c>; null and a reason where it is none of these.</summary>
    public static ReportDay? Parse(string text, out string? reason)
    {
        var given = text.Trim();
        var day = Array.FindIndex(
            WeekDays,
            name => IsSame(given, name) || IsSame(given, ((DayOfWeek)Array.IndexOf(WeekDays, name)).ToString())
        );
        var found =
            day >= 0 ? new ReportDay((DayOfWeek)day, null)
            : int.TryParse(given, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number is >= 1 and <= MaxDayOfMonth
                ? new ReportDay(null, number)
            : null;
        reason = found is null ? $"'{text}' is not a day of the week such as mon, or a day of the month from 1 to {MaxDayOfMonth}." : null;
        return found;
    }

    public override string ToString() => WeekDay is { } day ? WeekDays[(int)day] : DayOfMonth!.Value.ToString();

    private static bool IsSame(string a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}
