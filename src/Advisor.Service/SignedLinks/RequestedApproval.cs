using Advisor.State.Changes;

namespace Advisor.Service.SignedLinks;

/// <summary>An approval as it is asked for.</summary>
/// <param name="Record">Without the token, which only the link has.</param>
/// <param name="Link">Where the person answers.</param>
public sealed record RequestedApproval(ApprovalRecord Record, Uri Link);
