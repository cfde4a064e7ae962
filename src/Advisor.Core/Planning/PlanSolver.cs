using Advisor.Core.Capacity;

namespace Advisor.Core.Planning;

/// <summary>
/// Solves for the quantity left open: the most connections, the largest message or the shortest interval that a size keeps. All limits are
/// monotonic in each of them, so bisection finds it to one connection, one byte, or a tenth of a millisecond.
/// </summary>
internal static class PlanSolver
{
    private const int MaxConnections = 100_000_000;
    private const int MaxBytes = 1 << 30;
    private const int TicksPerSecond = 10_000;
    private const int MaxTicks = 86_400 * TicksPerSecond;

    /// <summary>Solves for the open quantity at one size.</summary>
    /// <returns>Load with the quantity filled in, and its value; null if no value keeps the limits at this size.</returns>
    public static (PlanLoad Load, double Value)? Solve(PlanSizing sizing, PlanQuantity quantity, Sku sku, int units)
    {
        PlanLoad Load(int value) =>
            quantity switch
            {
                PlanQuantity.Connections => PlanLoad.Create(sizing, connections: value),
                PlanQuantity.MessageBytes => PlanLoad.Create(sizing, messageBytes: value),
                _ => PlanLoad.Create(sizing, intervalSeconds: (double)value / TicksPerSecond),
            };
        bool Fits(int value) => sizing.Fits(Load(value), sku, units);

        var found = quantity switch
        {
            PlanQuantity.Connections => FindMax(1, MaxConnections, Fits),
            PlanQuantity.MessageBytes => FindMax(1, MaxBytes, Fits),
            _ => -FindMax(-MaxTicks, -1, ticks => Fits(-ticks)),
        };
        return found is { } value ? (Load(value), quantity == PlanQuantity.Interval ? (double)value / TicksPerSecond : value) : null;
    }

    // Largest value that fits, if every value below a fitting one fits too; null if even the smallest does not.
    private static int? FindMax(int min, int max, Func<int, bool> fits)
    {
        if (!fits(min))
        {
            return null;
        }

        while (min < max)
        {
            var middle = (int)(((long)min + max + 1) >> 1);
            (min, max) = fits(middle) ? (middle, max) : (min, middle - 1);
        }

        return min;
    }
}
