using Advisor.Core.Capacity;
using Advisor.Core.Settings;
using Advisor.Lab.Scenarios;

namespace Advisor.Lab.Replays;

/// <summary>The plan of perfect foresight and its cost; the first size is free to choose.</summary>
/// <param name="Units">Units in force, by minute.</param>
/// <param name="Cost">Its objective: the minimum over all plans within the bounds.</param>
public sealed record BestPlan(int[] Units, double Cost)
{
    /// <summary>
    /// Computes the plan by exact dynamic programming, one state per step of the ladder. Scaling out is free, so the best predecessor of a
    /// step is the cheapest smaller step, or a larger one plus the price of the units removed; both are running minima over the ladder.
    /// </summary>
    /// <param name="required">The smallest step within every target, by minute.</param>
    /// <param name="bounds">Sizes that are allowed, by minute, as many as required; empty = every step of the ladder.</param>
    public static BestPlan Compute(
        ReadOnlySpan<int> required,
        UnitLadder ladder,
        ObjectivePrices prices,
        ReadOnlySpan<UnitBounds> bounds = default
    )
    {
        var steps = ladder.Count;
        var cost = new double[steps];
        var reached = new double[steps];
        var from = new byte[required.Length * steps];
        for (var t = 0; t < required.Length; t++)
        {
            Enter(cost, reached, from.AsSpan(t * steps, steps), ladder, t == 0 ? 0 : prices.Removal);
            for (var j = 0; j < steps; j++)
            {
                var units = ladder[j];
                var isAllowed = bounds.IsEmpty || bounds[t].Limit(units) == units;
                cost[j] = isAllowed
                    ? reached[j] + prices.Unit * units + (units < required[t] ? prices.Overload * required[t] : 0)
                    : double.PositiveInfinity;
            }
        }

        var best = Array.IndexOf(cost, cost.Min());
        return new BestPlan(TraceBack(from, best, required.Length, ladder), cost[best]);
    }

    private static void Enter(double[] cost, double[] reached, Span<byte> from, UnitLadder ladder, double removal)
    {
        var lowest = 0;
        for (var j = 0; j < cost.Length; j++)
        {
            lowest = cost[j] < cost[lowest] ? j : lowest;
            (reached[j], from[j]) = (cost[lowest], (byte)lowest);
        }

        var above = cost.Length - 1;
        for (var j = cost.Length - 1; j >= 0; j--)
        {
            above = cost[j] + removal * ladder[j] < cost[above] + removal * ladder[above] ? j : above;
            var price = cost[above] + removal * (ladder[above] - ladder[j]);
            if (price < reached[j])
            {
                (reached[j], from[j]) = (price, (byte)above);
            }
        }
    }

    private static int[] TraceBack(byte[] from, int last, int minutes, UnitLadder ladder)
    {
        var units = new int[minutes];
        for (var t = minutes - 1; t >= 0; t--)
        {
            units[t] = ladder[last];
            last = from[t * ladder.Count + last];
        }

        return units;
    }
}
