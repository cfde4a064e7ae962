using Advisor.Core.Decisions;
using Advisor.Service.SignedLinks;
using Advisor.State.Changes;

namespace Advisor.Service.Evaluate;

/// <summary>The evaluation of one resource of a batch.</summary>
/// <param name="Decision">Null where there was nothing to decide.</param>
/// <param name="Outcome">The word of the audit trail; null where nothing was recorded.</param>
/// <param name="Change">A change in progress that was followed, as it stands.</param>
/// <param name="Problem">Why it could not be evaluated; null otherwise.</param>
public sealed record ResourceEvaluation(
    string ResourceId,
    Decision? Decision = null,
    string? Outcome = null,
    ChangeRecord? Change = null,
    string? Problem = null
)
{
    /// <summary>Whether it does so little that the next few ticks may skip it.</summary>
    public bool IsIdle { get; init; }

    /// <summary>The approval that this evaluation asked for; null where it asked for none.</summary>
    public RequestedApproval? Approval { get; init; }
}
