using System.Globalization;
using Advisor.Configuration.Yaml;
using Advisor.Core.Observations;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>Reads instants as people state them.</summary>
public static class InstantText
{
    private static readonly string[] LocalForms =
    [
        "yyyy-MM-dd'T'HH:mm",
        "yyyy-MM-dd HH:mm",
        "yyyy-MM-dd'T'HH:mm:ss",
        "yyyy-MM-dd HH:mm:ss",
    ];

    private static readonly string[] InstantForms =
    [
        "yyyy-MM-dd'T'HH:mmzzz",
        "yyyy-MM-dd HH:mmzzz",
        "yyyy-MM-dd'T'HH:mm:sszzz",
        "yyyy-MM-dd HH:mm:sszzz",
    ];

    /// <summary>
    /// Parses the end of something that begins now: a duration (<c>4h</c>, <c>2d</c>), the next time of day (<c>18:00</c>, or tomorrow), or
    /// a time with a date.
    /// </summary>
    /// <param name="zone">Time zone of a text without an offset; null = UTC.</param>
    /// <param name="reason">One sentence: why the text is refused; null when it is not.</param>
    /// <returns>Null when the text is refused: it is none of these, in the past, or too far ahead.</returns>
    public static DateTimeOffset? ParseEnd(string text, DateTimeOffset now, TimeZoneInfo? zone, out string? reason)
    {
        var (trimmed, place) = (text.Trim(), zone ?? TimeZoneInfo.Utc);
        reason = null;
        var end =
            DurationText.Parse(trimmed) is { } duration ? now + duration
            : ScheduleReader.ParseTimeOfDay(trimmed, out _) is { } time ? FindNext(time, now, place)
            : CreateConversion(place, first: false, "an end such as 4h, 2d, 18:00 or 2026-01-31T18:00Z")(trimmed, out reason);
        reason ??=
            !ObservationCheck.IsPossible(end!.Value) ? $"'{trimmed}' is after the year {ObservationCheck.LastYear}."
            : end <= now ? $"'{trimmed}' is in the past: it is {now.UtcDateTime.ToString("yyyy-MM-dd HH:mm")} UTC."
            : null;
        return reason is null ? end : null;
    }

    /// <summary>
    /// Creates the conversion of a time with a date. Of an ambiguous local time the first counts as start and the second as end, as in a
    /// schedule.
    /// </summary>
    /// <param name="zone">Time zone of a text without an offset; null = such a text is refused.</param>
    /// <param name="what">What a text of another form is not.</param>
    internal static MapReader.Conversion<DateTimeOffset?> CreateConversion(
        TimeZoneInfo? zone,
        bool first,
        string what = "a time such as 2026-01-31T18:00Z, 2026-01-31T18:00+01:00, or 2026-01-31T18:00 with a timeZone"
    ) =>
        (string text, out string? reason) =>
        {
            reason = null;
            var zulu = text.EndsWith('Z') ? text[..^1] + "+00:00" : text;
            if (DateTimeOffset.TryParseExact(zulu, InstantForms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var instant))
            {
                reason = CheckYear(text, instant);
                return instant.ToUniversalTime();
            }

            if (!DateTime.TryParseExact(text, LocalForms, CultureInfo.InvariantCulture, DateTimeStyles.None, out var local))
            {
                reason = $"'{text}' is not {what}.";
            }
            else if (CheckYear(text, new DateTimeOffset(local, TimeSpan.Zero)) is { } outside)
            {
                reason = outside;
            }
            else if (zone is null)
            {
                reason = $"'{text}' has no offset; add Z or +01:00, or state its timeZone.";
            }
            else if (ZonedTime.IsSkipped(zone, local))
            {
                reason = $"'{text}' does not exist in {zone.Id}: daylight saving time skips it.";
            }

            return reason is null ? ZonedTime.ToInstant(zone!, local, first) : null;
        };

    private static DateTimeOffset FindNext(TimeSpan time, DateTimeOffset now, TimeZoneInfo zone)
    {
        var day = TimeZoneInfo.ConvertTime(now, zone).Date;
        var today = ZonedTime.ToInstant(zone, day + time, first: false);
        return today > now ? today : ZonedTime.ToInstant(zone, day.AddDays(1) + time, first: false);
    }

    private static string? CheckYear(string text, DateTimeOffset time) =>
        ObservationCheck.IsPossible(time)
            ? null
            : $"'{text}' is outside the years {ObservationCheck.FirstYear} to {ObservationCheck.LastYear}.";
}
