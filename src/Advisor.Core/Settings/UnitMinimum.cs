using Advisor.Core.Capacity;

namespace Advisor.Core.Settings;

/// <summary>
/// Minimum units at an instant. A recurring window that states a minimum replaces that of the settings, up or down; a one-off window only
/// raises it. Of several the highest applies.
/// </summary>
/// <param name="Units">Units, 1 or more.</param>
/// <param name="Window">Window that sets the minimum, or whose end raises it to that of the settings; null = the settings.</param>
public readonly record struct UnitMinimum(int Units, PlannedWindow? Window)
{
    private static readonly TimeSpan Week = TimeSpan.FromDays(7);

    /// <summary>Whether the minimum is that of the settings, requested ahead of the end of a window that lowers it.</summary>
    public bool IsAfterWindow => Window is { } window && window.MinUnits != Units;

    /// <summary>
    /// Returns the minimum that applies at an instant: a lower one from the start of its window, a higher one from its lead before it.
    /// </summary>
    /// <param name="ahead">Lead if a window states none.</param>
    internal static UnitMinimum Find(ResourceSettings settings, DateTimeOffset now, TimeSpan ahead)
    {
        var highest = FindRecurring(settings, now);
        foreach (var window in settings.Windows)
        {
            if (window.MinUnits is not { } units || now >= window.End || now < window.GetMinimumStart(ahead))
            {
                continue;
            }

            highest = units > highest.Units ? new(units, window) : highest;
            if (
                window.IsRecurring
                && now >= window.Start
                && now >= window.End - (window.Lead ?? ahead)
                && settings.MinUnits > highest.Units
                && FindRecurring(settings, window.End).Window is null
            )
            {
                highest = new(settings.MinUnits, window);
            }
        }

        return highest;
    }

    /// <summary>Returns the highest minimum of now and, by recurring windows, of the next seven days.</summary>
    /// <inheritdoc cref="Find"/>
    internal static UnitMinimum FindHighestOfWeek(ResourceSettings settings, DateTimeOffset now, TimeSpan ahead)
    {
        var highest = Find(settings, now, ahead);
        foreach (var window in settings.Windows)
        {
            foreach (var change in (ReadOnlySpan<DateTimeOffset>)[window.Start, window.End])
            {
                if (window is { IsRecurring: true, MinUnits: not null } && change > now && change < now + Week)
                {
                    var then = FindRecurring(settings, change);
                    highest = then.Units > highest.Units ? then : highest;
                }
            }
        }

        return highest;
    }

    /// <summary>
    /// Returns the minimum by the settings and recurring windows at an instant of the past, from the same time of the week that follows
    /// another instant, local to each schedule.
    /// </summary>
    /// <param name="from">Start of the week that the windows cover.</param>
    internal static int FindUnitsInPast(ResourceSettings settings, DateTimeOffset past, DateTimeOffset from) =>
        FindRecurring(settings, past + (Week * Math.Ceiling((from - past) / Week)), past).Units;

    /// <summary>
    /// Returns the units that a size lacks of an announced minimum, from its lead on; 0 when it has them. That of the settings is announced
    /// by windows that lower it, and applies when none of them does.
    /// </summary>
    /// <param name="ahead">Lead if a window states none.</param>
    public static int FindLacking(ResourceSettings settings, UnitLadder ladder, int units, DateTimeOffset now, TimeSpan ahead)
    {
        var minimum = Find(settings, now, ahead);
        var wanted = minimum is { IsAfterWindow: false, Window.MaxUnits: { } maximum }
            ? Math.Min(minimum.Units, ladder.FindStepAtMost(maximum))
            : minimum.Units;
        var isAnnounced =
            minimum.Window is not null || settings.Windows.Any(window => window.IsRecurring && window.MinUnits < settings.MinUnits);
        return isAnnounced ? Math.Max(0, wanted - units) : 0;
    }

    /// <param name="past">Another instant whose local time counts, whole weeks before; null = that of <paramref name="at"/>.</param>
    private static UnitMinimum FindRecurring(ResourceSettings settings, DateTimeOffset at, DateTimeOffset? past = null)
    {
        PlannedWindow? highest = null;
        foreach (var window in settings.Windows)
        {
            var then = past is { } local && window.Zone is { } zone ? at + zone.GetUtcOffset(local) - zone.GetUtcOffset(at) : at;
            if (window.IsRecurring && then >= window.Start && then < window.End && window.MinUnits > (highest?.MinUnits ?? 0))
            {
                highest = window;
            }
        }

        return new(highest?.MinUnits ?? settings.MinUnits, highest);
    }
}
