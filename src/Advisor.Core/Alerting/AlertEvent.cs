using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>What happened to an alert.</summary>
public enum AlertEventKind
{
    /// <summary>It began.</summary>
    Fired,

    /// <summary>Its severity changed.</summary>
    Updated,

    /// <summary>Nothing changed for long, and it is still there.</summary>
    Repeated,

    /// <summary>It is over. Sent once for everything that was sent to have begun, and for nothing else.</summary>
    Resolved,
}

/// <summary>What the alert state machine reports: an alert fired, changed its severity, repeats or resolved.</summary>
public sealed record AlertEvent
{
    public required AlertEventKind Kind { get; init; }

    /// <summary>The same for all messages of an alert, today and in a year: <see cref="AlertSubject.DedupKey"/>.</summary>
    public required string DedupKey { get; init; }

    /// <summary>Names this message alone; the same where it has to be made again.</summary>
    public required string EventId { get; init; }

    public required AlertSubject Subject { get; init; }

    /// <summary>Id of the condition.</summary>
    public required string Condition { get; init; }

    /// <summary>The severity now; on resolved the last one sent.</summary>
    public required AlertSeverity Severity { get; init; }

    /// <summary>The severity sent before; null on fired.</summary>
    public AlertSeverity? PreviousSeverity { get; init; }

    /// <summary>When the condition began to hold, before its pending period.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The time of the evaluation that found it.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The number that decides; null where it is not known at the moment.</summary>
    public double? Number { get; init; }

    /// <summary>
    /// The resource's target for the number, a share of its limit; 1 where it has none, null in what an older version wrote.
    /// </summary>
    public double? Target { get; init; }

    /// <summary>One sentence with its figures, plain text.</summary>
    public required string Text { get; init; }

    /// <summary>Whether it came and went so often that it is held open until it has been quiet for longer.</summary>
    public bool IsFlapping { get; init; }

    /// <summary>
    /// The limit and its value, such as "server load, 70 %". This and what follows is context that the service adds; null where it is not
    /// known or does not apply.
    /// </summary>
    public string? Limit { get; init; }

    /// <summary>What Advisor did.</summary>
    public string? Done { get; init; }

    /// <summary>What Advisor proposes.</summary>
    public string? Proposal { get; init; }

    /// <summary>What the proposal costs, such as "+98.20 USD a month".</summary>
    public string? Cost { get; init; }

    /// <summary>What happens next without action.</summary>
    public string? Next { get; init; }

    /// <summary>The approval page of the proposed change, without its token; null where no approval is needed.</summary>
    public Uri? ApproveLink { get; init; }

    /// <summary>What <see cref="Trend"/> shows, such as "server load, 2 h".</summary>
    public string? TrendName { get; init; }

    /// <summary>Values of the recent past, oldest first, 0 or more; null where a value is missing.</summary>
    public IReadOnlyList<double?> Trend { get; init; } = [];
}
