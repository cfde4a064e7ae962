using Advisor.Core.Scaling;

namespace Advisor.Runtime.Configuration;

/// <summary>
/// A time that comes again: on some days, from one local time to another. The clock on the wall counts: 08:00 stays 08:00 when summer
/// time begins or ends.
/// </summary>
/// <param name="Name">What reasons call it.</param>
/// <param name="Days">On which days it begins.</param>
/// <param name="From">Local time of its first minute.</param>
/// <param name="To">Local time of its end, exclusive, 24:00 at most; at or before <paramref name="From"/> = on the next day.</param>
/// <param name="TimeZone">The time zone of both.</param>
/// <param name="LeastUnits">The least size in force; null where it only freezes.</param>
/// <param name="Freezes">Whether no change may be made.</param>
/// <param name="Resources">Whom it concerns; empty = all.</param>
public sealed record Schedule(
    string Name,
    DayPattern Days,
    TimeSpan From,
    TimeSpan To,
    TimeZoneInfo TimeZone,
    int? LeastUnits,
    bool Freezes,
    IReadOnlyList<ResourcePattern> Resources)
{
    private static readonly TimeSpan OneDay = TimeSpan.FromDays(1);

    /// <summary>
    /// The windows that touch [<paramref name="now"/>, <paramref name="now"/> + <paramref name="horizon"/>), ascending, whole and not cut.
    /// A local time that summer time skips stands for the moment of the jump; of one that comes twice the first counts as begin and
    /// the second as end, so that nothing asked for is left out. A window that lies wholly within the skipped hour does not take place.
    /// </summary>
    public IEnumerable<PlannedWindow> Expand(DateTimeOffset now, TimeSpan horizon)
    {
        var end = now + horizon;
        var first = DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(now, TimeZone).Date).AddDays(-1);
        var last = DateOnly.FromDateTime(TimeZoneInfo.ConvertTime(end, TimeZone).Date);
        for (var day = first; day <= last; day = day.AddDays(1))
        {
            if (Days.Includes(day))
            {
                var window = On(day);
                if (window.Start < window.End && window.Start < end && window.End > now)
                {
                    yield return window;
                }
            }
        }
    }

    private PlannedWindow On(DateOnly day)
    {
        var midnight = day.ToDateTime(TimeOnly.MinValue);
        var local = To > From ? To : To + OneDay;
        return new PlannedWindow(Name, Instant(midnight + From, first: true), Instant(midnight + local, first: false), LeastUnits, Freezes);
    }

    private DateTimeOffset Instant(DateTime local, bool first)
    {
        if (TimeZone.IsInvalidTime(local))
        {
            return Jump(local);
        }

        if (!TimeZone.IsAmbiguousTime(local))
        {
            return new DateTimeOffset(local, TimeZone.GetUtcOffset(local)).ToUniversalTime();
        }

        var offsets = TimeZone.GetAmbiguousTimeOffsets(local);
        return new DateTimeOffset(local, first ? offsets.Max() : offsets.Min()).ToUniversalTime();
    }

    // The offset before the jump, applied to a time inside the gap, gives an instant after the jump by as much as the time is inside the
    // gap. The jump itself is where the local clock first shows a later hour: searched by halving between the two.
    private DateTimeOffset Jump(DateTime local)
    {
        var before = TimeZone.GetUtcOffset(local.AddDays(-1));
        var high = new DateTimeOffset(local, before).ToUniversalTime();
        var low = high.AddHours(-3);
        while (high - low > TimeSpan.FromSeconds(1))
        {
            var middle = low + (high - low) / 2;
            if (TimeZone.GetUtcOffset(middle) == before)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }

        return new DateTimeOffset(high.Ticks - high.Ticks % TimeSpan.TicksPerSecond, TimeSpan.Zero);
    }
}

/// <summary>An announced time: a launch, a match, a change freeze. Start inclusive, end exclusive.</summary>
public sealed record AnnouncedEvent(PlannedWindow Window, IReadOnlyList<ResourcePattern> Resources);
