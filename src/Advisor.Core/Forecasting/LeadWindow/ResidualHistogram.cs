using System.Numerics;
using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting.LeadWindow;

/// <summary>
/// Distribution of the errors of the lead regression, in multiples of their expected size: 201 bins from -5 to 5, with a half-life of two
/// days. It starts as a Laplace distribution worth 40 minutes.
/// </summary>
internal sealed class ResidualHistogram
{
    private const int Bins = 201,
        Center = Bins / 2,
        PerOne = 20;
    private const double HalfLifeMinutes = 2880,
        StartHeight = 3,
        StartDecay = 1.5;

    private static readonly float Decay = (float)Math.Pow(0.5, 1 / HalfLifeMinutes);
    private readonly float[] counts = new float[Bins];

    public ResidualHistogram()
    {
        for (var i = 0; i < Bins; i++)
        {
            counts[i] = (float)(StartHeight * Math.Exp(-StartDecay * Math.Abs(i - Center) / PerOne));
        }
    }

    private ResidualHistogram(ResidualHistogram from) => from.counts.CopyTo(counts, 0);

    public ResidualHistogram Fork() => new(this);

    /// <summary>Adds an error in place. Only for a histogram that no state has yet.</summary>
    /// <param name="residual">Error in multiples of its expected size; beyond 5 it counts as 5.</param>
    public void Add(double residual)
    {
        var (decay, i) = (new Vector<float>(Decay), 0);
        for (; i + Vector<float>.Count <= Bins; i += Vector<float>.Count)
        {
            (new Vector<float>(counts, i) * decay).CopyTo(counts, i);
        }

        for (; i < Bins; i++)
        {
            counts[i] *= Decay;
        }

        counts[(int)Math.Clamp(Math.Round(residual * PerOne) + Center, 0, Bins - 1)]++;
    }

    /// <summary>Finds quantiles of the errors, in multiples of their expected size.</summary>
    /// <param name="levels">Levels, ascending, above 0 and below 1.</param>
    /// <param name="quantiles">Receives one quantile per level.</param>
    public void FindQuantiles(ReadOnlySpan<double> levels, Span<double> quantiles)
    {
        var total = 0f;
        foreach (var count in counts)
        {
            total += count;
        }

        var (sum, level) = (0f, 0);
        for (var i = 0; i < Bins && level < levels.Length; i++)
        {
            sum += counts[i];
            for (; level < levels.Length && (sum >= levels[level] * total || i == Bins - 1); level++)
            {
                quantiles[level] = (double)(i - Center) / PerOne;
            }
        }
    }

    public void Write(BinaryWriter writer) => writer.WriteArray<float>(counts);

    public static ResidualHistogram Read(BinaryReader reader)
    {
        var read = new ResidualHistogram();
        reader.ReadInto<float>(read.counts);
        return read;
    }
}
