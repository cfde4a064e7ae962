using Advisor.Web.Shared;

namespace Advisor.Web.Approvals;

/// <summary>The pending approvals, to answer one by one or all at once.</summary>
/// <param name="Others">Number that is not listed, 0 or more: those of a list that is too long.</param>
/// <param name="Form">Form to answer; null when the reader may not.</param>
/// <param name="SignedInAs">Signed-in person; null when the form requests a name.</param>
public sealed record PendingApprovalsView(IReadOnlyList<PendingApproval> Approvals, int Others, FormView? Form, string? SignedInAs);

/// <param name="Change">Both sizes.</param>
/// <param name="Money">Change of the monthly bill; null when unknown.</param>
/// <param name="Clients">Effect on connected clients; null when there is none.</param>
/// <param name="AnswerUntil">When it expires.</param>
public sealed record PendingApproval(
    string Id,
    string Name,
    string Address,
    string Change,
    string? Money,
    string? Clients,
    string? Reason,
    DateTimeOffset AnswerUntil
);

/// <summary>What became of each of several answers.</summary>
public sealed record ApprovalResultsView(IReadOnlyList<ApprovalResult> Results, LinkedText Back);

/// <param name="Text">The outcome, as a sentence.</param>
public sealed record ApprovalResult(string Name, string Address, string Text, Tone Tone);
