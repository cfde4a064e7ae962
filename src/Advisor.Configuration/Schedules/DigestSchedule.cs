using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>Times at which a digest of recommendations is sent.</summary>
public sealed record DigestSchedule
{
    // Every expression that is accepted occurs within these days: 29 February, with 1900 or 2100 between.
    private const int MaxGapDays = (8 * 366) + 1;

    private readonly CronPattern pattern;

    private DigestSchedule(string text, CronPattern pattern, TimeZoneInfo timeZone) =>
        (Text, this.pattern, TimeZone) = (text, pattern, timeZone);

    /// <summary>Default: Monday, 08:00 UTC.</summary>
    public static DigestSchedule Default { get; } = Parse("weekly", out _)!;

    /// <summary>As stated: <c>daily</c> (08:00), <c>weekly</c> (Monday 08:00), or a cron expression.</summary>
    public string Text { get; }

    /// <summary>Time zone of the local times.</summary>
    public TimeZoneInfo TimeZone { get; init; }

    /// <summary>Parses <c>daily</c>, <c>weekly</c> or a cron expression, in UTC; null and a reason if it is none of these.</summary>
    public static DigestSchedule? Parse(string text, out string? reason)
    {
        var given = text.Trim();
        var cron = given.ToLowerInvariant() switch
        {
            "daily" => "0 8 * * *",
            "weekly" => "0 8 * * mon",
            _ => given,
        };
        return CronPattern.Parse(cron, out reason) is { } parsed ? new DigestSchedule(given, parsed, TimeZoneInfo.Utc) : null;
    }

    /// <summary>
    /// Returns the last due time at or before an instant. A local time that daylight saving skips is due at the transition, one that
    /// occurs twice at its first occurrence.
    /// </summary>
    public DateTimeOffset FindLastDue(DateTimeOffset now)
    {
        // A day ahead: a time zone may have skipped the rest of the local day that the instant is on.
        var day = GetLocalDay(now).AddDays(1);
        for (var first = day.AddDays(-MaxGapDays); day > first; day = day.AddDays(-1))
        {
            if (ListDue(day).Where(due => due <= now).Select(due => (DateTimeOffset?)due).Max() is { } last)
            {
                return last;
            }
        }

        throw new InvalidOperationException($"'{Text}' has no time before {now:o}.");
    }

    /// <summary>Returns the first due time after an instant.</summary>
    public DateTimeOffset FindNextDue(DateTimeOffset now)
    {
        var day = GetLocalDay(now).AddDays(-1);
        for (var last = day.AddDays(MaxGapDays); day < last; day = day.AddDays(1))
        {
            if (ListDue(day).Where(due => due > now).Select(due => (DateTimeOffset?)due).Min() is { } next)
            {
                return next;
            }
        }

        throw new InvalidOperationException($"'{Text}' has no time after {now:o}.");
    }

    public override string ToString() => $"{Text} ({TimeZone.Id})";

    private DateOnly GetLocalDay(DateTimeOffset now) => DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(now, TimeZone).Date);

    private IEnumerable<DateTimeOffset> ListDue(DateOnly day) =>
        pattern.Includes(day)
            ? pattern.Times.Select(time => ZonedTime.ToInstant(TimeZone, day.ToDateTime(TimeOnly.MinValue) + time, first: true))
            : [];
}
