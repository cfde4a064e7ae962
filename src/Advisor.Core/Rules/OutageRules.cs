namespace Advisor.Core.Rules;

/// <summary>When metrics that are exactly zero are taken for an outage of the metrics, not for idleness.</summary>
/// <param name="Resources">At least so many resources of a subscription and region, 2 or more.</param>
/// <param name="Within">Their last activity lies within this time.</param>
/// <param name="InUseFor">Each had been active for so long.</param>
/// <param name="MaxDuration">After this the zeros are believed.</param>
public sealed record OutageRules(int Resources, TimeSpan Within, TimeSpan InUseFor, TimeSpan MaxDuration)
{
    public static OutageRules Default { get; } = new(3, TimeSpan.FromMinutes(2), TimeSpan.FromMinutes(15), TimeSpan.FromDays(1));

    /// <summary>A stretch of activity goes on over so long without any.</summary>
    public TimeSpan Gap => Within + TimeSpan.FromMinutes(1);
}
