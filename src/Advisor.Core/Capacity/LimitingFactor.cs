namespace Advisor.Core.Capacity;

/// <summary>Which limit binds, and the sizes that keep the limits.</summary>
public static class LimitingFactor
{
    /// <summary>The five limits, in the order of the line contract.</summary>
    public static IReadOnlyList<Limit> Limits { get; } =
    [Limit.ServerLoad, Limit.Connections, Limit.Inbound, Limit.Outbound, Limit.Routing];

    /// <summary>
    /// The dimension with the highest utilization, the first of the line contract's order among equals; <see cref="Limit.None"/> where
    /// every known one is below <paramref name="nothingBelow"/> (0.05), and where none is known.
    /// </summary>
    public static Limit Find(in Utilizations utilizations, double nothingBelow = 0.05)
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

    /// <summary>The need of one dimension.</summary>
    public static double? Units(this in RequiredUnitsByLimit requiredUnitsByLimit, Limit limit) =>
        limit switch
        {
            Limit.ServerLoad => requiredUnitsByLimit.ServerLoad,
            Limit.Connections => requiredUnitsByLimit.Connections,
            Limit.Inbound => requiredUnitsByLimit.Inbound,
            Limit.Outbound => requiredUnitsByLimit.Outbound,
            Limit.Routing => requiredUnitsByLimit.Routing,
            _ => null,
        };

    /// <summary>The highest requirement of all known ones; null where none is known. Infinite where no number of units will do.</summary>
    public static double? Max(this in RequiredUnitsByLimit requiredUnitsByLimit)
    {
        double? highest = null;
        for (var limit = Limit.ServerLoad; limit <= Limit.Routing; limit++)
        {
            if (requiredUnitsByLimit.Units(limit) is { } need && !(need <= highest))
            {
                highest = need;
            }
        }

        return highest;
    }

    /// <summary>The smallest size of a ladder that keeps one limit; null where no size does, and where the need is unknown.</summary>
    public static int? MinSize(this in RequiredUnitsByLimit requiredUnitsByLimit, Limit limit, UnitLadder ladder) =>
        requiredUnitsByLimit.Units(limit) is { } need ? ladder.AtLeast(need) : null;

    /// <summary>The smallest size of a ladder that keeps every known limit; null where no size does, and where nothing is known.</summary>
    public static int? MinSize(this in RequiredUnitsByLimit requiredUnitsByLimit, UnitLadder ladder) =>
        requiredUnitsByLimit.Max() is { } need ? ladder.AtLeast(need) : null;
}
