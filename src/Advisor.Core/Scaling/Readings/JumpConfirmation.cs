using Advisor.Core.Capacity;

namespace Advisor.Core.Scaling.Readings;

/// <summary>
/// A need that jumps past the next two steps of the ladder is acted upon when a second reading in a row confirms it. A real jump is in
/// force a minute later for it; one wrong reading moves nothing far.
/// </summary>
internal static class JumpConfirmation
{
    private const int StepsAtOnce = 2;

    /// <summary>
    /// The highest need that one reading may answer, in units: two steps above the size in force or above that of the last need.
    /// </summary>
    /// <param name="inForce">The step in force.</param>
    public static double MaxUnconfirmedUnits(UnitLadder ladder, int inForce, double lastNeed)
    {
        var from = Math.Max(inForce, lastNeed > 0 ? ladder.IndexAtLeast(lastNeed) : 0);
        return from + StepsAtOnce < ladder.Count - 1 ? ladder[from + StepsAtOnce] : double.PositiveInfinity;
    }

    /// <summary>The need to decide by, and what to remember of this reading.</summary>
    /// <param name="need">The need of this reading, in units; null where nothing is known.</param>
    /// <param name="minute">The minute of the reading.</param>
    /// <param name="maxUnconfirmedUnits">See <see cref="MaxUnconfirmedUnits"/>.</param>
    /// <param name="lastUnits">The need of the reading before, in units; 0 at first sight.</param>
    /// <param name="units">Units in force.</param>
    /// <returns>The lower of two high readings in a row; the need of before, and that it waits, where this is the first of them.</returns>
    public static (double? Need, bool Waits, ReadingMemory Memory) Confirm(
        double? need,
        int minute,
        double maxUnconfirmedUnits,
        double lastUnits,
        int units,
        in ReadingMemory before,
        in ReadingMemory memory
    )
    {
        if (need is not { } high)
        {
            return (null, false, memory);
        }

        if (high <= maxUnconfirmedUnits)
        {
            return (high, false, memory with { UnconfirmedUnits = 0 });
        }

        var remembered = memory with { UnconfirmedUnits = high };
        return before.UnconfirmedUnits > 0 && before.IsComparable(minute)
            ? (Math.Min(high, before.UnconfirmedUnits), false, remembered)
            : (lastUnits > 0 ? lastUnits : units, true, remembered);
    }
}
