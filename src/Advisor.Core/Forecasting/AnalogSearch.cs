using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Finds the 40 past moments most similar to now, from an hour to 14 days old, at five-minute steps: by the level of the required units
/// (the mean of five minutes in a noisy load), its slope over 15 minutes, hour of the day and age. The distance is ((y_s - y) / 0.5)^2 +
/// ((slope_s - slope) / (1.5 v + 0.01))^2 + age in days / 20 + min((gap of the hour / 90 min)^2, 10), with y the logarithm of the level
/// and v the running mean of the size of the slope of single minutes.
/// </summary>
internal static partial class AnalogSearch
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
    private const float PerLevel = (float)(1 / LevelScale / UnitsCode.PerE);
    private const int Lanes = 8,
        BlockCells = 2 * Lanes;
    private const int SlopeCells = SlopeMinutes / RequiredUnitsHistory.GridMinutes;

    // The oldest cells may contain minutes that are no longer kept, and a stored history would have other levels.
    private const int OldestCandidate = SlopeCells + RequiredUnitsHistory.CellsOfLevel;
    private const int YoungestCells = YoungestMinutes / RequiredUnitsHistory.GridMinutes;

    // The part of the distance that depends on age alone, oldest first, in the order of the history in memory.
    private static readonly float[] AgePenalties = CreateAgePenalties();

    // The smallest of them in each block of 16 candidates, newest first. No distance in a block is less, and most blocks lie at another
    // hour of the day than now: 85 % of the candidates are skipped unmeasured.
    private static readonly float[] MinPenalties = CreateMinPenalties();

    /// <summary>Finds the moments similar to the newest minute of the history's grid.</summary>
    /// <param name="history">History; its newest grid minute must be known for a result.</param>
    /// <param name="meanSlope">Running mean of the size of the slope over 15 minutes, in logarithms.</param>
    /// <param name="before">
    /// Result of an earlier search, with which this one finds the same moments faster, in another order; null when there is none.
    /// </param>
    public static AnalogSet Find(RequiredUnitsHistory history, double meanSlope, AnalogSet? before = null)
    {
        var grid = history.Grid;
        var minute = (history.NextMinute - 1) / RequiredUnitsHistory.GridMinutes * RequiredUnitsHistory.GridMinutes;
        var last = grid.Length - 1;
        var candidates = last - YoungestCells + 1;
        if (candidates <= OldestCandidate || !IsRecentKnown(grid))
        {
            return AnalogSet.None with { Minute = minute };
        }

        var perSlope = (float)(1 / ((SlopeScale * meanSlope) + MinSlopeScale) / UnitsCode.PerE);
        var bound = FindBound(grid, candidates, perSlope, before ?? AnalogSet.None);
        var nearest = new Nearest(stackalloc ulong[Nearest.Length], bound);
        Measure(grid, candidates, perSlope, ref nearest);
        return nearest.ToSet(minute, last);
    }

    /// <summary>
    /// Whether level and slope of now are known: the minutes of the grid that they come from are less than 20 minutes old.
    /// </summary>
    public static bool IsRecentKnown(ReadOnlySpan<float> grid) =>
        grid.Length > SlopeCells && !float.IsNaN(grid[^1]) && !float.IsNaN(grid[^(SlopeCells + 1)]);

    // Optimized at once, as are the other loops over vectors of a search and of a forecast: an evaluation of 1,000 resources would spend
    // a second of 23 in the code that is compiled first.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Measure(ReadOnlySpan<float> grid, int candidates, float perSlope, ref Nearest nearest)
    {
        var now = grid[^1];
        var slope = now - grid[grid.Length - 1 - SlopeCells];
        var penalties = AgePenalties.AsSpan(AgePenalties.Length - candidates);
        ref var cells = ref MemoryMarshal.GetReference(grid);
        ref var ages = ref MemoryMarshal.GetReference(penalties);
        var minima = MinPenalties.AsSpan();
        var (level, rise) = (Vector256.Create(now), Vector256.Create(slope));
        var end = candidates;
        // From newest to oldest: close moments come early, so most of the rest is skipped sixteen at a time. In bounds: OldestCandidate
        // <= at, and at + BlockCells <= candidates, which both spans have.
        for (var block = 0; end - BlockCells >= OldestCandidate; end -= BlockCells, block++)
        {
            if (minima[block] >= nearest.Farthest)
            {
                continue;
            }

            var at = end - BlockCells;
            var older = Measure(ref cells, ref ages, at, level, rise, perSlope);
            var newer = Measure(ref cells, ref ages, at + Lanes, level, rise, perSlope);
            nearest.Offer(older, newer, at);
        }

        for (var at = end - 1; at >= OldestCandidate; at--)
        {
            nearest.Offer(Measure(grid, at, perSlope) + penalties[at], at);
        }
    }

    /// <summary>
    /// Returns a distance that all of the closest undercut: what was close shortly before is close again, so the farthest of those moments,
    /// as old as they were then, is not much farther than the farthest of the result. Infinite when they are too few or one of
    /// them is unknown.
    /// </summary>
    private static float FindBound(ReadOnlySpan<float> grid, int candidates, float perSlope, AnalogSet before)
    {
        if (before.Starts.Length < Kept)
        {
            return float.PositiveInfinity;
        }

        var farthest = 0f;
        foreach (var start in before.Starts)
        {
            var at = grid.Length - 1 - ((before.Minute - start) / RequiredUnitsHistory.GridMinutes);
            if (at < OldestCandidate || at >= candidates)
            {
                return float.PositiveInfinity;
            }

            farthest = Math.Max(farthest, Measure(grid, at, perSlope) + AgePenalties[AgePenalties.Length - candidates + at]);
        }

        return float.IsNaN(farthest) ? float.PositiveInfinity : MathF.BitIncrement(farthest);
    }

    /// <summary>Returns the distance of a candidate from now, without its age.</summary>
    private static float Measure(ReadOnlySpan<float> grid, int at, float perSlope)
    {
        var now = grid[^1];
        var gap = (grid[at] - now) * PerLevel;
        var tilt = (grid[at] - grid[at - SlopeCells] - (now - grid[grid.Length - 1 - SlopeCells])) * perSlope;
        return (gap * gap) + (tilt * tilt);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<float> Measure(
        ref float cells,
        ref float ages,
        int at,
        Vector256<float> now,
        Vector256<float> slope,
        float perSlope
    )
    {
        var level = Vector256.LoadUnsafe(ref cells, (nuint)at);
        var tilt = (level - Vector256.LoadUnsafe(ref cells, (nuint)(at - SlopeCells)) - slope) * perSlope;
        var gap = (level - now) * PerLevel;
        return (gap * gap) + (tilt * tilt) + Vector256.LoadUnsafe(ref ages, (nuint)at);
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

    private static float[] CreateMinPenalties()
    {
        var minima = new float[AgePenalties.Length / BlockCells];
        for (var block = 0; block < minima.Length; block++)
        {
            var end = AgePenalties.Length - (block * BlockCells);
            minima[block] = AgePenalties[(end - BlockCells)..end].Min();
        }

        return minima;
    }
}
