using Advisor.Core.Capacity;

namespace Advisor.Core.Reports;

/// <summary>What a stretch of metrics asked of a resource, and the size that was in force then.</summary>
/// <param name="Start">Start of the interval, UTC, inclusive.</param>
/// <param name="Length">A minute to six hours.</param>
/// <param name="Required">
/// Units that keep every known limit at its target, before the ladder: above <paramref name="Units"/> the target is exceeded. Null where
/// no limit was read.
/// </param>
/// <param name="Limit">The limit that requires the most; None where none was read.</param>
/// <param name="Units">Units in force.</param>
public readonly record struct UsagePoint(DateTimeOffset Start, TimeSpan Length, double? Required, Limit Limit, int Units)
{
    /// <summary>Exclusive.</summary>
    public DateTimeOffset End => Start + Length;

    /// <summary>Required units of those in force, 1 = at the target; null where nothing was read.</summary>
    public double? Utilization => Required / Units;
}
