using Advisor.Core.Capacity;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling;

/// <summary>How long before an announced window its minimum is asked for, so that it is in force when the window starts.</summary>
public static class AnnouncedLead
{
    /// <summary>
    /// The settings with the lead of each window that states none: the time that changes of this resource took, at least
    /// <c>announcedAheadMin</c> of the policy; <c>announcedAhead</c> where no change was observed. It counts once for each change that
    /// <see cref="ResourceSettings.MaxStep"/> makes necessary.
    /// </summary>
    /// <param name="ladder">The sizes that can be bought.</param>
    /// <param name="observed">What a change of this resource takes, from its decision until it is in force; null = not known.</param>
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
    /// Changes from the minimum of the settings to that of the window, 1 or more. From 1 to 20 with a maxStep of 5 these are 6, 10 and 20:
    /// 3.
    /// </summary>
    private static int CountChanges(ResourceSettings settings, PlannedWindow window, UnitLadder ladder)
    {
        if (settings.MaxStep is not { } most || window.MinUnits is not { } wanted)
        {
            return 1;
        }

        var (step, target, changes) = (ladder.IndexAtLeast(settings.MinUnits), ladder.IndexAtLeast(wanted), 0);
        while (step < target)
        {
            var from = ladder[step++];
            while (step < target && ladder[step + 1] - from <= most)
            {
                step++;
            }

            changes++;
        }

        return Math.Max(changes, 1);
    }
}
