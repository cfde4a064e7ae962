using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>Moves one alert through pending, firing, no data and resolved, by the number of each evaluation.</summary>
internal static class AlertLifecycle
{
    // More rises than this within the window make no difference.
    private const int MaxRises = 16;

    /// <summary>Returns the alert's state after a reading.</summary>
    /// <param name="isHandled">
    /// Whether Advisor itself is handling an exceeded target: such a level stays pending until that has ended or has not helped.
    /// </param>
    /// <param name="passed">Ticks since the previous evaluation.</param>
    /// <param name="clock">Current time of the subject's clock.</param>
    /// <param name="now">Current time, for texts.</param>
    public static AlertState Advance(
        AlertRules rules,
        AlertCondition condition,
        AlertState before,
        AlertReading reading,
        bool isHandled,
        long passed,
        long clock,
        DateTimeOffset now
    )
    {
        var stored = before with
        {
            Levels = ResizeLevels(before.Levels, condition.Levels.Count),
            Rises = before.Rises.Count == 0 ? before.Rises : DropOld(before.Rises, clock - rules.FlapWindow.Ticks),
        };
        var isPart = reading is { IsLowerBound: true, IsGapLasting: false };
        return reading.Number is { } known && !(isPart && IsAnyFiringLevelLeft(condition, stored, known, reading.Target))
            ? AdvanceKnown(rules, condition, stored, known, reading.Target, isHandled, clock, now)
            : AdvanceMissing(rules, stored, passed, clock);
    }

    private static IReadOnlyList<long> DropOld(IReadOnlyList<long> rises, long until) => [.. rises.Where(at => at > until)];

    /// <summary>
    /// Returns the time for which a severity must no longer hold before it resolves: the condition's delay, doubled for the third rise
    /// within the window (flapAfter 3) and again for each further one, at most the window: 10 minutes become 20, 40, 60, 60.
    /// </summary>
    public static TimeSpan ResolveDelay(AlertRules rules, AlertLevel level, int rises)
    {
        var doublings = Math.Min(rises - rules.FlapAfter + 1, MaxRises);
        return doublings <= 0
            ? level.ResolveDelay
            : Max(level.ResolveDelay, Min(level.ResolveDelay * Math.Pow(2, doublings), rules.FlapWindow));
    }

    /// <summary>Whether any severity begins to hold at this number.</summary>
    public static bool IsAnyLevelEntered(AlertCondition condition, double number, double target)
    {
        for (var i = 0; i < condition.Levels.Count; i++)
        {
            if (condition.Levels[i].IsEnteredAt(number, target))
            {
                return true;
            }
        }

        return false;
    }

    // A lower bound does not show that the number is below a threshold.
    private static bool IsAnyFiringLevelLeft(AlertCondition condition, AlertState stored, double number, double target)
    {
        for (var i = 0; i < condition.Levels.Count; i++)
        {
            if (stored.Levels[i].IsFiring && condition.Levels[i].IsLeftAt(number, target))
            {
                return true;
            }
        }

        return false;
    }

    public static bool IsFlapping(AlertRules rules, AlertState stored) => stored.Rises.Count >= rules.FlapAfter;

    private static AlertState AdvanceKnown(
        AlertRules rules,
        AlertCondition condition,
        AlertState stored,
        double number,
        double target,
        bool isHandled,
        long clock,
        DateTimeOffset now
    )
    {
        var levels = stored.Levels.ToArray();
        var rose = false;
        for (var i = 0; i < levels.Length; i++)
        {
            var before = levels[i];
            levels[i] = before.IsFiring
                ? Leave(rules, condition.Levels[i], before, condition.Levels[i].IsLeftAt(number, target), clock, stored.Rises.Count)
                : Enter(condition.Levels[i], before, condition.Levels[i].IsEnteredAt(number, target), isHandled, clock);
            rose |= levels[i].IsFiring && (!before.IsFiring || (before.Since is not null && levels[i].Since is null));
        }

        var level = Array.FindLastIndex(levels, l => l.IsFiring);
        for (var i = 0; i < level; i++)
        {
            // A higher severity implies the lower ones; one that could end by itself already waits for the higher one.
            levels[i] = levels[i].IsFiring ? levels[i] : new(true, stored.Levels[i].IsFiring ? stored.Levels[i].Since : null);
        }

        return stored with
        {
            Levels = levels,
            // Kept until the end has been sent.
            StartedAt =
                stored.NotifiedSeverity is null && Array.TrueForAll(levels, l => l is { IsFiring: false, Since: null })
                    ? null
                    : stored.StartedAt ?? now,
            MissingSince = null,
            IsMissing = false,
            Rises = rose ? [.. stored.Rises.TakeLast(MaxRises - 1), clock] : stored.Rises,
        };
    }

    private static AlertLevelState Enter(AlertLevel level, AlertLevelState before, bool begins, bool isHandled, long clock)
    {
        if (!begins)
        {
            return default;
        }

        var since = before.Since ?? clock;
        return clock - since >= level.Pending.Ticks && !(isHandled && level.Basis == ThresholdBasis.Target)
            ? new(true, null)
            : new(false, since);
    }

    private static AlertLevelState Leave(AlertRules rules, AlertLevel level, AlertLevelState before, bool ends, long clock, int rises)
    {
        if (!ends)
        {
            return new(true, null);
        }

        var since = before.Since ?? clock;
        return clock - since >= ResolveDelay(rules, level, rises).Ticks ? default : new(true, since);
    }

    /// <summary>
    /// Advances an alert without a reading. The last number is kept: running periods pause and are not reset. After a while a pending alert
    /// is dropped and a firing one has no data.
    /// </summary>
    private static AlertState AdvanceMissing(AlertRules rules, AlertState stored, long passed, long clock)
    {
        var since = stored.MissingSince ?? clock;
        var isMissing = clock - since >= rules.KeepLastFor.Ticks;
        var levels = stored.Levels.Select(level => level.Since is { } at ? level with { Since = at + passed } : level);
        var kept = stored with
        {
            Levels = [.. isMissing ? levels.Select(level => level with { Since = null }) : levels],
            MissingSince = since,
            IsMissing = isMissing,
        };
        return kept.Phase == AlertPhase.Quiet ? kept with { StartedAt = null } : kept;
    }

    // The rules may have gained or lost severities since.
    private static IReadOnlyList<AlertLevelState> ResizeLevels(IReadOnlyList<AlertLevelState> levels, int count)
    {
        if (levels.Count == count)
        {
            return levels;
        }

        var fitted = new AlertLevelState[count];
        for (var i = 0; i < Math.Min(count, levels.Count); i++)
        {
            fitted[i] = levels[i];
        }

        return fitted;
    }

    private static TimeSpan Min(TimeSpan one, TimeSpan other) => one < other ? one : other;

    private static TimeSpan Max(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
