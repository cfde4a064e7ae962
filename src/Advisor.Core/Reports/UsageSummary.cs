namespace Advisor.Core.Reports;

/// <summary>Usage of a resource relative to its target over a window.</summary>
/// <param name="Known">Time covered by metrics.</param>
/// <param name="AboveTarget">Time during which more units were required than in force.</param>
/// <param name="Peak">Interval with the highest utilization of the target; null if nothing was read.</param>
public sealed record UsageSummary(TimeSpan Known, TimeSpan AboveTarget, UsagePoint? Peak)
{
    /// <summary>Whether the target was exceeded at any time.</summary>
    public bool WasAtRisk => AboveTarget > TimeSpan.Zero;

    /// <summary>Summarizes the points of a window; those without metrics are skipped.</summary>
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
