namespace Advisor.Core.Forecasting;

/// <summary>
/// Share of a deviation from an analog that is left after each minute of its case, as <see cref="PersistenceForecast"/> learned.
/// </summary>
internal static class RemainingShares
{
    /// <summary>Returns the shares, for several forecasts by the same persistence.</summary>
    public static float[] Compute(PersistenceForecast persistenceForecast)
    {
        var left = new float[CasePeaks.Length];
        Fill(left, persistenceForecast);
        return left;
    }

    /// <summary>
    /// Fills in the share of a deviation left after each minute: as learned at 6 and 60 minutes, linear in between, flat outside.
    /// </summary>
    public static void Fill(Span<float> left, PersistenceForecast persistenceForecast)
    {
        var (near, far) = (persistenceForecast.AfterShort, persistenceForecast.AfterLong);
        for (var h = 0; h < left.Length; h++)
        {
            var way = Math.Clamp(
                (h - PersistenceForecast.ShortMinutes) / (double)(PersistenceForecast.LongMinutes - PersistenceForecast.ShortMinutes),
                0,
                1
            );
            left[h] = (float)(near + ((far - near) * way));
        }
    }
}
