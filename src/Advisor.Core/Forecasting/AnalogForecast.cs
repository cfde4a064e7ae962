namespace Advisor.Core.Forecasting;

/// <summary>
/// Forecasts the required units from analogs: the two hours after each analog, shifted to the present level (the mean of five minutes in a
/// noisy load), are one possible case. The shift fades as <see cref="PersistenceForecast"/> learned. The weighted maxima of the cases over
/// a window give the quantiles.
/// </summary>
internal static class AnalogForecast
{
    private const int MaxMinutes = CasePeaks.MaxMinutes;
    private const int MaxCases = 64;

    // A change takes effect 3 to 5 minutes after it is requested; the next minute's decision is the last that can come one minute too late.
    private const int LeadStartsAfterLag = 2,
        LeadEndsAfterLag = LeadMinutes;

    /// <summary>End of the lead window, in minutes from now.</summary>
    public const int LeadMinutes = 7;

    /// <summary>Returns the first minute of the lead window, counted from the newest metrics.</summary>
    public static int ComputeLeadStart(int lag) => ClampLag(lag) + LeadStartsAfterLag;

    /// <summary>Returns the last minute of the lead window, inclusive, counted from the newest metrics.</summary>
    public static int ComputeLeadEnd(int lag) => ClampLag(lag) + LeadEndsAfterLag;

    /// <summary>Creates the forecast from the newest minute of a history.</summary>
    /// <param name="lag">Minutes from the newest metrics to now, 0 or more.</param>
    /// <param name="need">Units required in the newest minute.</param>
    public static Forecast Create(
        RequiredUnitsHistory history,
        AnalogSet analogs,
        PersistenceForecast persistenceForecast,
        int lag,
        double need,
        QuantileLevels levels
    )
    {
        Span<float> left = stackalloc float[CasePeaks.Length];
        if (analogs.IsEnough)
        {
            RemainingShares.Fill(left, persistenceForecast);
        }

        return Create(history, analogs, left, lag, need, levels);
    }

    /// <inheritdoc cref="Create(RequiredUnitsHistory, AnalogSet, PersistenceForecast, int, double, QuantileLevels)"/>
    /// <param name="left">Shares by <see cref="RemainingShares.Compute"/>.</param>
    /// <param name="known">Levels of earlier forecasts from this history; null when there are none.</param>
    public static Forecast Create(
        RequiredUnitsHistory history,
        AnalogSet analogs,
        ReadOnlySpan<float> left,
        int lag,
        double need,
        QuantileLevels levels,
        LevelCache? known = null
    )
    {
        if (!analogs.IsEnough)
        {
            return Forecast.CreateWithoutHistory(need);
        }

        Span<float> peaks = stackalloc float[Forecast.Horizons * MaxCases];
        Span<float> weights = stackalloc float[MaxCases];
        peaks.Fill(float.PositiveInfinity); // unused entries never count
        Span<bool> areBounds = stackalloc bool[history.LowerBounds.IsEmpty ? 0 : Forecast.Horizons * MaxCases];
        var cases = Follow(history, analogs, left, ClampLag(lag), known, peaks, weights, areBounds);
        return cases < AnalogSet.MinCount
            ? Forecast.CreateWithoutHistory(need)
            : ComputeQuantiles(peaks, weights, areBounds, cases, levels);
    }

    private static int ClampLag(int lag) => Math.Min(lag, MaxMinutes - LeadEndsAfterLag);

    /// <summary>
    /// Writes the peak of each case over each horizon as codes, those of one horizon side by side, and whether the true peak may be higher
    /// since the size was full; returns the number of cases.
    /// </summary>
    private static int Follow(
        RequiredUnitsHistory history,
        AnalogSet analogs,
        ReadOnlySpan<float> left,
        int lag,
        LevelCache? known,
        Span<float> peaks,
        Span<float> weights,
        Span<bool> areBounds
    )
    {
        var codes = history.Codes;
        var newest = codes.Length - 1;
        var oldest = history.NextMinute - codes.Length;
        var shift = history.NextMinute - 1 - analogs.Minute;
        var ends = FillEnds(lag, stackalloc int[Forecast.Horizons]);
        var level = codes[newest] == UnitsCode.Unknown ? 0 : RequiredUnitsHistory.ComputeLevel(codes, newest);
        Span<ushort> padded = stackalloc ushort[CasePeaks.Length];
        Span<float> found = stackalloc float[Forecast.Horizons];
        var cases = 0;
        for (var k = 0; k < analogs.Starts.Length; k++)
        {
            var at = analogs.Starts[k] + shift - oldest;
            if (at < 0 || codes[at] == UnitsCode.Unknown)
            {
                continue;
            }

            var deviation = level - (known?.Get(codes, at, oldest + at) ?? RequiredUnitsHistory.ComputeLevel(codes, at));
            scoped var past = codes[at..];
            if (past.Length < padded.Length)
            {
                // Beyond the newest minute the present value continues.
                past.CopyTo(padded);
                padded[past.Length..].Fill(codes[newest]);
                past = padded;
            }

            CasePeaks.Find(past, left, deviation, lag + LeadStartsAfterLag, ends, found);
            for (var horizon = 0; horizon < found.Length; horizon++)
            {
                peaks[(horizon * MaxCases) + cases] = found[horizon];
            }

            for (var horizon = 0; !areBounds.IsEmpty && horizon < found.Length; horizon++)
            {
                var start = lag + LeadStartsAfterLag;
                areBounds[(horizon * MaxCases) + cases] = history.LowerBounds.HasAny(
                    analogs.Starts[k] + shift + start,
                    ends[horizon] - start
                );
            }

            weights[cases++] = analogs.Weights[k];
        }

        return cases;
    }

    /// <summary>
    /// Returns the minute after the last one of each horizon, counted from the newest metrics; a horizon that ends before the lead window
    /// ends with it.
    /// </summary>
    private static ReadOnlySpan<int> FillEnds(int lag, Span<int> ends)
    {
        ends[0] = lag + LeadEndsAfterLag + 1;
        for (var i = 1; i < Forecast.Horizons; i++)
        {
            ends[i] = Math.Max(Forecast.HoldMinutes[i - 1] + 1, ends[i - 1]);
        }

        return ends;
    }

    private static Forecast ComputeQuantiles(
        ReadOnlySpan<float> peaks,
        ReadOnlySpan<float> weights,
        ReadOnlySpan<bool> areBounds,
        int cases,
        QuantileLevels levels
    )
    {
        var total = 0f;
        foreach (var weight in weights[..cases])
        {
            total += weight;
        }

        Span<double> enough =
        [
            ComputeTargetWeight(levels.Middle, total),
            ComputeTargetWeight(levels.Upper, total),
            ComputeTargetWeight(levels.High, total),
        ];
        Span<float> codes = stackalloc float[QuantileLevels.Count];
        var length = WeightedQuantiles.ComputeBufferLength(cases);
        var needs = new double[Forecast.Horizons * QuantileLevels.Count];
        for (var horizon = 0; horizon < Forecast.Horizons; horizon++)
        {
            var own = peaks.Slice(horizon * MaxCases, length);
            var row = needs.AsSpan(horizon * QuantileLevels.Count, QuantileLevels.Count);
            var bounds = areBounds.IsEmpty ? areBounds : areBounds.Slice(horizon * MaxCases, cases);
            if (bounds.Contains(true))
            {
                WeightedQuantiles.FindSorted(own[..cases], weights, bounds, enough, codes);
            }
            else if (horizon > 0 && own.SequenceEqual(peaks.Slice((horizon - 1) * MaxCases, length)))
            {
                // While the load falls, all peaks lie in the lead window.
                needs.AsSpan((horizon - 1) * QuantileLevels.Count, QuantileLevels.Count).CopyTo(row);
                continue;
            }
            else if (!WeightedQuantiles.TryFind(own, weights[..length], enough, codes))
            {
                WeightedQuantiles.FindSorted(own[..cases], weights, bounds, enough, codes);
            }

            for (var level = 0; level < codes.Length; level++)
            {
                row[level] = UnitsCode.Decode(codes[level]);
            }
        }

        return new(cases, needs);
    }

    private static double ComputeTargetWeight(double level, float total) => (level * total) - 1e-6f;
}
