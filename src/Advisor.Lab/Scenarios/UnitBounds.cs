using Advisor.Core.Capacity;
using Advisor.Core.Settings;

namespace Advisor.Lab.Scenarios;

/// <summary>Sizes that the owner of a resource allows in a minute.</summary>
/// <param name="Min">Lowest step.</param>
/// <param name="Max">Highest step; at least <paramref name="Min"/>.</param>
public readonly record struct UnitBounds(int Min, int Max)
{
    /// <summary>Returns the nearest size within the bounds.</summary>
    public int Limit(int units) => Math.Clamp(units, Min, Max);

    /// <summary>
    /// Finds the bounds at an instant, those of a schedule or event included. The maximum takes precedence over the minimum.
    /// </summary>
    /// <param name="unitsInForce">Units at the start, which a default maximum allows.</param>
    public static UnitBounds Find(ResourceSettings settings, UnitLadder ladder, DateTimeOffset at, int unitsInForce)
    {
        var max = ladder.FindStepAtMost(settings.FindMaxUnits(at, TimeSpan.Zero, unitsInForce).Units);
        return new(Math.Min(ladder[ladder.FindIndexAtLeast(settings.FindMinUnits(at, TimeSpan.Zero).Units)], max), max);
    }
}
