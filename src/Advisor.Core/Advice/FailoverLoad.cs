namespace Advisor.Core.Advice;

/// <summary>Units that the clients of a resource require, 0 or more, not rounded, for those that take over from it.</summary>
/// <param name="Recent">The requirement of the last hour, minute by minute.</param>
/// <param name="Steady">The requirement that 98 % of the known minutes of 14 days did not exceed.</param>
public sealed record FailoverLoad(RecentRequirement Recent, double Steady);
