using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>How an alert stands.</summary>
public enum AlertPhase
{
    /// <summary>Nothing holds; it is only remembered because it flapped.</summary>
    Quiet,

    /// <summary>Holds, not yet for long enough.</summary>
    Pending,

    Firing,

    /// <summary>
    /// Was firing, and its number has been missing for longer than the last one may be kept. It is neither repeated nor resolved.
    /// </summary>
    NoData,
}

/// <summary>One severity of an alert. Times are on the clock of <see cref="SubjectAlerts.Clock"/>.</summary>
/// <param name="IsFiring">Whether it fires.</param>
/// <param name="Since">
/// Off: since when it has been entering (its pending period runs). On: since when it has been leaving. Null = neither.
/// </param>
internal readonly record struct AlertLevelState(bool IsFiring, long? Since);

/// <summary>What is remembered of one condition of a subject.</summary>
internal sealed record AlertState
{
    public required string Condition { get; init; }

    /// <summary>One for each severity of the condition, ascending.</summary>
    public IReadOnlyList<AlertLevelState> Levels { get; init; } = [];

    /// <summary>When the condition began to hold, for people.</summary>
    public DateTimeOffset? StartedAt { get; init; }

    /// <summary>Since when its number has been missing; null while it is known.</summary>
    public long? MissingSince { get; init; }

    /// <summary>Whether it has been missing for longer than the last number may be kept.</summary>
    public bool IsMissing { get; init; }

    /// <summary>Lately: when it fired, rose in severity, or came back while it was leaving.</summary>
    public IReadOnlyList<long> Rises { get; init; } = [];

    /// <summary>The severity that was sent last; null where its team knows nothing of it.</summary>
    public AlertSeverity? NotifiedSeverity { get; init; }

    public long NotifiedAt { get; init; }

    /// <summary>The highest severity that fires; -1 where none does.</summary>
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

    /// <summary>Whether there is nothing to remember.</summary>
    public bool IsForgettable => NotifiedSeverity is null && Rises.Count == 0 && Phase == AlertPhase.Quiet;
}

/// <summary>
/// What is remembered of the alerts of one subject between two evaluations. A value: it never changes, and the same one with the same
/// readings gives the same messages.
/// </summary>
public sealed record SubjectAlerts
{
    public static SubjectAlerts Empty { get; } = new();

    /// <summary>
    /// A clock of its own, in ticks: it runs with the time between evaluations, never backwards, and at most
    /// <see cref="AlertRules.MaxStep"/> at once. So a step of the system's clock neither ends a period early nor makes it last for hours.
    /// </summary>
    internal long Clock { get; init; }

    /// <summary>The time of the last evaluation; null before the first.</summary>
    internal DateTimeOffset? EvaluatedAt { get; init; }

    /// <summary>Messages so far; numbers them.</summary>
    internal int EventCount { get; init; }

    /// <summary>Only those with something to remember, in the order of the rules.</summary>
    internal IReadOnlyList<AlertState> Alerts { get; init; } = [];

    /// <summary>Whether there is nothing to remember of any alert, so that it need not be kept.</summary>
    public bool IsQuiet => Alerts.Count == 0;

    internal SubjectAlerts AdvancedTo(DateTimeOffset now, TimeSpan maxStep)
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
