using Advisor.Core.Capacity;

namespace Advisor.Core.Scaling.Readings;

/// <summary>
/// Requires a second reading in a row before a requirement more than two steps above the size in force and the last requirement is acted
/// on. A real jump is answered one minute later; a single wrong reading has little effect.
/// </summary>
internal static class JumpConfirmation
{
    private const int StepsAtOnce = 2;

    /// <summary>
    /// Returns the highest requirement that a single reading may cause, in units: two steps above the size in force or the last
    /// requirement, whichever is higher; infinite near the top of the ladder.
    /// </summary>
    /// <param name="inForce">Step in force.</param>
    public static double FindMaxUnconfirmedUnits(UnitLadder ladder, int inForce, double lastNeed)
    {
        var from = Math.Max(inForce, lastNeed > 0 ? ladder.FindIndexAtLeast(lastNeed) : 0);
        return from + StepsAtOnce < ladder.Count - 1 ? ladder[from + StepsAtOnce] : double.PositiveInfinity;
    }

    /// <summary>Returns the requirement to decide by, and the readings to remember.</summary>
    /// <param name="need">Units required by this reading; null when unknown.</param>
    /// <param name="minute">Minute of the reading.</param>
    /// <param name="maxUnconfirmedUnits">See <see cref="FindMaxUnconfirmedUnits"/>.</param>
    /// <param name="lastUnits">Units required by the previous reading; 0 for the first.</param>
    /// <param name="units">Units in force.</param>
    /// <returns>The lower of two high readings in a row; for the first of them, the previous requirement and true.</returns>
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

        var stored = memory with { UnconfirmedUnits = high };
        return before.UnconfirmedUnits > 0 && before.IsComparable(minute)
            ? (Math.Min(high, before.UnconfirmedUnits), false, stored)
            : (lastUnits > 0 ? lastUnits : units, true, stored);
    }
}
