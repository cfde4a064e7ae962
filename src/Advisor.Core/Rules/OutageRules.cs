namespace Advisor.Core.Rules;

/// <summary>Thresholds at which metrics that are exactly zero count as an outage of the metrics instead of idleness.</summary>
/// <param name="Resources">Minimum number of resources of a subscription and region, 2 or more.</param>
/// <param name="Within">Time within which their last activity must lie.</param>
/// <param name="InUseFor">Time for which each must have been active.</param>
/// <param name="MaxDuration">Time after which the zeros are trusted.</param>
public sealed record OutageRules(int Resources, TimeSpan Within, TimeSpan InUseFor, TimeSpan MaxDuration)
{
    /// <summary>Default: 3 resources, active within 2 minutes, in use for 15 minutes, trusted after a day.</summary>
    public static OutageRules Default { get; } = new(3, TimeSpan.FromMinutes(2), TimeSpan.FromMinutes(15), TimeSpan.FromDays(1));

    /// <summary>Longest time without activity that does not end a stretch of activity.</summary>
    public TimeSpan Gap => Within + TimeSpan.FromMinutes(1);
}
