namespace Advisor.Core.Metrics;

/// <summary>Outage of the metrics of a subscription and region: all of them are exactly zero at once.</summary>
/// <param name="Since">First minute of zeros.</param>
/// <param name="Resources">
/// Resources that were in use and have reported only zeros since; 0 when other resources report again and this one does not yet.
/// </param>
public sealed record ZeroMetrics(DateTimeOffset Since, int Resources);
