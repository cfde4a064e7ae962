using Advisor.Runtime.State;

namespace Advisor.Runtime.Links;

/// <summary>An approval as it is asked for.</summary>
/// <param name="Record">Without the token, which only the link has.</param>
/// <param name="Link">Where the person answers.</param>
public sealed record AskedApproval(ApprovalRecord Record, Uri Link);
