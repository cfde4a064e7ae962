using Advisor.Core.Quantities;

namespace Advisor.Core.Settings;

/// <summary>Settings of the steady size: the size that is recommended to people, to keep until they look again.</summary>
public sealed record SteadySettings
{
    /// <summary>All hours, and the size of lowest objective.</summary>
    public static SteadySettings Default { get; } = new();

    /// <summary>Hours to size for, in <see cref="ResourceSettings.TimeZone"/>; null = all hours.</summary>
    public WeeklyHours? Hours { get; init; }

    /// <summary>
    /// Maximum share of the minutes that may be above the targets, 0 to 1; 0 = none. Null = the share with the lowest cost by the
    /// objective.
    /// </summary>
    public Ratio? MaxOverload { get; init; }
}
