using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Timeline;

namespace Advisor.Web.Timeline;

internal enum TimelineKind
{
    Change,
    Alert,
    Person,
}

/// <summary>A change, an alert or what a person did, as a mark of a chart and as a line of the timeline.</summary>
/// <param name="At">Time of the change's decision, of the alert's evaluation, or of what a person did.</param>
/// <param name="ResourceId">Resource id; absent for an alert of another subject.</param>
/// <param name="Name">Name of the resource, region or channel.</param>
/// <param name="Text">Reason as a sentence; absent when it was not recorded.</param>
internal sealed record TimelineEntry(
    TimelineKind Kind,
    DateTimeOffset At,
    string? ResourceId,
    string Name,
    string? Text,
    TimelineChange? Change,
    TimelineAlertEntry? Alert,
    TimelinePersonEntry? Person = null
)
{
    public static TimelineEntry? Create(TimelineEvent happened) =>
        happened.Change is { } change ? Create(change)
        : happened.Alert is { } alert
            ? new TimelineEntry(
                TimelineKind.Alert,
                happened.At,
                alert.SubjectKind == AlertSubjectKind.Resource ? happened.Scope : null,
                alert.SubjectName,
                alert.Text,
                null,
                new TimelineAlertEntry(
                    alert.Kind,
                    alert.Condition,
                    alert.Severity,
                    alert.SubjectKind,
                    alert.Team,
                    alert.Since,
                    alert.DedupKey
                )
            )
        : happened.Person is { } person
            ? new TimelineEntry(
                TimelineKind.Person,
                happened.At,
                happened.Scope,
                ResourceIds.GetName(happened.Scope),
                person.Text,
                null,
                null,
                new TimelinePersonEntry(person.Outcome, person.Actor)
            )
        : null;

    public static TimelineEntry Create(ChangeRecord change) =>
        new(
            TimelineKind.Change,
            change.DecidedAt,
            change.ResourceId,
            ResourceIds.GetName(change.ResourceId),
            change.Reason,
            new TimelineChange(
                change.Id,
                change.FromSku,
                change.FromUnits,
                change.ToSku,
                change.ToUnits,
                change.State,
                change.ClosedAt,
                change.Code,
                change.Text,
                change.Cost,
                change.Drop?.Describe()
            ),
            null
        );
}

/// <param name="Progress">Progress or result, as a sentence.</param>
/// <param name="Dropped">Connections dropped as the change took effect, as a sentence; absent when not known.</param>
internal sealed record TimelineChange(
    string Id,
    string FromSku,
    int FromUnits,
    string ToSku,
    int ToUnits,
    ChangeState State,
    DateTimeOffset? ClosedAt,
    string? Code,
    string? Progress,
    string? Cost,
    string? Dropped
);

/// <param name="Id">Id of a condition in rules/alerts.yaml.</param>
/// <param name="Since">Time at which the condition began to hold.</param>
/// <param name="Key">Deduplication key: the same for all events of one alert.</param>
internal sealed record TimelineAlertEntry(
    AlertEventKind Event,
    string Id,
    AlertSeverity Severity,
    AlertSubjectKind Subject,
    string Team,
    DateTimeOffset Since,
    string Key
);

/// <param name="Outcome">Outcome in the audit trail: paused, pinned, resumed, snoozed, snoozeEnded, declined or approvalVoid.</param>
internal sealed record TimelinePersonEntry(AuditOutcome Outcome, string Actor);

/// <param name="Next">Value of <c>after</c> for the next page; absent on the last one.</param>
internal sealed record TimelinePage(IReadOnlyList<TimelineEntry> Events, string? Next);
