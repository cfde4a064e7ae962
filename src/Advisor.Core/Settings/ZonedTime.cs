namespace Advisor.Core.Settings;

/// <summary>Converts local times to instants, across daylight saving transitions.</summary>
public static class ZonedTime
{
    private static readonly TimeSpan MaxJump = TimeSpan.FromHours(3);

    /// <summary>Returns the instant of a local time, in UTC. A time skipped by daylight saving is moved to the transition.</summary>
    /// <param name="zone">Time zone of the local time.</param>
    /// <param name="local">Local time, more than a day from the minimum and maximum of DateTime.</param>
    /// <param name="first">Whether the first of two instants is returned if the time is ambiguous.</param>
    public static DateTimeOffset ToInstant(TimeZoneInfo zone, DateTime local, bool first)
    {
        if (zone.IsInvalidTime(local))
        {
            return FindJump(zone, local);
        }

        if (!zone.IsAmbiguousTime(local))
        {
            return new DateTimeOffset(local, zone.GetUtcOffset(local)).ToUniversalTime();
        }

        var offsets = zone.GetAmbiguousTimeOffsets(local);
        return new DateTimeOffset(local, first ? offsets.Max() : offsets.Min()).ToUniversalTime();
    }

    // The offset before the transition, applied to a time inside the gap, gives an instant after the transition by the time's distance into
    // the gap. The transition is the first instant with a later local hour, found by bisection between the two.
    private static DateTimeOffset FindJump(TimeZoneInfo zone, DateTime local)
    {
        var before = zone.GetUtcOffset(local.AddDays(-1));
        var high = new DateTimeOffset(local, before).ToUniversalTime();
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
}
