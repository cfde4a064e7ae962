namespace Advisor.Core.Settings;

/// <summary>Converts local times to instants, across daylight saving transitions.</summary>
public static class ZonedTime
{
    private static readonly TimeSpan MaxJump = TimeSpan.FromHours(3);

    /// <summary>Returns the instant of a local time, in UTC. A time skipped by daylight saving is moved to the transition.</summary>
    /// <param name="zone">Time zone of the local time.</param>
    /// <param name="local">Local time, more than two days from the minimum and maximum of DateTime.</param>
    /// <param name="first">Whether the first of two instants is returned if the time is ambiguous.</param>
    public static DateTimeOffset ToInstant(TimeZoneInfo zone, DateTime local, bool first) =>
        Find(zone, local, first) ?? FindJump(zone, local);

    /// <summary>Whether daylight saving skips a local time.</summary>
    /// <inheritdoc cref="ToInstant"/>
    public static bool IsSkipped(TimeZoneInfo zone, DateTime local) => Find(zone, local, first: true) is null;

    /// <summary>Whether an instant is on a Saturday or Sunday.</summary>
    /// <param name="zone">Time zone of the days; null = UTC.</param>
    public static bool IsWeekend(DateTimeOffset at, TimeZoneInfo? zone) =>
        TimeZoneInfo.ConvertTime(at, zone ?? TimeZoneInfo.Utc).DayOfWeek is DayOfWeek.Saturday or DayOfWeek.Sunday;

    // By the offsets of the days around it. IsAmbiguousTime and IsInvalidTime miss both transitions where winter time is the exception.
    private static DateTimeOffset? Find(TimeZoneInfo zone, DateTime local, bool first)
    {
        var (before, after) = (Convert(local, GetOffset(zone, local, -1)), Convert(local, GetOffset(zone, local, 1)));
        var (preferred, other) = (before <= after) == first ? (before, after) : (after, before);
        return IsOf(preferred) ? preferred
            : IsOf(other) ? other
            : null;

        bool IsOf(DateTimeOffset instant) => instant + zone.GetUtcOffset(instant) == Convert(local, TimeSpan.Zero);
    }

    // The offset before the transition, applied to a time inside the gap, gives an instant after the transition by the time's distance into
    // the gap. The transition is the first instant with a later local hour, found by bisection between the two.
    private static DateTimeOffset FindJump(TimeZoneInfo zone, DateTime local)
    {
        var before = GetOffset(zone, local, -1);
        var high = Convert(local, before);
        var low = high - MaxJump;
        while (high - low > TimeSpan.FromSeconds(1))
        {
            var middle = low + ((high - low) / 2);
            if (zone.GetUtcOffset(middle) == before)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }

        return new DateTimeOffset(high.Ticks - (high.Ticks % TimeSpan.TicksPerSecond), TimeSpan.Zero);
    }

    private static TimeSpan GetOffset(TimeZoneInfo zone, DateTime local, int days) =>
        zone.GetUtcOffset(Convert(local, TimeSpan.Zero).AddDays(days));

    private static DateTimeOffset Convert(DateTime local, TimeSpan offset) => new DateTimeOffset(local.Ticks, TimeSpan.Zero) - offset;
}
