using Advisor.Core.Alerting;
using Advisor.Core.Rules;
using Advisor.State.Changes;

namespace Advisor.State.Timeline;

/// <summary>What happened over the fleet: a change, as it stands, or an alert that fired, changed its severity or resolved.</summary>
public sealed record TimelineEvent
{
    /// <summary>The resource, or what else the alert is about: region:SUBSCRIPTION/REGION, channel:NAME.</summary>
    public required string Scope { get; init; }

    /// <summary>When the change was decided, or the alert evaluated.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Null where it is an alert.</summary>
    public ChangeRecord? Change { get; init; }

    /// <summary>Null where it is a change.</summary>
    public TimelineAlert? Alert { get; init; }
}

/// <summary>An alert in the timeline.</summary>
public sealed record TimelineAlert
{
    /// <summary>The same for all events of one alert.</summary>
    public required string DedupKey { get; init; }

    public required AlertEventKind Kind { get; init; }

    /// <summary>Id of the condition in rules/alerts.yaml.</summary>
    public required string Condition { get; init; }

    public required AlertSeverity Severity { get; init; }

    public required AlertSubjectKind SubjectKind { get; init; }

    /// <summary>What people call the subject; comes from outside.</summary>
    public required string SubjectName { get; init; }

    public string Team { get; init; } = "";

    /// <summary>When the condition began to hold.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>One sentence with its figures.</summary>
    public required string Text { get; init; }
}
