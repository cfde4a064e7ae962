using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Finds the 40 past moments most similar to now, from an hour to 14 days old, at five-minute steps: by required units, their slope over 15
/// minutes, hour of the day and age. The distance is ((y_s - y) / 0.5)^2 + ((slope_s - slope) / (1.5 v + 0.01))^2 + age in days / 20 +
/// min((gap of the hour / 90 min)^2, 10), with y the logarithm of the required units and v the running mean of the slope's size.
/// </summary>
internal static class AnalogSearch
{
    private const int Kept = 40;
    private const int SlopeMinutes = 15;
    private const int YoungestMinutes = 60;
    private const double LevelScale = 0.5,
        SlopeScale = 1.5,
        MinSlopeScale = 0.01,
        DaysForOne = 20,
        HourScaleMinutes = 90,
        FarthestHour = 10;
    private const int SlopeCells = SlopeMinutes / RequiredUnitsHistory.GridMinutes;
    private const int YoungestCells = YoungestMinutes / RequiredUnitsHistory.GridMinutes;

    // The part of the distance that depends on age alone, oldest first, in the order of the history in memory.
    private static readonly float[] AgePenalties = CreateAgePenalties();

    /// <summary>Finds the moments similar to the newest minute of the history's grid.</summary>
    /// <param name="history">History; its newest grid minute must be known for a result.</param>
    /// <param name="meanSlope">Running mean of the size of the slope over 15 minutes, in logarithms.</param>
    public static AnalogSet Find(RequiredUnitsHistory history, double meanSlope)
    {
        var grid = history.Grid;
        var minute = (history.NextMinute - 1) / RequiredUnitsHistory.GridMinutes * RequiredUnitsHistory.GridMinutes;
        var last = grid.Length - 1;
        var candidates = last - YoungestCells + 1;
        if (candidates <= SlopeCells || float.IsNaN(grid[last]) || float.IsNaN(grid[last - SlopeCells]))
        {
            return AnalogSet.None with { Minute = minute };
        }

        var nearest = new Nearest(stackalloc ulong[Nearest.Length]);
        Measure(grid, candidates, (float)(1 / ((SlopeScale * meanSlope) + MinSlopeScale) / UnitsCode.PerE), ref nearest);
        return nearest.ToSet(minute, last);
    }

    private static void Measure(ReadOnlySpan<float> grid, int candidates, float perSlope, ref Nearest nearest)
    {
        const float PerLevel = (float)(1 / LevelScale / UnitsCode.PerE);
        var now = grid[^1];
        var slope = now - grid[grid.Length - 1 - SlopeCells];
        var penalties = AgePenalties.AsSpan(AgePenalties.Length - candidates);
        var width = Vector<float>.Count;
        Span<float> distances = stackalloc float[width];
        ref var cells = ref MemoryMarshal.GetReference(grid);
        ref var ages = ref MemoryMarshal.GetReference(penalties);
        var farthest = new Vector<float>(nearest.Farthest);
        var end = candidates;
        // From newest to oldest: close moments come early, so most of the rest is skipped eight at a time. In bounds: SlopeCells <= at, and
        // at + width <= candidates, which both spans have.
        for (; end - width >= SlopeCells; end -= width)
        {
            var at = end - width;
            var level = Vector.LoadUnsafe(ref cells, (nuint)at);
            var tilt = (level - Vector.LoadUnsafe(ref cells, (nuint)(at - SlopeCells)) - new Vector<float>(slope)) * perSlope;
            var gap = (level - new Vector<float>(now)) * PerLevel;
            var distance = (gap * gap) + (tilt * tilt) + Vector.LoadUnsafe(ref ages, (nuint)at);
            if (Vector.LessThanAny(distance, farthest))
            {
                distance.CopyTo(distances);
                for (var i = width - 1; i >= 0; i--)
                {
                    nearest.Offer(distances[i], at + i);
                }

                farthest = new Vector<float>(nearest.Farthest);
            }
        }

        for (var at = end - 1; at >= SlopeCells; at--)
        {
            var gap = (grid[at] - now) * PerLevel;
            var tilt = (grid[at] - grid[at - SlopeCells] - slope) * perSlope;
            nearest.Offer((gap * gap) + (tilt * tilt) + penalties[at], at);
        }
    }

    private static float[] CreateAgePenalties()
    {
        var cells = RequiredUnitsHistory.MinutesKept / RequiredUnitsHistory.GridMinutes;
        var penalties = new float[cells];
        for (var i = 0; i < cells; i++)
        {
            var age = YoungestMinutes + ((cells - 1 - i) * RequiredUnitsHistory.GridMinutes);
            var gap = Math.Min(age % 1440, 1440 - (age % 1440)) / HourScaleMinutes;
            penalties[i] = (float)((age / 1440.0 / DaysForOne) + Math.Min(gap * gap, FarthestHour));
        }

        return penalties;
    }

    /// <summary>
    /// The closest candidates so far, as a heap with the farthest of them on top: the bits of the distance, then the cell. No distance is
    /// negative, so their bits are in their order.
    /// </summary>
    private ref struct Nearest(Span<ulong> heap)
    {
        /// <summary>Length of the heap: the last entry stays 0, which is below every distance.</summary>
        public const int Length = Kept + 1;

        private readonly ref ulong top = ref MemoryMarshal.GetReference(heap);
        private int count;

        /// <summary>Distance that a candidate must undercut.</summary>
        public readonly float Farthest => count < Kept ? float.PositiveInfinity : GetDistance(0);

        public void Offer(float distance, int cell)
        {
            if (!(distance < Farthest))
            {
                return; // too far, or NaN for an unknown minute
            }

            if (count < Kept)
            {
                SiftUp(count++, Encode(distance, cell));
            }
            else
            {
                SiftDown(Encode(distance, cell));
            }
        }

        public readonly AnalogSet ToSet(int minute, int last)
        {
            var starts = new int[count];
            var weights = new float[count];
            var lowest = float.PositiveInfinity;
            for (var i = 0; i < count; i++)
            {
                lowest = Math.Min(lowest, GetDistance(i));
            }

            var total = 0f;
            for (var i = 0; i < count; i++)
            {
                starts[i] = minute - ((last - (int)(uint)Get(i)) * RequiredUnitsHistory.GridMinutes);
                weights[i] = MathF.Exp((lowest - GetDistance(i)) / 2);
                total += weights[i];
            }

            for (var i = 0; i < count; i++)
            {
                weights[i] /= total;
            }

            return new(minute, starts, weights);
        }

        private static ulong Encode(float distance, int cell) => ((ulong)BitConverter.SingleToUInt32Bits(distance) << 32) | (uint)cell;

        // Every index is below Length.
        private readonly ref ulong Get(int at) => ref Unsafe.Add(ref top, at);

        private readonly float GetDistance(int at) => BitConverter.UInt32BitsToSingle((uint)(Get(at) >> 32));

        private readonly void SiftUp(int at, ulong entry)
        {
            while (at > 0 && Get((at - 1) / 2) >> 32 < entry >> 32)
            {
                Get(at) = Get((at - 1) / 2);
                at = (at - 1) / 2;
            }

            Get(at) = entry;
        }

        private readonly void SiftDown(ulong entry)
        {
            var at = 0;
            for (var child = 1; child < Kept; child = (2 * at) + 1)
            {
                // Without a branch: which child is farther cannot be predicted.
                child += Get(child + 1) >> 32 > Get(child) >> 32 ? 1 : 0;
                if (Get(child) >> 32 <= entry >> 32)
                {
                    break;
                }

                Get(at) = Get(child);
                at = child;
            }

            Get(at) = entry;
        }
    }
}
