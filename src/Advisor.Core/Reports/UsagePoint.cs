using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>
/// Required units of a resource over an interval, the size in force then, and how far it was used. In 20 bytes: a report of 30 days has
/// 1,500 for each resource.
/// </summary>
public readonly record struct UsagePoint
{
    private readonly int start;
    private readonly float required;
    private readonly float utilization;
    private readonly ushort units;
    private readonly ushort minutes;
    private readonly byte limit;

    /// <param name="start">Start of the interval, a whole minute.</param>
    /// <param name="length">Length of the interval: a minute to six hours.</param>
    /// <param name="required">
    /// Units that keep every known limit at its target, before rounding to the ladder; above <paramref name="units"/> the target is
    /// exceeded. Null if no limit was read.
    /// </param>
    /// <param name="utilization">
    /// Used / (target x limit) of <paramref name="limit"/> at the units in force, 1 = at the target. Not the required units / the units in
    /// force where the limit does not rise with every unit. Null if no limit was read.
    /// </param>
    /// <param name="limit">Limit with the highest utilization; None if none was read.</param>
    /// <param name="units">Units in force.</param>
    public UsagePoint(DateTimeOffset start, TimeSpan length, double? required, double? utilization, Limit limit, int units)
    {
        (this.start, minutes, this.units) = (Minutes.ToNumber(start), (ushort)length.TotalMinutes, (ushort)units);
        (this.required, this.utilization) = ((float)(required ?? double.NaN), (float)(utilization ?? double.NaN));
        this.limit = (byte)limit;
    }

    /// <summary>Start of the interval, UTC, inclusive.</summary>
    public DateTimeOffset Start => Minutes.ToInstant(start);

    public TimeSpan Length => TimeSpan.FromMinutes(minutes);

    /// <summary>End of the interval, exclusive.</summary>
    public DateTimeOffset End => Start + Length;

    /// <summary>
    /// Units that keep every known limit at its target, before rounding to the ladder, to seven digits; above <see cref="Units"/> the
    /// target is exceeded. Null if no limit was read.
    /// </summary>
    public double? Required => float.IsNaN(required) ? null : required;

    /// <summary>Limit with the highest utilization; None if none was read.</summary>
    public Limit Limit => (Limit)limit;

    /// <summary>Units in force.</summary>
    public int Units => units;

    /// <summary>
    /// Used / (target x limit) of <see cref="Limit"/> at the units in force, 1 = at the target, to seven digits; null if nothing was read.
    /// </summary>
    public double? Utilization => float.IsNaN(utilization) ? null : utilization;
}
