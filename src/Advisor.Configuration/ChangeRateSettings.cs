namespace Advisor.Configuration;

/// <summary>How much may be changed in an hour in one subscription, whatever the decisions say.</summary>
/// <param name="ChangesPerHour">Most scale-outs, and most scale-ins; null = no limit.</param>
/// <param name="UnitsPerHour">Most units added, and most units taken away; null = no limit.</param>
public sealed record ChangeRateSettings(int? ChangesPerHour = null, int? UnitsPerHour = null);
