namespace Advisor.Core.Metrics;

/// <summary>All metrics of a subscription and region are exactly zero at once.</summary>
/// <param name="Since">The first minute of zeros.</param>
/// <param name="Resources">
/// Resources that were in use, none of which has shown anything since; 0 where the metrics of others are back and this one's are not yet.
/// </param>
public sealed record ZeroMetrics(DateTimeOffset Since, int Resources);
