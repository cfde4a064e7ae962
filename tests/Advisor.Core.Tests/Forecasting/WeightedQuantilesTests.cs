using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

/// <summary>Quantiles found without sorting, held against sorted ones.</summary>
public sealed class WeightedQuantilesTests
{
    [Fact]
    public void They_are_those_of_the_sorted_values_for_every_count()
    {
        var random = new Random(5);
        Span<float> found = stackalloc float[3];
        var nearOnes = 0;
        for (var round = 0; round < 2000; round++)
        {
            var count = 1 + (round % 64);
            var (values, weights) = Draw(random, count);
            double[] sums = [0.5 * weights.Sum(), 0.8 * weights.Sum(), 0.95 * weights.Sum()];

            if (!WeightedQuantiles.TryFind(values, weights, sums, found))
            {
                nearOnes++;
                continue;
            }

            for (var level = 0; level < sums.Length; level++)
            {
                Assert.Equal(FindBySorting(values, weights, sums[level]), found[level]);
            }
        }

        // A weight lies within 0.00001 of one asked for in about 0.02 x 3 / 1000 x count of the draws: 2000 x 32 x 0.00006 = 4.
        Assert.InRange(nearOnes, 0, 40);
    }

    [Fact]
    public void Weights_that_add_up_to_exactly_enough_are_left_to_their_order()
    {
        float[] values = [4, 3, 2, 1, .. Enumerable.Repeat(float.PositiveInfinity, 4)];
        float[] weights = [0.25f, 0.25f, 0.25f, 0.25f, 0, 0, 0, 0];

        Assert.False(WeightedQuantiles.TryFind(values, weights, [0.5], new float[1]));
        Assert.True(WeightedQuantiles.TryFind(values, weights, [0.6], new float[1]));
    }

    [Fact]
    public void Sorted_ones_need_no_order_of_the_values()
    {
        var random = new Random(6);
        for (var count = 1; count <= 64; count++)
        {
            var (values, weights) = Draw(random, count);
            (values, weights) = (values[..count], weights[..count]);
            double[] sums = [0.5 * weights.Sum(), 0.8 * weights.Sum(), 0.95 * weights.Sum()];
            var found = new float[3];

            WeightedQuantiles.FindSorted(values, weights, [], sums, found);

            Assert.Equal(sums.Select(sum => FindBySorting(values, weights, sum)), found);
        }
    }

    [Fact]
    public void More_weight_than_there_is_leads_to_the_highest_value()
    {
        var found = new float[1];

        WeightedQuantiles.FindSorted([3, 9, 6], [0.2f, 0.2f, 0.2f], [], [5], found);

        Assert.Equal(9, found[0]);
    }

    // Half of them one of ten values, so that some are equal.
    private static (float[] Values, float[] Weights) Draw(Random random, int count)
    {
        var (values, weights) = (
            new float[WeightedQuantiles.ComputeBufferLength(count)],
            new float[WeightedQuantiles.ComputeBufferLength(count)]
        );
        Array.Fill(values, float.PositiveInfinity);
        for (var i = 0; i < count; i++)
        {
            values[i] = random.Next(2) == 0 ? random.Next(10) : random.NextSingle() * 10;
            weights[i] = random.NextSingle() / count;
        }

        return (values, weights);
    }

    private static float FindBySorting(float[] values, float[] weights, double minSum)
    {
        var sum = 0.0;
        foreach (var (value, weight) in values.Zip(weights).OrderBy(pair => pair.First))
        {
            sum += weight;
            if (sum >= minSum)
            {
                return value;
            }
        }

        return float.PositiveInfinity;
    }
}
