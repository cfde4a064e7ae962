using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Finds the peaks of one case: code[h] + left[h] x deviation, its maximum up to each horizon. A single pass that does not store the path:
/// two passes, one to build and one to search it, took a sixth of a decision's instructions, three times as many. No code is a NaN or a
/// negative zero, the only values of which a native maximum is another than that of IEEE 754.
/// </summary>
internal static class CasePeaks
{
    /// <summary>Last minute that a horizon may reach.</summary>
    public const int MaxMinutes = 120;

    private const int Lanes = 8;

    /// <summary>
    /// Number of minutes read of a case, so that a load of eight from the last one on, or from the last shorter window on, stays in bounds.
    /// </summary>
    public const int Length = MaxMinutes + 1 + Lanes;

    // Masks the first lanes of a load, for a window shorter than eight minutes.
    private static ReadOnlySpan<float> NoneAfter =>
        [
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            float.NegativeInfinity,
            float.NegativeInfinity,
            float.NegativeInfinity,
            float.NegativeInfinity,
            float.NegativeInfinity,
            float.NegativeInfinity,
            float.NegativeInfinity,
            float.NegativeInfinity,
        ];

    /// <summary>Finds the peak of each window.</summary>
    /// <param name="past">Codes from the past moment on, at least <see cref="Length"/>.</param>
    /// <param name="left">Share of the deviation left after each minute, of the same length.</param>
    /// <param name="deviation">Code of now minus code of the past moment.</param>
    /// <param name="start">First minute of all windows.</param>
    /// <param name="ends">Minute after the last one of each window, ascending, at most <see cref="MaxMinutes"/> + 1.</param>
    /// <param name="peaks">Receives one peak per window; each window includes the ones before it.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static void Find(
        ReadOnlySpan<ushort> past,
        ReadOnlySpan<float> left,
        float deviation,
        int start,
        ReadOnlySpan<int> ends,
        Span<float> peaks
    )
    {
        if (past.Length < Length || left.Length < Length || start < 0 || ends[^1] > MaxMinutes + 1)
        {
            throw new ArgumentException("A case is read up to its longest minute.", nameof(past));
        }

        var codes = new Codes(past);
        var shares = new Shares(left);
        var (from, highest) = (start, Vector256.Create(float.NegativeInfinity));
        for (var i = 0; i < ends.Length; i++)
        {
            var end = ends[i];
            for (; from + Lanes <= end; from += Lanes)
            {
                highest = Vector256.MaxNative(highest, codes.Load(from) + (shares.Load(from) * deviation));
            }

            if (from < end)
            {
                var rest = Vector256.Create(NoneAfter[(Lanes - (end - from))..]);
                highest = Vector256.MaxNative(highest, codes.Load(from) + (shares.Load(from) * deviation) + rest);
                from = end;
            }

            peaks[i] = Max(highest);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static float Max(Vector256<float> lanes)
    {
        var four = Vector128.MaxNative(lanes.GetLower(), lanes.GetUpper());
        four = Vector128.MaxNative(four, Vector128.Shuffle(four, Vector128.Create(2, 3, 0, 1)));
        return Math.Max(four[0], four[1]);
    }

    private readonly ref struct Codes(ReadOnlySpan<ushort> codes)
    {
        private readonly ref ushort first = ref MemoryMarshal.GetReference(codes);

        public Vector256<float> Load(int minute)
        {
            var eight = Vector128.LoadUnsafe(ref first, (nuint)minute);
            return Vector256.ConvertToSingle(Vector256.WidenLower(eight.ToVector256Unsafe()).AsInt32());
        }
    }

    private readonly ref struct Shares(ReadOnlySpan<float> shares)
    {
        private readonly ref float first = ref MemoryMarshal.GetReference(shares);

        public Vector256<float> Load(int minute) => Vector256.LoadUnsafe(ref first, (nuint)minute);
    }
}
