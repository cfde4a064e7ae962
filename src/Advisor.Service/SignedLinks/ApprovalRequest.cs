namespace Advisor.Service.SignedLinks;

/// <summary>A plan that a person is to be asked about.</summary>
/// <param name="ChangeId">The change that a yes starts.</param>
/// <param name="Plan">The plan as JSON: what a page shows.</param>
/// <param name="PlanHash">SHA-256 of what was decided, without figures that move: sizes and change.</param>
public sealed record ApprovalRequest(string ResourceId, DateTimeOffset Tick, string ChangeId, string Plan, string PlanHash);
