using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting.LeadWindow;

/// <summary>
/// Linear regression that is learned minute by minute and forgets: recursive, by squared errors, with a forgetting factor of 0.9995 per
/// minute, a half-life of 23 hours. It starts as the analogs alone: their fact has the coefficient 1, all others 0.
/// </summary>
internal sealed class RecursiveRegression
{
    private const int Count = LeadFacts.Count;
    private const double Forgetting = 0.9995,
        StartVariance = 10;

    // Facts that do not vary for long would let the uncertainty increase without end, and the next surprise count too much.
    private const double MaxTrace = 100 * Count;

    private readonly double[] coefficients = new double[Count];
    private readonly double[] covariance = new double[Count * Count];

    public RecursiveRegression()
    {
        coefficients[LeadFacts.Analogs] = 1;
        for (var i = 0; i < Count; i++)
        {
            covariance[(i * Count) + i] = StartVariance;
        }
    }

    private RecursiveRegression(RecursiveRegression from)
    {
        from.coefficients.CopyTo(coefficients, 0);
        from.covariance.CopyTo(covariance, 0);
    }

    public RecursiveRegression Fork() => new(this);

    /// <summary>Coefficient of a fact.</summary>
    public double GetCoefficient(int fact) => coefficients[fact];

    public double Predict(in LeadFacts facts)
    {
        var sum = 0.0;
        for (var i = 0; i < Count; i++)
        {
            sum += coefficients[i] * facts[i];
        }

        return sum;
    }

    /// <summary>Learns in place from an error of <see cref="Predict"/>. Only for coefficients that no state has yet.</summary>
    public void Learn(in LeadFacts facts, double error)
    {
        Span<double> gain = stackalloc double[Count];
        var scale = Forgetting;
        for (var i = 0; i < Count; i++)
        {
            var sum = 0.0;
            for (var j = 0; j < Count; j++)
            {
                sum += covariance[(i * Count) + j] * facts[j];
            }

            gain[i] = sum;
            scale += facts[i] * sum;
        }

        var trace = 0.0;
        for (var i = 0; i < Count; i++)
        {
            coefficients[i] += gain[i] / scale * error;
            for (var j = 0; j < Count; j++)
            {
                covariance[(i * Count) + j] = (covariance[(i * Count) + j] - (gain[i] * gain[j] / scale)) / Forgetting;
            }

            trace += covariance[(i * Count) + i];
        }

        if (trace > MaxTrace)
        {
            foreach (ref var value in covariance.AsSpan())
            {
                value *= MaxTrace / trace;
            }
        }
    }

    public void Write(BinaryWriter writer)
    {
        writer.WriteArray<double>(coefficients);
        writer.WriteArray<double>(covariance);
    }

    public static RecursiveRegression Read(BinaryReader reader)
    {
        var read = new RecursiveRegression();
        reader.ReadInto<double>(read.coefficients);
        reader.ReadInto<double>(read.covariance);
        return read;
    }
}
