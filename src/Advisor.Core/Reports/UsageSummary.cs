namespace Advisor.Core.Reports;

/// <summary>How close a resource was to its target over a window.</summary>
/// <param name="Known">How long metrics were read.</param>
/// <param name="AboveTarget">How long more units were required than were in force.</param>
/// <param name="Peak">The stretch with the highest utilization of the target; null where nothing was read.</param>
public sealed record UsageSummary(TimeSpan Known, TimeSpan AboveTarget, UsagePoint? Peak)
{
    /// <summary>Whether the target was exceeded at any time.</summary>
    public bool WasAtRisk => AboveTarget > TimeSpan.Zero;

    public static UsageSummary Compute(IReadOnlyList<UsagePoint> points)
    {
        var (known, above, peak) = (TimeSpan.Zero, TimeSpan.Zero, (UsagePoint?)null);
        foreach (var point in points)
        {
            if (point.Utilization is not { } utilization)
            {
                continue;
            }

            known += point.Length;
            above += utilization > 1 ? point.Length : TimeSpan.Zero;
            peak = utilization > (peak?.Utilization ?? -1) ? point : peak;
        }

        return new(known, above, peak);
    }
}
