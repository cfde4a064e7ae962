namespace Advisor.Configuration;

/// <summary>Change rate limit of a subscription, independent of the decisions.</summary>
/// <param name="ChangesPerHour">Maximum scale-outs, and maximum scale-ins, per hour; null = unlimited.</param>
/// <param name="UnitsPerHour">Maximum units added, and maximum units removed, per hour; null = unlimited.</param>
public sealed record ChangeRateSettings(int? ChangesPerHour = null, int? UnitsPerHour = null);
