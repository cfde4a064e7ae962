using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Finds quantiles of a few dozen weighted values without sorting: computes for each value the weight at or below it, and takes the lowest
/// value with enough weight. Processes eight values at a time without branches; a sort mispredicts every second branch, and took a tenth of
/// a decision's time.
/// </summary>
internal static class WeightedQuantiles
{
    private const int Lanes = 8;

    // Sums of the same weights in different order differ by less than this.
    private const float Rounding = 1e-5f;

    /// <summary>Returns the buffer length for a number of values.</summary>
    public static int ComputeBufferLength(int count) => (count + Lanes - 1) / Lanes * Lanes;

    /// <summary>Finds the quantiles of weighted values.</summary>
    /// <param name="values">Values, of a length of <see cref="ComputeBufferLength"/>; unused entries are positive infinity.</param>
    /// <param name="weights">Weight of each value, adding up to 1 or less; 0 for unused entries.</param>
    /// <param name="enough">Weight that must lie at or below each quantile, above 0 and below the sum of all.</param>
    /// <param name="quantiles">Receives, for each of <paramref name="enough"/>, the lowest such value.</param>
    /// <returns>False when a weight is so close to the threshold that the order of addition decides.</returns>
    public static bool TryFind(ReadOnlySpan<float> values, ReadOnlySpan<float> weights, ReadOnlySpan<double> enough, Span<float> quantiles)
    {
        Span<float> below = stackalloc float[values.Length];
        for (var at = 0; at < values.Length; at += Lanes)
        {
            SumWeightsUpTo(Vector256.Create(values[at..]), values, weights).CopyTo(below[at..]);
        }

        var isNear = Vector256<float>.Zero;
        for (var level = 0; level < enough.Length; level++)
        {
            var (minimum, lowest) = (Vector256.Create((float)enough[level]), Vector256.Create(float.PositiveInfinity));
            for (var at = 0; at < values.Length; at += Lanes)
            {
                var over = Vector256.Create(below[at..]) - minimum;
                isNear |= Vector256.LessThan(Vector256.Abs(over), Vector256.Create(Rounding));
                lowest = Vector256.ConditionalSelect(
                    Vector256.GreaterThan(over, Vector256<float>.Zero),
                    Vector256.Min(lowest, Vector256.Create(values[at..])),
                    lowest
                );
            }

            quantiles[level] = Min(lowest);
        }

        return isNear == Vector256<float>.Zero;
    }

    /// <summary>
    /// Finds the same quantiles by adding up the weights in ascending order, after the weights of bounds have moved upwards.
    /// </summary>
    /// <param name="areBounds">Whether each value is a lower bound; empty if none is.</param>
    public static void FindSorted(
        ReadOnlySpan<float> values,
        ReadOnlySpan<float> weights,
        ReadOnlySpan<bool> areBounds,
        ReadOnlySpan<double> enough,
        Span<float> quantiles
    )
    {
        Span<int> order = stackalloc int[values.Length];
        Span<double> shares = stackalloc double[values.Length];
        Span<bool> bounds = stackalloc bool[values.Length];
        for (var k = 0; k < values.Length; k++)
        {
            var at = k;
            for (; at > 0 && values[order[at - 1]] > values[k]; at--)
            {
                order[at] = order[at - 1];
            }

            order[at] = k;
        }

        for (var i = 0; i < order.Length; i++)
        {
            (shares[i], bounds[i]) = (weights[order[i]], !areBounds.IsEmpty && areBounds[order[i]]);
        }

        BoundedWeights.MoveUp(bounds, shares);
        var (level, sum) = (0, 0.0);
        for (var i = 0; i < order.Length; i++)
        {
            sum += shares[i];
            for (; level < enough.Length && sum >= enough[level]; level++)
            {
                quantiles[level] = values[order[i]];
            }
        }

        for (; level < enough.Length; level++)
        {
            quantiles[level] = values[order[^1]];
        }
    }

    // Two accumulators, since one would stall on its own result.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static Vector256<float> SumWeightsUpTo(Vector256<float> own, ReadOnlySpan<float> values, ReadOnlySpan<float> weights)
    {
        var (even, odd) = (Vector256<float>.Zero, Vector256<float>.Zero);
        weights = weights[..values.Length];
        for (var i = 0; i + 1 < values.Length; i += 2)
        {
            even += Vector256.LessThanOrEqual(Vector256.Create(values[i]), own) & Vector256.Create(weights[i]);
            odd += Vector256.LessThanOrEqual(Vector256.Create(values[i + 1]), own) & Vector256.Create(weights[i + 1]);
        }

        return even + odd;
    }

    private static float Min(Vector256<float> lanes)
    {
        var four = Vector128.Min(lanes.GetLower(), lanes.GetUpper());
        four = Vector128.Min(four, Vector128.Shuffle(four, Vector128.Create(2, 3, 0, 1)));
        return Math.Min(four[0], four[1]);
    }
}
