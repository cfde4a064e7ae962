using Advisor.Core.Settings;
using Cronos;

namespace Advisor.Configuration.Schedules;

/// <summary>Times at which a digest of recommendations is sent.</summary>
public sealed record DigestSchedule
{
    // Every expression that is accepted occurs within the last of these: 29 February of one weekday, with 1900 or 2100 between.
    private static readonly int[] LookBackDays = [1, 8, 32, 367, (40 * 366) + 1];

    // More than one where both day fields are stated: as in cron, a day counts that either of them includes; the library asks for both.
    private readonly IReadOnlyList<CronExpression> expressions;

    private DigestSchedule(string text, IReadOnlyList<CronExpression> expressions, TimeZoneInfo timeZone) =>
        (Text, this.expressions, TimeZone) = (text, expressions, timeZone);

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
        var fields = (
            given.ToLowerInvariant() switch
            {
                "daily" => "0 8 * * *",
                "weekly" => "0 8 * * mon",
                _ => given,
            }
        ).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (fields is not [var minute, var hour, var day, var month, var weekday])
        {
            reason =
                $"'{given}' is not daily, weekly or a cron expression of five fields (minute hour day month weekday), "
                + "such as 30 8 * * mon.";
            return null;
        }

        string[] days =
            day[0] is '*' or '?' || weekday[0] is '*' or '?' ? [$"{day} {month} {weekday}"] : [$"{day} {month} *", $"* {month} {weekday}"];
        try
        {
            var parsed = new DigestSchedule(
                given,
                [.. days.Select(one => CronExpression.Parse($"{minute} {hour} {one}"))],
                TimeZoneInfo.Utc
            );
            reason = parsed.expressions.Any(one => one.GetNextOccurrence(DateTime.UnixEpoch) is not null)
                ? null
                : $"'{given}' never occurs: no such month has that day.";
            return reason is null ? parsed : null;
        }
        catch (CronFormatException exception)
        {
            // "The given cron expression has an invalid format. Minutes: Value must be a number between 0 and 59 (all inclusive)."
            reason = $"'{given}' is not a cron expression: {exception.Message.Split(". ", 2)[^1]}";
            return null;
        }
    }

    /// <summary>
    /// Returns the last due time at or before an instant. A local time that daylight saving skips is due at the transition, one that
    /// occurs twice at its first occurrence.
    /// </summary>
    public DateTimeOffset FindLastDue(DateTimeOffset now)
    {
        // Of the library the local times alone: where winter time is the exception, as in Dublin, its search across zones does not end.
        // A day ahead: of a time that occurs twice the first counts, and a time zone may have skipped the rest of a day.
        var local = DateTime.SpecifyKind(TimeZoneInfo.ConvertTime(now, TimeZone).DateTime, DateTimeKind.Utc);
        var last = LookBackDays
            .Select(days =>
                expressions
                    .SelectMany(one => one.GetOccurrences(local.AddDays(-days), local.AddDays(1)))
                    .Select(due => (DateTimeOffset?)ZonedTime.ToInstant(TimeZone, due, first: true))
                    .Where(due => due <= now)
                    .Max()
            )
            .FirstOrDefault(due => due is not null);
        return TimeZoneInfo.ConvertTime(last ?? throw new InvalidOperationException($"'{Text}' has no time before {now:o}."), TimeZone);
    }

    public override string ToString() => $"{Text} ({TimeZone.Id})";
}
