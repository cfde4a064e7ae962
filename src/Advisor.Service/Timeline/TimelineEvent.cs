using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Changes;

namespace Advisor.Service.Timeline;

/// <summary>
/// Event of the timeline: the current state of a change, an alert that fired, changed severity or resolved, or what a person did.
/// </summary>
public sealed record TimelineEvent
{
    /// <summary>Resource, or another subject of an alert: region:SUBSCRIPTION/REGION, channel:NAME.</summary>
    public required string Scope { get; init; }

    /// <summary>Time of the change's decision, of the alert's evaluation, or of what a person did.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Change; null for another event.</summary>
    public ChangeRecord? Change { get; init; }

    /// <summary>Alert; null for another event.</summary>
    public TimelineAlert? Alert { get; init; }

    /// <summary>What a person did to the resource without a change of its size; null for another event.</summary>
    public TimelinePerson? Person { get; init; }
}

/// <summary>A line of the audit trail by a person: a pause, a pin or a snooze, their end, or a declined approval.</summary>
/// <param name="Outcome">Outcome of the line, such as <c>paused</c> or <c>declined</c>.</param>
/// <param name="Actor">The person; comes from outside.</param>
/// <param name="Text">What was done and why, as sentences.</param>
public sealed record TimelinePerson(AuditOutcome Outcome, string Actor, string Text);

/// <summary>Alert in the timeline.</summary>
public sealed record TimelineAlert
{
    /// <summary>Deduplication key: the same for all events of one alert.</summary>
    public required string DedupKey { get; init; }

    public required AlertEventKind Kind { get; init; }

    /// <summary>Id of the condition in rules/alerts.yaml.</summary>
    public required string Condition { get; init; }

    public required AlertSeverity Severity { get; init; }

    public required AlertSubjectKind SubjectKind { get; init; }

    /// <summary>Display name of the subject; comes from outside.</summary>
    public required string SubjectName { get; init; }

    public string Team { get; init; } = "";

    /// <summary>Time at which the condition began to hold.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>One sentence with its figures.</summary>
    public required string Text { get; init; }
}
