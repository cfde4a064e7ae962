using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

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

    // The 13 differences are those of eight minutes, and of eight from the sixth on, of which the first three are counted already.
    private const int DifferencesBesides = NoiseMinutes - 2 - 8;
    private static readonly Vector256<int> LastFive = Vector256.Create(0, 0, 0, -1, -1, -1, -1, -1);

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

    /// <summary>Whether the level at an index is the same after older minutes are dropped, as long as it is this.</summary>
    public static bool IsLevelLasting(int at) => at >= NoiseMinutes - 1;

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
        var from = at - NoiseMinutes + 1;
        var window = codes[Math.Max(from, 0)..(at + 1)];
        return from < 0 || window.Contains(UnitsCode.Unknown) ? ComputeNoiseWithGaps(window) : ComputeNoise(window);
    }

    /// <summary>Computes the noise of 15 known minutes, whose 13 second differences stand side by side.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static float ComputeNoise(ReadOnlySpan<ushort> window)
    {
        ref var first = ref MemoryMarshal.GetReference(window);
        var older = ComputeDifferences(ref first, 0);
        var newer = ComputeDifferences(ref first, DifferencesBesides) & LastFive;
        var sum = Vector256.Sum(older + newer);
        var (one, two, three) = (Vector256.Max(older, newer), Vector256.Min(older, newer), Vector256<int>.Zero);
        KeepLargest(ref one, ref two, ref three, Vector256.Create(4, 5, 6, 7, 0, 1, 2, 3));
        KeepLargest(ref one, ref two, ref three, Vector256.Create(2, 3, 0, 1, 6, 7, 4, 5));
        KeepLargest(ref one, ref two, ref three, Vector256.Create(1, 0, 3, 2, 5, 4, 7, 6));
        return ScaleNoise(sum - one[0] - two[0] - three[0], NoiseMinutes - 2);
    }

    /// <summary>Returns the sizes of the second differences of eight minutes, each with the two after it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<int> ComputeDifferences(ref ushort first, nuint at) =>
        Vector256.Abs(Load(ref first, at) - (2 * Load(ref first, at + 1)) + Load(ref first, at + 2));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<int> Load(ref ushort first, nuint at) =>
        Vector256.WidenLower(Vector128.LoadUnsafe(ref first, at).ToVector256Unsafe()).AsInt32();

    /// <summary>Merges the three largest of each lane with those of another lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void KeepLargest(ref Vector256<int> one, ref Vector256<int> two, ref Vector256<int> three, Vector256<int> other)
    {
        var (first, second) = (Vector256.Shuffle(one, other), Vector256.Shuffle(two, other));
        var crossed = Vector256.Max(Vector256.Min(one, second), Vector256.Min(two, first));
        three = Vector256.Max(Vector256.Max(three, Vector256.Shuffle(three, other)), crossed);
        two = Vector256.Max(Vector256.Max(two, second), Vector256.Min(one, first));
        one = Vector256.Max(one, first);
    }

    /// <summary>Does the same with unknown minutes or fewer than 15; each difference with an unknown minute is left out.</summary>
    private static float ComputeNoiseWithGaps(ReadOnlySpan<ushort> window)
    {
        Span<int> differences = stackalloc int[NoiseMinutes];
        var count = 0;
        for (var i = 2; i < window.Length; i++)
        {
            if (!window[(i - 2)..(i + 1)].Contains(UnitsCode.Unknown))
            {
                differences[count++] = Math.Abs(window[i] - (2 * window[i - 1]) + window[i - 2]);
            }
        }

        if (count < MinDifferences)
        {
            return 0;
        }

        var known = differences[..count];
        known.Sort();
        var sum = 0;
        foreach (var difference in known[..^Outliers])
        {
            sum += difference;
        }

        return ScaleNoise(sum, count);
    }

    private static float ScaleNoise(int sum, int count) => (float)(Deviations / MeanOfSecondDifference * sum / (count - Outliers));

    private AppendOnlyBuffer<float> DeriveGrid()
    {
        (var cells, gridLength) = AppendCells(CreateGridBuffer(), 0, length);
        return grid = cells;
    }

    private void AddCells(int count)
    {
        if (grid is not null)
        {
            (grid, gridLength) = AppendCells(grid, gridLength, count);
        }
    }

    /// <summary>Appends the cells of the last minutes.</summary>
    private (AppendOnlyBuffer<float> Buffer, int Length) AppendCells(AppendOnlyBuffer<float> cells, int end, int count)
    {
        var toCell = (GridMinutes - ((NextMinute - count) % GridMinutes)) % GridMinutes;
        for (var back = count - toCell; back > 0; back -= GridMinutes)
        {
            (cells, end) = cells.Append(end, ComputeCell(minutes.AsSpan(length), length - back));
        }

        return (cells, end);
    }

    private static float ComputeCell(ReadOnlySpan<ushort> codes, int at) =>
        codes[at] == UnitsCode.Unknown ? float.NaN : ComputeLevel(codes, at);
}
