using Advisor.Core.Scaling;

namespace Advisor.Core.Capacity;

/// <summary>Which limit binds, and the sizes that keep the limits.</summary>
public static class Binding
{
    /// <summary>The five limits, in the order of the line contract.</summary>
    public static IReadOnlyList<Dimension> Dimensions { get; } =
        [Dimension.ServerLoad, Dimension.Connections, Dimension.Inbound, Dimension.Outbound, Dimension.Routing];

    /// <summary>
    /// The dimension with the greatest utilization, the first of the line contract's order among equals; <see cref="Dimension.None"/> where every known
    /// one is below <paramref name="nothingBelow"/> (0.05), and where none is known.
    /// </summary>
    public static Dimension Of(in Utilizations utilizations, double nothingBelow = 0.05)
    {
        var (binding, greatest) = (Dimension.None, 0.0);
        for (var dimension = Dimension.ServerLoad; dimension <= Dimension.Routing; dimension++)
        {
            if (utilizations[dimension] is { } utilization && utilization.Value > greatest)
            {
                (binding, greatest) = (dimension, utilization.Value);
            }
        }

        return greatest < nothingBelow ? Dimension.None : binding;
    }

    /// <summary>The need of one dimension.</summary>
    public static double? Need(this in Needs needs, Dimension dimension) => dimension switch
    {
        Dimension.ServerLoad => needs.ServerLoad,
        Dimension.Connections => needs.Connections,
        Dimension.Inbound => needs.Inbound,
        Dimension.Outbound => needs.Outbound,
        Dimension.Routing => needs.Routing,
        _ => null,
    };

    /// <summary>The greatest need of all known ones; null where none is known. Infinite where no number of units will do.</summary>
    public static double? Greatest(this in Needs needs)
    {
        double? greatest = null;
        for (var dimension = Dimension.ServerLoad; dimension <= Dimension.Routing; dimension++)
        {
            if (needs.Need(dimension) is { } need && !(need <= greatest))
            {
                greatest = need;
            }
        }

        return greatest;
    }

    /// <summary>The least size of a ladder that keeps one limit; null where no size does, and where the need is unknown.</summary>
    public static int? LeastSize(this in Needs needs, Dimension dimension, UnitLadder ladder) =>
        needs.Need(dimension) is { } need ? ladder.AtLeast(need) : null;

    /// <summary>The least size of a ladder that keeps every known limit; null where no size does, and where nothing is known.</summary>
    public static int? LeastSize(this in Needs needs, UnitLadder ladder) => needs.Greatest() is { } need ? ladder.AtLeast(need) : null;
}
