using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity;

/// <summary>Finds the limiting factor and the sizes that keep the limits.</summary>
public static class LimitingFactor
{
    /// <summary>All five limits, in the order of the line contract.</summary>
    public static IReadOnlyList<Limit> Limits { get; } =
    [Limit.ServerLoad, Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    /// <summary>
    /// Returns the limit with the highest utilization, on a tie the first in the order of the line contract; <see cref="Limit.None"/> if
    /// every known utilization is below <paramref name="nothingBelow"/> (0.05), or none is known.
    /// </summary>
    public static Limit Find(in PerLimit<Ratio> utilizations, double nothingBelow = 0.05)
    {
        var (limiting, highest) = (Limit.None, 0.0);
        for (var limit = Limit.ServerLoad; limit <= Limit.Routing; limit++)
        {
            if (utilizations[limit] is { } utilization && utilization.Value > highest)
            {
                (limiting, highest) = (limit, utilization.Value);
            }
        }

        return highest < nothingBelow ? Limit.None : limiting;
    }

    /// <summary>Returns the highest of the known requirements; null if none is known. Infinite if no number of units suffices.</summary>
    public static double? Max(this in PerLimit<double> requiredUnitsByLimit)
    {
        double? highest = null;
        for (var limit = Limit.ServerLoad; limit <= Limit.Routing; limit++)
        {
            if (requiredUnitsByLimit[limit] is { } need && !(need <= highest))
            {
                highest = need;
            }
        }

        return highest;
    }

    /// <summary>
    /// Returns the smallest size of a ladder that keeps every known limit; null if no size does or no requirement is known.
    /// </summary>
    public static int? FindMinSize(this in PerLimit<double> requiredUnitsByLimit, UnitLadder ladder) =>
        requiredUnitsByLimit.Max() is { } need ? ladder.FindStepAtLeast(need) : null;
}
