using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.Service.Changes;

namespace Advisor.Service.Timeline;

/// <summary>Event of the timeline: the current state of a change, or an alert that fired, changed severity or resolved.</summary>
public sealed record TimelineEvent
{
    /// <summary>Resource, or another subject of an alert: region:SUBSCRIPTION/REGION, channel:NAME.</summary>
    public required string Scope { get; init; }

    /// <summary>Time of the change's decision, or of the alert's evaluation.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Change; null for an alert.</summary>
    public ChangeRecord? Change { get; init; }

    /// <summary>Alert; null for a change.</summary>
    public TimelineAlert? Alert { get; init; }
}

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
