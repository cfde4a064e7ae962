namespace Advisor.Core.Forecasting;

/// <content>Levels: what the search and the shift of analogs use in place of single minutes and their noise.</content>
internal sealed partial class RequiredUnitsHistory
{
    /// <summary>Cells of the grid whose minutes a level may contain.</summary>
    public const int CellsOfLevel = NoiseMinutes / GridMinutes;

    // Of 13 second differences, the three that a step or the corner of a ramp can enlarge do not count.
    private const int NoiseMinutes = 15,
        MinDifferences = 8,
        Outliers = 3;

    // Standard deviations of one minute from which on it is a step and not noise.
    private const double Deviations = 4;

    // For independent noise, the mean absolute second difference is sqrt(2 / pi) x sqrt(6) = 1.954 standard deviations, and the mean of
    // the ten smallest of 13 is 0.72 of it.
    private const double MeanOfSecondDifference = 1.954 * 0.72;

    /// <summary>
    /// Returns the level at a minute, in codes: the mean of the known ones of five minutes up to it, whose noise is less than half of that
    /// of a minute; or the minute itself where it differs from the mean by more than the noise.
    /// </summary>
    /// <param name="codes">Codes of successive minutes.</param>
    /// <param name="at">Index of the minute, which is known.</param>
    public static float ComputeLevel(ReadOnlySpan<ushort> codes, int at)
    {
        var noise = ComputeNoise(codes, at);
        if (noise == 0)
        {
            return codes[at];
        }

        var (sum, known) = (0, 0);
        foreach (var code in codes[Math.Max(at - GridMinutes + 1, 0)..(at + 1)])
        {
            sum += code;
            known += code == UnitsCode.Unknown ? 0 : 1;
        }

        var mean = (float)sum / known;
        return Math.Abs(mean - codes[at]) > noise ? codes[at] : mean;
    }

    /// <summary>Returns the level at a minute that is kept and known.</summary>
    public float GetLevel(int minute) => ComputeLevel(Codes, Count - (NextMinute - minute));

    /// <summary>
    /// Returns how far noise alone moves a minute, in codes: four standard deviations by the second differences of the last 15 minutes. 0
    /// for a smooth load, however steep, and while too little is known.
    /// </summary>
    /// <param name="codes">Codes of successive minutes.</param>
    /// <param name="at">Index of the newest minute that counts.</param>
    private static float ComputeNoise(ReadOnlySpan<ushort> codes, int at)
    {
        var from = Math.Max(at - NoiseMinutes + 1, 0);
        if (at - from < MinDifferences)
        {
            return 0;
        }

        var (sum, count, first, second, third) = (0, 0, 0, 0, 0);
        var (older, old) = (codes[from], codes[from + 1]);
        foreach (var code in codes[(from + 2)..(at + 1)])
        {
            if (older != UnitsCode.Unknown && old != UnitsCode.Unknown && code != UnitsCode.Unknown)
            {
                var difference = Math.Abs(code - (2 * old) + older);
                (sum, count) = (sum + difference, count + 1);
                if (difference > third)
                {
                    third = difference;
                    (second, third) = (Math.Max(second, third), Math.Min(second, third));
                    (first, second) = (Math.Max(first, second), Math.Min(first, second));
                }
            }

            (older, old) = (old, code);
        }

        sum -= first + second + third;
        return count < MinDifferences ? 0 : (float)(Deviations / MeanOfSecondDifference * sum / (count - Outliers));
    }

    /// <param name="codes">Codes up to the minute.</param>
    private static (AppendOnlyBuffer<float> Buffer, int Length) AppendGrid(
        AppendOnlyBuffer<float> cells,
        int end,
        int minute,
        ReadOnlySpan<ushort> codes
    ) => minute % GridMinutes != 0 ? (cells, end) : cells.Append(end, ComputeCell(codes, codes.Length - 1));

    private static float ComputeCell(ReadOnlySpan<ushort> codes, int at) =>
        codes[at] == UnitsCode.Unknown ? float.NaN : ComputeLevel(codes, at);
}
