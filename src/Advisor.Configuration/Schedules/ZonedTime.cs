namespace Advisor.Configuration.Schedules;

/// <summary>Turns the time on a wall clock into an instant, also when summer time begins or ends.</summary>
internal static class ZonedTime
{
    private static readonly TimeSpan MaxJump = TimeSpan.FromHours(3);

    /// <summary>The instant of a local time, in UTC. A time that summer time skips stands for the moment of the jump.</summary>
    /// <param name="local">Not within a day of the ends of what a date can hold.</param>
    /// <param name="first">Which one of a time that comes twice.</param>
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

    // The offset before the jump, applied to a time inside the gap, gives an instant after the jump by as much as the time is inside the
    // gap. The jump itself is where the local clock first shows a later hour: searched by halving between the two.
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
