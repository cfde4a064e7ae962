using Advisor.Core.Decisions;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;

namespace Advisor.Service.Evaluation;

/// <summary>Result of evaluating one resource of a batch.</summary>
/// <param name="Decision">The decision; null when there was nothing to decide.</param>
/// <param name="Outcome">Its outcome in the audit trail; null when nothing was recorded.</param>
/// <param name="Change">The change in progress that was followed, after this step.</param>
/// <param name="Problem">Problem that prevented the evaluation; null otherwise.</param>
public sealed record ResourceEvaluation(
    string ResourceId,
    Decision? Decision = null,
    AuditOutcome? Outcome = null,
    ChangeRecord? Change = null,
    string? Problem = null
)
{
    /// <summary>Whether the resource is idle, so that the next few ticks may skip it.</summary>
    public bool IsIdle { get; init; }

    /// <summary>Why the decision is suppressed, or a person is asked again; null otherwise.</summary>
    public string? OutcomeReason { get; init; }

    /// <summary>The approval requested by this evaluation; null when there is none.</summary>
    public RequestedApproval? Approval { get; init; }

    /// <summary>Outbox rows that the evaluation has written.</summary>
    internal IReadOnlyList<OutboxKey> Messages { get; init; } = [];
}
