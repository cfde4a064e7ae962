using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>Kind of an alert event.</summary>
public enum AlertEventKind
{
    /// <summary>The alert began to fire.</summary>
    Fired,

    /// <summary>The severity changed.</summary>
    Updated,

    /// <summary>The alert still fires after its repeat interval, unchanged.</summary>
    Repeated,

    /// <summary>The alert ended. Sent exactly once for each alert that was notified, and never otherwise.</summary>
    Resolved,
}

/// <summary>What a kind of event means to those who wait for it.</summary>
public static class AlertEventKinds
{
    /// <summary>Whether an event of this kind makes an alert critical that was not: it waits for nothing.</summary>
    public static bool IsNewlyCritical(this AlertEventKind kind, AlertSeverity severity) =>
        (severity, kind) is (AlertSeverity.Critical, AlertEventKind.Fired or AlertEventKind.Updated);
}

/// <summary>Event of the alert state machine: an alert fired, changed severity, repeats or resolved.</summary>
public sealed record AlertEvent
{
    public required AlertEventKind Kind { get; init; }

    /// <summary>
    /// Deduplication key: the same for all messages of an alert, at any time. See <see cref="AlertSubject.ComputeDedupKey"/>.
    /// </summary>
    public required string DedupKey { get; init; }

    /// <summary>Unique id of this event; the same when the event is produced again.</summary>
    public required string EventId { get; init; }

    public required AlertSubject Subject { get; init; }

    /// <summary>Id of the condition.</summary>
    public required string Condition { get; init; }

    /// <summary>Severity at the time of the event; on resolved, the last one sent.</summary>
    public required AlertSeverity Severity { get; init; }

    /// <summary>Severity sent before; null on fired.</summary>
    public AlertSeverity? PreviousSeverity { get; init; }

    /// <summary>
    /// On updated and resolved, the severities that its messages may have had; null = unknown, as in records of older versions.
    /// </summary>
    public IReadOnlyList<AlertSeverity>? Severities { get; init; }

    /// <summary>Time at which the condition began to hold, before its pending period.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>Time of the evaluation that produced the event.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Number that the condition compares; null when it is unknown at the moment.</summary>
    public double? Number { get; init; }

    /// <summary>Target of the resource for the number, a share of its limit; 1 if it has none, null in records of older versions.</summary>
    public double? Target { get; init; }

    /// <summary>One sentence with its figures, in plain text.</summary>
    public required string Text { get; init; }

    /// <summary>Whether the alert fired and cleared so often that it stays open until it has been quiet for longer.</summary>
    public bool IsFlapping { get; init; }

    /// <summary>True when an active recommendation says what to do about it; null otherwise.</summary>
    public bool? IsExplained { get; init; }

    /// <summary>
    /// Limit and its value, such as "server load, 70 %". This and the following properties are context added by the service; null when
    /// unknown or not applicable.
    /// </summary>
    public string? Limit { get; init; }

    /// <summary>Change that Advisor made.</summary>
    public string? Done { get; init; }

    /// <summary>Change that Advisor proposes.</summary>
    public string? Proposal { get; init; }

    /// <summary>Cost of the proposal, such as "+98.20 USD a month".</summary>
    public string? Cost { get; init; }

    /// <summary>Next step if no action is taken.</summary>
    public string? Next { get; init; }

    /// <summary>Page for approving the proposed change, without its token; null when no approval is needed.</summary>
    public Uri? ApproveLink { get; init; }

    /// <summary>Title of <see cref="Trend"/>, such as "server load, 2 h".</summary>
    public string? TrendName { get; init; }

    /// <summary>Recent values, oldest first, 0 or more; null when a value is missing.</summary>
    public IReadOnlyList<double?> Trend { get; init; } = [];
}
