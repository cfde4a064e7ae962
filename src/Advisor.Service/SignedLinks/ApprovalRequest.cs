namespace Advisor.Service.SignedLinks;

/// <summary>A plan that requires approval.</summary>
/// <param name="ChangeId">Id of the change that the approval starts.</param>
/// <param name="Plan">The plan as JSON, as the page shows it.</param>
/// <param name="PlanHash">SHA-256 of the decision without figures that vary from minute to minute: sizes and change.</param>
public sealed record ApprovalRequest(string ResourceId, DateTimeOffset Tick, string ChangeId, string Plan, string PlanHash);
