using Advisor.Configuration.Resources;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>
/// A time that comes again: on some days, from one local time to another. The clock on the wall counts: 08:00 stays 08:00 when summer
/// time begins or ends.
/// </summary>
/// <param name="Name">What reasons call it.</param>
/// <param name="Days">On which days it begins.</param>
/// <param name="From">Local time of its first minute.</param>
/// <param name="To">Local time of its end, exclusive, 24:00 at most; at or before <paramref name="From"/> = on the next day.</param>
/// <param name="TimeZone">The time zone of both.</param>
/// <param name="MinUnits">The smallest size in force; null where it only freezes.</param>
/// <param name="IsFreeze">Whether no change may be made.</param>
/// <param name="Resources">Which resources it is about.</param>
/// <param name="MaxUnits">The maximum in force; null = that of the settings.</param>
public sealed record Schedule(
    string Name,
    DayPattern Days,
    TimeSpan From,
    TimeSpan To,
    TimeZoneInfo TimeZone,
    int? MinUnits,
    bool IsFreeze,
    ResourceSelector Resources,
    int? MaxUnits = null
)
{
    /// <summary>Whether a standing overload waits for the end of the freeze too.</summary>
    public bool IsStrictFreeze { get; init; }

    /// <summary>How long before it starts its units are asked for; null = by the settings of the resource.</summary>
    public TimeSpan? Lead { get; init; }

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
                var window = CreateWindow(day);
                if (window.Start < window.End && window.Start < end && window.End > now)
                {
                    yield return window;
                }
            }
        }
    }

    private PlannedWindow CreateWindow(DateOnly day)
    {
        var midnight = day.ToDateTime(TimeOnly.MinValue);
        var local = To > From ? To : To + OneDay;
        return new PlannedWindow(
            Name,
            ZonedTime.ToInstant(TimeZone, midnight + From, first: true),
            ZonedTime.ToInstant(TimeZone, midnight + local, first: false),
            MinUnits,
            IsFreeze,
            MaxUnits
        )
        {
            IsStrict = IsStrictFreeze,
            Lead = Lead,
        };
    }
}

/// <summary>An announced time: a launch, a match, a change freeze. Start inclusive, end exclusive.</summary>
public sealed record AnnouncedEvent(PlannedWindow Window, ResourceSelector Resources);
