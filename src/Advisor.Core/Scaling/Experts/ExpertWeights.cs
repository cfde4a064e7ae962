using System.Numerics;

namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// Weights of the <see cref="SizingExperts"/>: exp(-60 (cost / smallest cost - 1)), normalized to a sum of 1. Twice the smallest cost is
/// practically no weight.
/// </summary>
internal static class ExpertWeights
{
    private const double Sharpness = 60;
    private const double MinCost = 1e-9;

    // The exponential of less is below half of the smallest number that a weight can be: no weight.
    private const double MinExponent = -104;

    /// <summary>Returns equal weights, for experts without cost so far.</summary>
    public static float[] CreateEqual()
    {
        var weights = new float[SizingExperts.Count];
        Array.Fill(weights, 1f / SizingExperts.Count);
        return weights;
    }

    /// <summary>
    /// Computes the weights from recent costs, several at a time: the exponentials of the mathematical library, one after the other, took a
    /// twentieth of evaluating a fleet.
    /// </summary>
    /// <param name="costs">Cost of each expert, 0 or more.</param>
    public static float[] FromCosts(ReadOnlySpan<double> costs)
    {
        var (lowest, least) = (new Vector<double>(Math.Max(FindLowest(costs), MinCost)), new Vector<double>(MinExponent));

        // Longer than needed, since they are read several at a time.
        Span<double> powers = stackalloc double[costs.Length + Vector<double>.Count];
        costs.CopyTo(powers);
        for (var i = 0; i < costs.Length; i += Vector<double>.Count)
        {
            var exponents = -Sharpness * ((new Vector<double>(powers[i..]) / lowest) - Vector<double>.One);
            Vector.ConditionalSelect(Vector.LessThan(exponents, least), Vector<double>.Zero, Vector.Exp(exponents)).CopyTo(powers[i..]);
        }

        var (weights, total) = (new float[costs.Length], 0f);
        for (var i = 0; i < weights.Length; i++)
        {
            weights[i] = (float)powers[i];
            total += weights[i];
        }

        Normalize(weights, total);
        return weights;
    }

    // Several at a time: one after the other, each minimum would wait for the last.
    private static double FindLowest(ReadOnlySpan<double> costs)
    {
        var (lowest, i) = (new Vector<double>(double.MaxValue), 0);
        for (; i + Vector<double>.Count <= costs.Length; i += Vector<double>.Count)
        {
            lowest = Vector.Min(lowest, new Vector<double>(costs[i..]));
        }

        var minimum = double.MaxValue;
        for (var lane = 0; lane < Vector<double>.Count; lane++)
        {
            minimum = Math.Min(minimum, lowest[lane]);
        }

        foreach (var cost in costs[i..])
        {
            minimum = Math.Min(minimum, cost);
        }

        return minimum;
    }

    private static void Normalize(Span<float> weights, float total)
    {
        var (by, i) = (new Vector<float>(total), 0);
        for (; i + Vector<float>.Count <= weights.Length; i += Vector<float>.Count)
        {
            (new Vector<float>(weights[i..]) / by).CopyTo(weights[i..]);
        }

        foreach (ref var weight in weights[i..])
        {
            weight /= total;
        }
    }

    /// <summary>Returns the smallest step such that the experts voting for it or a lower one have half of the weight.</summary>
    /// <param name="votes">Step that each expert votes for, below <paramref name="steps"/>.</param>
    /// <param name="weights">Weight of each expert.</param>
    /// <param name="steps">Number of steps of the ladder.</param>
    public static int ComputeWeightedMedian(ReadOnlySpan<byte> votes, ReadOnlySpan<float> weights, int steps)
    {
        Span<float> weightByStep = stackalloc float[steps];
        for (var rule = 0; rule < votes.Length; )
        {
            // Most experts vote as the one before: the sum stays in a register.
            var vote = votes[rule];
            var weight = weightByStep[vote];
            do
            {
                weight += weights[rule++];
            } while (rule < votes.Length && votes[rule] == vote);

            weightByStep[vote] = weight;
        }

        var (step, sum) = (0, weightByStep[0]);
        while (sum < 0.5f && step < weightByStep.Length - 1)
        {
            sum += weightByStep[++step];
        }

        return step;
    }
}
