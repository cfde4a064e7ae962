using Advisor.Core.Capacity.Costs;

namespace Advisor.Service.Costs;

/// <summary>When the costs of a subscription were read, and how that ended.</summary>
/// <param name="TriedAt">Begin of the newest attempt.</param>
/// <param name="ReadAt">When the newest stored costs were read; null = never.</param>
/// <param name="Window">Their days; null = never read.</param>
/// <param name="Failure">Why the newest attempt failed, with what to do; null when it did not, or is in progress.</param>
public sealed record CostMark(string SubscriptionId, DateTimeOffset TriedAt, DateTimeOffset? ReadAt, CostWindow? Window, string? Failure);
