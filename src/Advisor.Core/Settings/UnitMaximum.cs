namespace Advisor.Core.Settings;

/// <summary>
/// Maximum units at an instant: the highest of the windows that state one, otherwise that of the settings. A window lowers the maximum from
/// its start, and raises it from <see cref="PlannedWindow.GetMinimumStart"/>, so that the size can be in place in time. A maximum below an
/// announced minimum is ignored.
/// </summary>
/// <param name="Units">Units, 1 or more.</param>
/// <param name="Window">Window that sets the maximum; null = the settings.</param>
public readonly record struct UnitMaximum(int Units, PlannedWindow? Window)
{
    private static readonly TimeSpan Week = TimeSpan.FromDays(7);

    /// <summary>Returns the maximum that applies at an instant.</summary>
    /// <param name="ahead">Lead if a window states none.</param>
    /// <param name="unitsInForce">The most units in force of the last 14 days; 0 = not known.</param>
    internal static UnitMaximum Find(ResourceSettings settings, DateTimeOffset now, TimeSpan ahead, int unitsInForce)
    {
        var own = settings.ResolveMaxUnits(unitsInForce);
        PlannedWindow? highest = null;
        var announced = 0;
        foreach (var window in settings.Windows)
        {
            if (now >= window.End || now < window.GetMinimumStart(ahead))
            {
                continue;
            }

            announced = Math.Max(announced, window.MinUnits ?? 0);
            if (window.MaxUnits > (highest?.MaxUnits ?? 0) && (now >= window.Start || window.MaxUnits > own))
            {
                highest = window;
            }
        }

        return highest?.MaxUnits is { } units && (units >= announced || units >= own) ? new(units, highest) : new(own, null);
    }

    /// <summary>
    /// Returns the highest maximum of now and, by recurring windows, of the next seven days; that of an announced window while it is in
    /// force.
    /// </summary>
    /// <inheritdoc cref="Find"/>
    internal static UnitMaximum FindHighestOfWeek(ResourceSettings settings, DateTimeOffset now, TimeSpan ahead, int unitsInForce)
    {
        var highest = Find(settings, now, ahead, unitsInForce);
        if (highest.Window is { IsRecurring: false })
        {
            return highest;
        }

        var recurring = settings with
        {
            Windows = [.. settings.Windows.Where(window => window is { IsRecurring: true, MaxUnits: not null })],
        };
        foreach (var window in recurring.Windows)
        {
            foreach (var change in (ReadOnlySpan<DateTimeOffset>)[window.Start, window.End])
            {
                if (change > now && change < now + Week)
                {
                    var then = Find(recurring, change, TimeSpan.Zero, unitsInForce);
                    highest = then.Units > highest.Units ? then : highest;
                }
            }
        }

        return highest;
    }
}
