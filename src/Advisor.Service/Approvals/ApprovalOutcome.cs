namespace Advisor.Service.Approvals;

/// <summary>Result of an answer to an approval.</summary>
/// <param name="Approval">
/// The approval after the answer: settled by this answer or by an earlier one, or still pending when something blocks it.
/// </param>
/// <param name="Blocked">
/// What blocks an approval whose plan is still current; nothing was recorded, and the approval can be given again. Null otherwise.
/// </param>
/// <param name="IsLate">Whether an earlier answer settled the approval, so that this one changed nothing.</param>
public sealed record ApprovalOutcome(ApprovalRecord Approval, string? Blocked = null, bool IsLate = false);
