using System.Numerics;

namespace Advisor.Core.Forecasting;

/// <summary>
/// What the need may become: each analog's next two hours, moved to where we are now, are one case of what may happen. The distance to where
/// we are now fades as <see cref="Persistence"/> learned. The greatest of each case over a window, sorted and weighted, gives the quantiles.
/// </summary>
internal static class AnalogForecast
{
    private const int Longest = 120;
    private const int Most = 64;

    // A change takes effect 3 to 5 minutes after it is asked for; the next minute's decision is the last that can be too late by one.
    private const int LeadStartsAfterLag = 2, LeadEndsAfterLag = LeadMinutes;

    /// <summary>The lead window ends so many minutes from now.</summary>
    public const int LeadMinutes = 7;

    /// <summary>First minute of the lead window, counted from the newest metrics.</summary>
    public static int LeadFrom(int lag) => Bounded(lag) + LeadStartsAfterLag;

    /// <summary>Its last minute, inclusive.</summary>
    public static int LeadTo(int lag) => Bounded(lag) + LeadEndsAfterLag;

    /// <summary>The forecast from the newest minute of a history.</summary>
    /// <param name="lag">Minutes from the newest metrics to now, 0 or more.</param>
    /// <param name="need">The need of the newest minute, in units.</param>
    public static Forecast Of(NeedHistory history, AnalogSet analogs, Persistence persistence, int lag, double need, QuantileLevels levels)
    {
        if (!analogs.IsEnough)
        {
            return Forecast.Flat(need);
        }

        Span<float> left = stackalloc float[Longest + 1];
        FadeOver(left, persistence);
        Span<float> peaks = stackalloc float[Forecast.Horizons * Most];
        Span<float> weights = stackalloc float[Most];
        var cases = Follow(history, analogs, left, Bounded(lag), peaks, weights);
        return cases < AnalogSet.Fewest ? Forecast.Flat(need) : Quantiles(peaks, weights, cases, levels);
    }

    private static int Bounded(int lag) => Math.Min(lag, Longest - LeadEndsAfterLag);

    /// <summary>What is left of a deviation after each minute: as learned at 6 and 60 minutes, a straight line between, flat outside.</summary>
    private static void FadeOver(Span<float> left, Persistence persistence)
    {
        var (near, far) = (persistence.AfterShort, persistence.AfterLong);
        for (var h = 0; h < left.Length; h++)
        {
            var way = Math.Clamp((h - Persistence.ShortMinutes) / (double)(Persistence.LongMinutes - Persistence.ShortMinutes), 0, 1);
            left[h] = (float)(near + ((far - near) * way));
        }
    }

    /// <summary>Writes the peak of each case over each horizon, as codes; returns the number of cases.</summary>
    private static int Follow(NeedHistory history, AnalogSet analogs, Span<float> left, int lag, Span<float> peaks, Span<float> weights)
    {
        Span<float> path = stackalloc float[Longest + 1];
        var codes = history.Codes;
        var newest = codes.Length - 1;
        var oldest = history.NextMinute - codes.Length;
        var shift = history.NextMinute - 1 - analogs.Minute;
        var cases = 0;
        for (var k = 0; k < analogs.Starts.Length; k++)
        {
            var at = analogs.Starts[k] + shift - oldest;
            if (at < 0 || codes[at] == NeedCode.Unknown)
            {
                continue;
            }

            var deviation = (float)(codes[newest] - codes[at]);
            Move(codes[at..], deviation, codes[newest], left, path);
            Peaks(path, lag, peaks[(cases * Forecast.Horizons)..]);
            weights[cases++] = analogs.Weights[k];
        }

        return cases;
    }

    /// <summary>path[h] = past[h] + left[h] x deviation; where the past ends at now, it goes on as it is now.</summary>
    private static void Move(ReadOnlySpan<ushort> past, float deviation, float now, ReadOnlySpan<float> left, Span<float> path)
    {
        var h = 0;
        var width = Vector<float>.Count;
        var end = Math.Min(past.Length, path.Length);
        for (; h + (2 * width) <= end; h += 2 * width)
        {
            Vector.Widen(new Vector<ushort>(past[h..]), out var low, out var high);
            (Vector.ConvertToSingle(Vector.AsVectorInt32(low)) + (new Vector<float>(left[h..]) * deviation)).CopyTo(path[h..]);
            (Vector.ConvertToSingle(Vector.AsVectorInt32(high)) + (new Vector<float>(left[(h + width)..]) * deviation)).CopyTo(path[(h + width)..]);
        }

        for (; h < end; h++)
        {
            path[h] = past[h] + (left[h] * deviation);
        }

        for (; h < path.Length; h++)
        {
            path[h] = now + (left[h] * deviation);
        }
    }

    private static void Peaks(ReadOnlySpan<float> path, int lag, Span<float> peaks)
    {
        var from = lag + LeadStartsAfterLag;
        var peak = Greatest(path[from..(lag + LeadEndsAfterLag + 1)]);
        peaks[0] = peak;
        from = lag + LeadEndsAfterLag + 1;
        var holds = Forecast.HoldMinutes;
        for (var i = 0; i < holds.Length; i++)
        {
            if (holds[i] >= from)
            {
                peak = Math.Max(peak, Greatest(path[from..(holds[i] + 1)]));
                from = holds[i] + 1;
            }

            peaks[i + 1] = peak;
        }
    }

    private static float Greatest(ReadOnlySpan<float> values)
    {
        var width = Vector<float>.Count;
        var greatest = values[0];
        if (values.Length < width)
        {
            foreach (var value in values)
            {
                greatest = value > greatest ? value : greatest;
            }

            return greatest;
        }

        // The last step overlaps the one before: a maximum does not mind.
        var lanes = new Vector<float>(values[^width..]);
        for (var i = 0; i + width <= values.Length; i += width)
        {
            lanes = Vector.Max(lanes, new Vector<float>(values[i..]));
        }

        for (var i = 0; i < width; i++)
        {
            greatest = lanes[i] > greatest ? lanes[i] : greatest;
        }

        return greatest;
    }

    private static Forecast Quantiles(ReadOnlySpan<float> peaks, ReadOnlySpan<float> weights, int cases, QuantileLevels levels)
    {
        Span<double> at = [levels.Middle, levels.Upper, levels.High];
        var needs = new double[Forecast.Horizons * QuantileLevels.Count];
        Span<int> order = stackalloc int[cases];
        var total = 0f;
        for (var k = 0; k < cases; k++)
        {
            order[k] = k;
            total += weights[k];
        }

        for (var horizon = 0; horizon < Forecast.Horizons; horizon++)
        {
            // The order of the horizon before is nearly that of this one.
            SortBy(peaks, horizon, order);
            var (level, sum) = (0, 0f);
            for (var k = 0; k < cases && level < at.Length; k++)
            {
                sum += weights[order[k]];
                while (level < at.Length && (sum >= (at[level] * total) - 1e-6f || k == cases - 1))
                {
                    needs[(horizon * QuantileLevels.Count) + level++] = NeedCode.Need(peaks[(order[k] * Forecast.Horizons) + horizon]);
                }
            }
        }

        return new(cases, needs);
    }

    private static void SortBy(ReadOnlySpan<float> peaks, int horizon, Span<int> order)
    {
        for (var i = 1; i < order.Length; i++)
        {
            var moved = order[i];
            var key = peaks[(moved * Forecast.Horizons) + horizon];
            var j = i - 1;
            for (; j >= 0 && peaks[(order[j] * Forecast.Horizons) + horizon] > key; j--)
            {
                order[j + 1] = order[j];
            }

            order[j + 1] = moved;
        }
    }
}
