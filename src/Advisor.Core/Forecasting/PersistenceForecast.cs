using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Persistence of a deviation from the analogs: the share left after 6 and after 60 minutes, learned by regression of the deviation now on
/// that of the level then (decay 0.9995 per minute).
/// </summary>
internal sealed partial class PersistenceForecast
{
    public const int ShortMinutes = 6,
        LongMinutes = 60;

    private const int MinutesKept = 64;
    private const double Decay = 0.9995,
        Start = 0.01,
        MinSquare = 1e-9;

    // Per recent minute, the analogs' prediction for that minute, for 6 and for 60 minutes later. NaN if there was none.
    private readonly float[] said = new float[3 * MinutesKept];
    private int newest = int.MinValue;
    private (double Product, double Square) shorter = (Start, Start),
        longer = (Start, Start);

    public static PersistenceForecast Unlearned
    {
        get
        {
            var fresh = new PersistenceForecast();
            Array.Fill(fresh.said, float.NaN);
            return fresh;
        }
    }

    private PersistenceForecast() { }

    private PersistenceForecast(PersistenceForecast from)
    {
        from.said.CopyTo(said, 0);
        (newest, shorter, longer) = (from.newest, from.shorter, from.longer);
    }

    /// <summary>Share of a deviation left after 6 minutes, 0 to 1.</summary>
    public double AfterShort => Math.Clamp(shorter.Product / shorter.Square, 0, 1);

    /// <summary>Share of a deviation left after 60 minutes, 0 to 1.</summary>
    public double AfterLong => Math.Clamp(longer.Product / longer.Square, 0, 1);

    /// <summary>Learns from the newest minute of a history and its analogs.</summary>
    public PersistenceForecast Learn(RequiredUnitsHistory history, AnalogSet analogs)
    {
        var next = Fork();
        next.LearnInPlace(history, analogs);
        return next;
    }

    /// <summary>Returns a forecast of its own that learned the same, for <see cref="LearnInPlace"/>.</summary>
    public PersistenceForecast Fork() => new(this);

    /// <summary>Does the same as <see cref="Learn"/> in place. Only for a forecast that no state has yet.</summary>
    public void LearnInPlace(RequiredUnitsHistory history, AnalogSet analogs)
    {
        var minute = history.NextMinute - 1;
        for (var skipped = Math.Max(newest + 1, minute - MinutesKept + 1); skipped <= minute; skipped++)
        {
            SetPrediction(skipped, float.NaN, float.NaN, float.NaN);
        }

        newest = minute;
        if (CanLearn(history, analogs, minute))
        {
            LearnMinute(history, minute, ComputeMeans(history.Codes, analogs));
        }
    }

    private static bool CanLearn(RequiredUnitsHistory history, AnalogSet analogs, int minute) =>
        analogs.IsEnough && history.GetCode(minute) != UnitsCode.Unknown && !history.LowerBounds.Contains(minute);

    private void LearnMinute(RequiredUnitsHistory history, int minute, (float Now, float Shortly, float Later) means)
    {
        var code = history.GetCode(minute);
        SetPrediction(minute, means.Now, means.Shortly, means.Later);
        shorter = UpdateSums(shorter, history, code, minute - ShortMinutes, 1);
        longer = UpdateSums(longer, history, code, minute - LongMinutes, 2);
    }

    private (double Product, double Square) UpdateSums(
        (double Product, double Square) sums,
        RequiredUnitsHistory history,
        ushort code,
        int then,
        int horizon
    )
    {
        var at = then % MinutesKept * 3;
        if (float.IsNaN(said[at]) || history.GetCode(then) == UnitsCode.Unknown)
        {
            return sums;
        }

        var deviationThen = (history.GetLevel(then) - said[at]) / UnitsCode.PerE;
        var deviationNow = (code - said[at + horizon]) / UnitsCode.PerE;
        return (
            (sums.Product * Decay) + (deviationNow * deviationThen),
            (sums.Square * Decay) + (deviationThen * deviationThen) + MinSquare
        );
    }

    private void SetPrediction(int minute, float now, float shortly, float later)
    {
        var at = minute % MinutesKept * 3;
        (said[at], said[at + 1], said[at + 2]) = (now, shortly, later);
    }

    /// <summary>
    /// Returns the analogs' predictions for now, for 6 and for 60 minutes later: the mean of their codes at that time, or of now if that
    /// time has not come yet. The three sums are independent of each other, so the processor computes them side by side.
    /// </summary>
    private static (float Now, float Shortly, float Later) ComputeMeans(ReadOnlySpan<ushort> codes, AnalogSet analogs)
    {
        var end = codes.Length - 1;
        var shift = end - analogs.Minute;
        var (now, shortly, later) = (default(WeightedMean), default(WeightedMean), default(WeightedMean));
        var starts = analogs.Starts.AsSpan();
        var weights = analogs.Weights.AsSpan(0, starts.Length);
        for (var i = 0; i < starts.Length; i++)
        {
            var at = starts[i] + shift;
            now.Add(codes, Math.Min(at, end), weights[i]);
            shortly.Add(codes, Math.Min(at + ShortMinutes, end), weights[i]);
            later.Add(codes, Math.Min(at + LongMinutes, end), weights[i]);
        }

        return (now.Compute(), shortly.Compute(), later.Compute());
    }

    private struct WeightedMean
    {
        private float sum;
        private float weight;

        public void Add(ReadOnlySpan<ushort> codes, int at, float share)
        {
            if ((uint)at < (uint)codes.Length && codes[at] != UnitsCode.Unknown)
            {
                sum += share * codes[at];
                weight += share;
            }
        }

        public readonly float Compute() => weight > 0 ? sum / weight : float.NaN;
    }

    public void Write(BinaryWriter writer)
    {
        writer.Write(newest);
        writer.WriteArray<float>(said);
        foreach (var sum in (ReadOnlySpan<double>)[shorter.Product, shorter.Square, longer.Product, longer.Square])
        {
            writer.Write(sum);
        }
    }

    public static PersistenceForecast Read(BinaryReader reader)
    {
        var persistenceForecast = new PersistenceForecast { newest = reader.ReadInt32() };
        reader.ReadInto<float>(persistenceForecast.said);
        persistenceForecast.shorter = (reader.ReadDouble(), reader.ReadDouble());
        persistenceForecast.longer = (reader.ReadDouble(), reader.ReadDouble());
        return persistenceForecast;
    }
}
