using Advisor.Core.Decisions;
using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>State of one severity of an alert. Times are on the clock of <see cref="SubjectAlerts.Clock"/>.</summary>
/// <param name="IsFiring">Whether the severity fires.</param>
/// <param name="Since">Not firing: start of the pending period. Firing: time since when it no longer holds. Null = neither.</param>
internal readonly record struct AlertLevelState(bool IsFiring, long? Since);

/// <summary>State of one condition of a subject.</summary>
internal sealed record AlertState
{
    public required string Condition { get; init; }

    /// <summary>One entry for each severity of the condition, ascending.</summary>
    public IReadOnlyList<AlertLevelState> Levels { get; init; } = [];

    /// <summary>Time at which the condition began to hold, for texts.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Clock time since when the number has been missing; null while it is known.</summary>
    public long? MissingSince { get; init; }

    /// <summary>Whether the number has been missing for longer than the last one may be used.</summary>
    public bool IsMissing { get; init; }

    /// <summary>Recent times at which the alert fired, rose in severity, or came back while it was clearing.</summary>
    public IReadOnlyList<long> Rises { get; init; } = [];

    /// <summary>Severity sent last; null if the team has not been notified.</summary>
    public AlertSeverity? NotifiedSeverity { get; init; }

    /// <summary>Time of the last message, on the subject's own clock in ticks.</summary>
    public long NotifiedAt { get; init; }

    /// <summary>Index of the highest severity that fires; -1 if none does.</summary>
    public int Level
    {
        get
        {
            var level = Levels.Count - 1;
            while (level >= 0 && !Levels[level].IsFiring)
            {
                level--;
            }

            return level;
        }
    }

    public AlertPhase Phase =>
        Level >= 0 ? (IsMissing ? AlertPhase.NoData : AlertPhase.Firing)
        : Levels.Any(level => level.Since is not null) ? AlertPhase.Pending
        : AlertPhase.Quiet;

    /// <summary>Whether the state carries no information and can be dropped.</summary>
    public bool IsForgettable => NotifiedSeverity is null && Rises.Count == 0 && Phase == AlertPhase.Quiet;
}

/// <summary>
/// Alert state of one subject between two evaluations. An immutable value: the same state with the same readings gives the same events.
/// </summary>
public sealed record SubjectAlerts
{
    public static SubjectAlerts Empty { get; } = new();

    /// <summary>
    /// The subject's own clock, in ticks: it advances with the time between evaluations, never backwards, and by at most <see
    /// cref="AlertRules.MaxStep"/> at once. A jump of the system clock therefore neither ends a period early nor extends it by hours.
    /// </summary>
    internal long Clock { get; init; }

    /// <summary>Time of the last evaluation; null before the first.</summary>
    internal DateTimeOffset? EvaluatedAt { get; init; }

    /// <summary>Number of events so far; part of their ids.</summary>
    internal int EventCount { get; init; }

    /// <summary>Alerts with state to keep, in the order of the rules.</summary>
    internal IReadOnlyList<AlertState> Alerts { get; init; } = [];

    /// <summary>Whether a team was notified of an alert and not of its end.</summary>
    internal bool IsNotified => Alerts.Any(alert => alert.NotifiedSeverity is not null);

    /// <summary>Whether no alert has state to keep, so that nothing needs to be stored.</summary>
    public bool IsQuiet => Alerts.Count == 0;

    internal SubjectAlerts AdvanceTo(DateTimeOffset now, TimeSpan maxStep)
    {
        var passed = EvaluatedAt is { } at ? Math.Clamp((now - at).Ticks, 0, maxStep.Ticks) : 0;
        return this with { Clock = Clock + passed, EvaluatedAt = now };
    }

    internal AlertState? Find(string condition)
    {
        for (var i = 0; i < Alerts.Count; i++)
        {
            if (Alerts[i].Condition == condition)
            {
                return Alerts[i];
            }
        }

        return null;
    }
}
