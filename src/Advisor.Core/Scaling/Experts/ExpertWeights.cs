namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// Weights of the <see cref="SizingExperts"/>: exp(-60 (cost / smallest cost - 1)), normalized to a sum of 1. Twice the smallest cost is
/// practically no weight.
/// </summary>
internal static class ExpertWeights
{
    private const double Sharpness = 60;

    /// <summary>Returns equal weights, for experts without cost so far.</summary>
    public static float[] CreateEqual()
    {
        var weights = new float[SizingExperts.Count];
        Array.Fill(weights, 1f / SizingExperts.Count);
        return weights;
    }

    /// <summary>Computes the weights from recent costs.</summary>
    /// <param name="costs">Cost of each expert, 0 or more.</param>
    public static float[] FromCosts(ReadOnlySpan<double> costs)
    {
        var lowest = double.MaxValue;
        foreach (var cost in costs)
        {
            lowest = Math.Min(lowest, cost);
        }

        var weights = new float[costs.Length];
        var total = 0f;
        for (var rule = 0; rule < weights.Length; rule++)
        {
            // Neighbours that differ in the holding time alone often cost the same.
            weights[rule] =
                rule > 0 && costs[rule] == costs[rule - 1]
                    ? weights[rule - 1]
                    : (float)Math.Exp(-Sharpness * ((costs[rule] / Math.Max(lowest, 1e-9)) - 1));
            total += weights[rule];
        }

        for (var rule = 0; rule < weights.Length; rule++)
        {
            weights[rule] /= total;
        }

        return weights;
    }

    /// <summary>Returns the smallest step such that the experts voting for it or a lower one have half of the weight.</summary>
    /// <param name="votes">Step that each expert votes for, below <paramref name="steps"/>.</param>
    /// <param name="weights">Weight of each expert.</param>
    /// <param name="steps">Number of steps of the ladder.</param>
    public static int ComputeWeightedMedian(ReadOnlySpan<byte> votes, ReadOnlySpan<float> weights, int steps)
    {
        Span<float> weightByStep = stackalloc float[steps];
        weightByStep.Clear();
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
