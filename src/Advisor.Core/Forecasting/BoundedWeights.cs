namespace Advisor.Core.Forecasting;

/// <summary>
/// Weights of values of which some are only lower bounds. The true value of a bound is at or above it, so its weight moves to the values
/// above it in their proportion (Efron 1967, the estimate of Kaplan and Meier): a quantile then takes no bound for the truth. A bound above
/// all other values keeps its weight, since nothing higher is known.
/// </summary>
internal static class BoundedWeights
{
    /// <summary>Moves the weights of the bounds.</summary>
    /// <param name="isBound">Whether a value is a lower bound, in ascending order of the values.</param>
    /// <param name="weights">Weights in the same order; their sum stays the same.</param>
    public static void MoveUp(ReadOnlySpan<bool> isBound, Span<double> weights)
    {
        for (var i = 0; i < weights.Length - 1; i++)
        {
            if (!isBound[i])
            {
                continue;
            }

            var above = 0.0;
            foreach (var weight in weights[(i + 1)..])
            {
                above += weight;
            }

            if (above <= 0)
            {
                continue;
            }

            var factor = 1 + (weights[i] / above);
            foreach (ref var weight in weights[(i + 1)..])
            {
                weight *= factor;
            }

            weights[i] = 0;
        }
    }
}
