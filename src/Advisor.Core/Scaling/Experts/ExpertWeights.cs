namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// How much say each of <see cref="SizingExperts"/> has: exp(-60 (cost / smallest cost - 1)), as shares of one. Twice the smallest cost is
/// no say at all.
/// </summary>
internal static class ExpertWeights
{
    private const double Sharpness = 60;

    /// <summary>The same say for every rule, before any has cost anything.</summary>
    public static float[] Equal()
    {
        var weights = new float[SizingExperts.Count];
        Array.Fill(weights, 1f / SizingExperts.Count);
        return weights;
    }

    /// <summary>The say of each rule by what it has cost lately.</summary>
    /// <param name="costs">A cost for each rule, 0 or more.</param>
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
            weights[rule] = (float)Math.Exp(-Sharpness * ((costs[rule] / Math.Max(lowest, 1e-9)) - 1));
            total += weights[rule];
        }

        for (var rule = 0; rule < weights.Length; rule++)
        {
            weights[rule] /= total;
        }

        return weights;
    }

    /// <summary>The smallest step at which the rules that wish it or less have half of the say.</summary>
    /// <param name="votes">The step that each rule wishes, below <paramref name="steps"/>.</param>
    /// <param name="weights">The say of each rule.</param>
    /// <param name="steps">Steps of the ladder.</param>
    public static int WeightedMedian(ReadOnlySpan<byte> votes, ReadOnlySpan<float> weights, int steps)
    {
        Span<float> weightByStep = stackalloc float[steps];
        weightByStep.Clear();
        for (var rule = 0; rule < votes.Length; rule++)
        {
            weightByStep[votes[rule]] += weights[rule];
        }

        var (step, sum) = (0, weightByStep[0]);
        while (sum < 0.5f && step < weightByStep.Length - 1)
        {
            sum += weightByStep[++step];
        }

        return step;
    }
}
