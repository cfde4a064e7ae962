using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>
/// Computes the time before an announced window at which its minimum is requested, so that it is in force when the window starts.
/// </summary>
public static class AnnouncedLead
{
    /// <summary>
    /// Returns the settings with a lead for each window that states none: the observed duration of changes of this resource, but no less
    /// than <c>announcedAheadMin</c> of the policy; <c>announcedAhead</c> if no change was observed. It counts once for each change that
    /// <see cref="ResourceSettings.MaxStep"/> makes necessary.
    /// </summary>
    /// <param name="ladder">Sizes that can be bought.</param>
    /// <param name="observed">
    /// Observed duration of a change of this resource, from its decision until it is in force; null = unknown.
    /// </param>
    public static ResourceSettings Resolve(ResourceSettings settings, UnitLadder ladder, TimeSpan? observed, PolicyRules policy)
    {
        if (settings.Windows.All(window => window.Lead is not null))
        {
            return settings;
        }

        var change =
            observed is not { } known ? policy.AnnouncedAhead
            : known > policy.AnnouncedAheadMin ? known
            : policy.AnnouncedAheadMin;
        return settings with
        {
            Windows =
            [
                .. settings.Windows.Select(window =>
                    window.Lead is null ? window with { Lead = change * CountChanges(settings, window, ladder) } : window
                ),
            ],
        };
    }

    /// <summary>
    /// Counts the changes from one number of units to a higher one, 1 or more. From 1 to 20 with a maxStep of 5 they are 6, 10 and 20: 3.
    /// </summary>
    /// <param name="maxStep">Maximum units that one change adds; null = any.</param>
    public static int CountChanges(UnitLadder ladder, int from, int to, int? maxStep)
    {
        var (step, target, changes) = (ladder.FindIndexAtLeast(from), ladder.FindIndexAtLeast(to), 0);
        while (step < target && maxStep is { } most)
        {
            var units = ladder[step++];
            while (step < target && ladder[step + 1] - units <= most)
            {
                step++;
            }

            changes++;
        }

        return Math.Max(changes, 1);
    }

    // From the minimum before the window to its own, or from its own to the one that follows a recurring window.
    private static int CountChanges(ResourceSettings settings, PlannedWindow window, UnitLadder ladder)
    {
        if (window.MinUnits is not { } wanted)
        {
            return 1;
        }

        var before = settings.FindMinUnits(window.Start.AddTicks(-1), TimeSpan.Zero).Units;
        var highest = window.IsRecurring ? Math.Max(wanted, settings.MinUnits) : wanted;
        return CountChanges(ladder, Math.Min(before, wanted), highest, settings.MaxStep);
    }
}
