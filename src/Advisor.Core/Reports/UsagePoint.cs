using Advisor.Core.Capacity;

namespace Advisor.Core.Reports;

/// <summary>Required units of a resource over an interval, and the size in force then.</summary>
/// <param name="Start">Start of the interval, UTC, inclusive.</param>
/// <param name="Length">Length of the interval: a minute to six hours.</param>
/// <param name="Required">
/// Units that keep every known limit at its target, before rounding to the ladder; above <paramref name="Units"/> the target is exceeded.
/// Null if no limit was read.
/// </param>
/// <param name="Limit">Limit that requires the most units; None if none was read.</param>
/// <param name="Units">Units in force.</param>
public readonly record struct UsagePoint(DateTimeOffset Start, TimeSpan Length, double? Required, Limit Limit, int Units)
{
    /// <summary>End of the interval, exclusive.</summary>
    public DateTimeOffset End => Start + Length;

    /// <summary>Required units / units in force, 1 = at the target; null if nothing was read.</summary>
    public double? Utilization => Required / Units;
}
