using Advisor.Core.Alerting;

namespace Advisor.Core.Rules;

/// <summary>Reference of a threshold.</summary>
public enum ThresholdBasis
{
    /// <summary>The number itself.</summary>
    Number,

    /// <summary>The resource's target: 1 is a limit used up to its target. Advisor may act on it before a notification is sent.</summary>
    Target,

    /// <summary>The limit that Azure enforces, independent of the target; no change of size suppresses it.</summary>
    Limit,
}

/// <summary>One severity of a condition, with its thresholds and times.</summary>
/// <param name="Enter">Threshold to enter the severity; it must hold at every evaluation of the pending period.</param>
/// <param name="Leave">Threshold to leave the severity; between the two the state does not change.</param>
/// <param name="Pending">Time for which <paramref name="Enter"/> must hold before the alert fires; 0 = at once.</param>
/// <param name="ResolveDelay">Time for which <paramref name="Leave"/> must hold before the alert resolves; above 0.</param>
/// <param name="RepeatInterval">Time after the last message at which it repeats; null = never.</param>
public sealed record AlertLevel(
    AlertSeverity Severity,
    Threshold Enter,
    Threshold Leave,
    TimeSpan Pending,
    TimeSpan ResolveDelay,
    TimeSpan? RepeatInterval
)
{
    /// <summary>Reference of both thresholds.</summary>
    public ThresholdBasis Basis { get; init; }

    /// <summary>Whether this number enters the severity.</summary>
    public bool IsEnteredAt(double number, double target) => Enter.IsMetBy(ToUnitOfThreshold(number, target));

    /// <summary>Whether this number leaves the severity.</summary>
    public bool IsLeftAt(double number, double target) => Leave.IsMetBy(ToUnitOfThreshold(number, target));

    /// <summary>Converts a threshold to the unit of the number: <c>&gt; 1.00</c> of a target of 70 % is 0.70.</summary>
    /// <param name="target">Target of the number; 1 if it has none.</param>
    public double ToUnitOfNumber(Threshold threshold, double target)
    {
        const int decimals = 9;
        return Basis == ThresholdBasis.Target ? Math.Round(threshold.Value * target, decimals) : threshold.Value;
    }

    // Rounded to nine decimals, so that 63 % of a target of 70 % is exactly 0.9.
    private double ToUnitOfThreshold(double number, double target)
    {
        const int decimals = 9;
        return Basis == ThresholdBasis.Target ? Math.Round(number / target, decimals) : number;
    }
}

/// <summary>Condition of rules/alerts.yaml: a number, and the thresholds beyond which it matters.</summary>
public sealed record AlertCondition
{
    /// <summary>Id; part of every alert's identity, and never reused for another meaning.</summary>
    public required string Id { get; init; }

    public required AlertSubjectKind SubjectKind { get; init; }

    /// <summary>Number that is compared.</summary>
    public required AlertNumber Number { get; init; }

    /// <summary>Message of the alert; <see cref="AlertText.Placeholders"/> lists its placeholders.</summary>
    public required string Text { get; init; }

    /// <summary>Message when the alert resolves.</summary>
    public required string ResolvedText { get; init; }

    /// <summary>Severities, ascending, one or more. A higher one implies those below.</summary>
    public required IReadOnlyList<AlertLevel> Levels { get; init; }

    /// <summary>Worse alerts of the same subject; while one of them fires, this one is not sent.</summary>
    public IReadOnlyList<string> InhibitedBy { get; init; } = [];

    /// <summary>
    /// Whether a change of size in progress suppresses the alert, since it may resolve it; does not apply to a level of <see
    /// cref="ThresholdBasis.Limit"/>.
    /// </summary>
    public bool IsSuppressedDuringChange { get; init; }
}
