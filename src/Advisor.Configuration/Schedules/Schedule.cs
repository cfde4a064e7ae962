using Advisor.Configuration.Resources;
using Advisor.Core.Settings;

namespace Advisor.Configuration.Schedules;

/// <summary>
/// Recurring window on some days, from one local time to another. 08:00 stays 08:00 local time across daylight saving changes.
/// </summary>
/// <param name="Name">Name in the reasons of decisions.</param>
/// <param name="Days">Days on which it starts.</param>
/// <param name="From">Local start time, inclusive.</param>
/// <param name="To">Local end time, exclusive, 24:00 at most; at or before <paramref name="From"/> = on the next day.</param>
/// <param name="TimeZone">Time zone of both times.</param>
/// <param name="MinUnits">Minimum units in force, above or below that of the settings; null = that of the settings.</param>
/// <param name="IsFreeze">Whether changes are forbidden.</param>
/// <param name="Resources">Resources that it applies to.</param>
/// <param name="MaxUnits">Maximum units in force; null = that of the settings.</param>
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
    /// <summary>Whether the freeze also forbids a scale-out in a sustained overload.</summary>
    public bool IsStrictFreeze { get; init; }

    /// <summary>Time before the start from which its units are requested; null = by the settings of the resource.</summary>
    public TimeSpan? Lead { get; init; }

    private static readonly TimeSpan OneDay = TimeSpan.FromDays(1);

    /// <summary>
    /// Expands the windows that overlap [<paramref name="now"/>, <paramref name="now"/> + <paramref name="horizon"/>), ascending, complete
    /// and not cut. A local time skipped by daylight saving is moved to the transition; of an ambiguous one, the first counts as start and
    /// the second as end, so that the window is never shortened. A window entirely within the skipped hour is omitted.
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
            IsRecurring = true,
            Zone = TimeZone,
            IsStrict = IsStrictFreeze,
            Lead = Lead,
        };
    }
}

/// <summary>Announced window: a launch, a match, a change freeze. Start inclusive, end exclusive.</summary>
public sealed record AnnouncedEvent(PlannedWindow Window, ResourceSelector Resources);
