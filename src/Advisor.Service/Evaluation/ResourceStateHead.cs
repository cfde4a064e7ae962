using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Evaluation;

/// <summary>Header of the state document: the last audit record, and a change request that is still open.</summary>
/// <param name="AuditKey">Key of the last audit record, without its figures; null before the first.</param>
/// <param name="AuditedAt">Time of the last audit record.</param>
/// <param name="RequestedTick">Tick of a change request not yet seen as a change; null when there is none.</param>
internal sealed record ResourceStateHead(string? AuditKey = null, DateTimeOffset? AuditedAt = null, DateTimeOffset? RequestedTick = null)
{
    /// <summary>True when the regional quota capped the last scale-out decided; null otherwise.</summary>
    public bool? IsQuotaCapped { get; init; }

    /// <summary>Decisions so far, by action and first reason; null before the first.</summary>
    public IReadOnlyList<DecisionCount>? Decisions { get; init; }

    /// <summary>
    /// Link to the approval that the last audit record requested, pending or answered, without its token; null when it requested none.
    /// </summary>
    public Uri? ApprovalLink { get; init; }

    /// <summary>Time at which the metrics were last other than zero; null before the first.</summary>
    public MetricActivity? Activity { get; init; }

    /// <summary>Newest minute in which Azure reported any metric; null when there is none.</summary>
    public DateTimeOffset? DataAt { get; init; }

    /// <summary>The last change of size that was not Advisor's, until others have left the size alone for a day; null = none.</summary>
    public OutsideChange? ChangedBy { get; init; }

    /// <summary>What is recommended to people; null when nothing is.</summary>
    public ActiveRecommendation? Recommendation { get; init; }

    /// <summary>The last recommendation that was sent and no longer stands; null when there is none.</summary>
    public ActiveRecommendation? EarlierRecommendation { get; init; }

    /// <summary>Newest minute of each metric; null before the first, and in a row of an older version.</summary>
    public MetricTimes? Metrics { get; init; }

    /// <summary>Team that was notified of the open alerts; null where none was, and in a row of an older version.</summary>
    public string? AlertTeam { get; init; }

    /// <summary>Change of size that has not taken effect; null where none is awaited, and in a row of an older version.</summary>
    public AwaitedChange? AwaitedChange { get; init; }

    /// <summary>First read of metrics that failed after a pause of Advisor; null where none did, or in a row of an older version.</summary>
    public DateTimeOffset? MetricsUnreadSince { get; init; }

    /// <summary>Units for its own load alone, which the other endpoints of its group follow; null where none does.</summary>
    public int? OwnUnits { get; init; }

    /// <summary>
    /// <see cref="RequirementBasis"/> of the past of the state; null before the first, and in a row of an older version.
    /// </summary>
    public string? Basis { get; init; }

    /// <summary>Connections that Azure drops, usually and at changes of size; null before closed connections were first read.</summary>
    public ConnectionDropMemory? Drops { get; init; }
}
