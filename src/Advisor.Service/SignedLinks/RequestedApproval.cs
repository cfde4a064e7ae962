using Advisor.Service.Approvals;

namespace Advisor.Service.SignedLinks;

/// <summary>A newly requested approval and its link.</summary>
/// <param name="Record">The approval, without the token, which only the link contains.</param>
/// <param name="Link">Address of the page to answer.</param>
public sealed record RequestedApproval(ApprovalRecord Record, Uri Link);
