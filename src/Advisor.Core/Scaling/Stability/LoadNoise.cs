using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Advisor.Core.Forecasting;

namespace Advisor.Core.Scaling.Stability;

/// <summary>
/// Estimates the standard deviation of a load's minute-to-minute noise, as a share of the load, from the median of its second differences:
/// neither a trend nor an occasional change of slope counts as noise.
/// </summary>
internal static class LoadNoise
{
    private const int Minutes = 240,
        MinBends = 120,
        MaxBend = 4095;
    private const double DefaultNoise = 0.02,
        Rounding = 1e-6;

    // For independent noise, the median absolute second difference is 0.6745 x sqrt(6) standard deviations.
    private const double MedianOfSecondDifference = 1.652;

    /// <summary>
    /// Returns the noise of the last four hours, or of the given minutes; 0.02 or more if fewer than two hours are known.
    /// </summary>
    public static double Find(RequiredUnitsHistory needs, int minutes = Minutes)
    {
        // Counted instead of sorted: most second differences are small, and this runs often.
        var codes = needs.Codes[^Math.Min(needs.Count, minutes)..];
        Span<ushort> counts = stackalloc ushort[MaxBend + 1];
        var count = 0;
        for (var i = 2; i < codes.Length; i++)
        {
            if (codes[i] != UnitsCode.Unknown && codes[i - 1] != UnitsCode.Unknown && codes[i - 2] != UnitsCode.Unknown)
            {
                counts[Math.Min(ComputeSecondDifference(codes, i), MaxBend)]++;
                count++;
            }
        }

        var (median, passed) = (0, (int)counts[0]);
        while (count > 0 && median < MaxBend && passed <= count / 2)
        {
            passed += counts[++median];
        }

        var seen = count == 0 ? 0 : median / UnitsCode.PerE / MedianOfSecondDifference;
        return count < MinBends ? Math.Max(seen, DefaultNoise) : seen;
    }

    /// <summary>
    /// Whether <see cref="Find"/> would return at least this value. For a changing load this runs every minute and is nearly always false,
    /// so it compares half of the second differences without building the histogram.
    /// </summary>
    public static bool IsAtLeast(double noise, RequiredUnitsHistory needs, int minutes)
    {
        var codes = needs.Codes[^Math.Min(needs.Count, minutes)..];
        var count = codes.Length - 2;
        var minimum = Math.Ceiling((noise * MedianOfSecondDifference * UnitsCode.PerE) - Rounding);
        if (count < MinBends || minimum > MaxBend - 1 || codes.Contains(UnitsCode.Unknown))
        {
            return Find(needs, minutes) >= noise;
        }

        // The median is element count / 2 of the sorted differences: it is below the minimum if more than count / 2 are.
        return CountBelow(codes, (int)minimum) <= count / 2;
    }

    private static int CountBelow(ReadOnlySpan<ushort> codes, int bend)
    {
        var (i, below, limit) = (2, 0, Vector256.Create(bend));
        var lanes = Vector256<int>.Zero;
        ref var first = ref MemoryMarshal.GetReference(codes);
        for (; i + Vector256<int>.Count <= codes.Length; i += Vector256<int>.Count)
        {
            var middle = LoadCodes(ref first, i - 1);
            lanes -= Vector256.LessThan(Vector256.Abs(LoadCodes(ref first, i) - middle - middle + LoadCodes(ref first, i - 2)), limit);
        }

        for (; i < codes.Length; i++)
        {
            below += ComputeSecondDifference(codes, i) < bend ? 1 : 0;
        }

        return below + Vector256.Sum(lanes);
    }

    private static Vector256<int> LoadCodes(ref ushort first, int minute)
    {
        var eight = Vector128.LoadUnsafe(ref first, (nuint)minute);
        return Vector256.Create(Vector128.WidenLower(eight), Vector128.WidenUpper(eight)).AsInt32();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ComputeSecondDifference(ReadOnlySpan<ushort> codes, int i) => Math.Abs(codes[i] - (2 * codes[i - 1]) + codes[i - 2]);
}
