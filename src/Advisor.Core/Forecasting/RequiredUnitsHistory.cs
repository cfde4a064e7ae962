using System.Runtime.Intrinsics;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Required units of a resource for each minute of the last 14 days, in 40 KB. Minutes are counted from 1970 in UTC. A minute without a
/// reading is unknown; only gaps of up to four minutes are interpolated. A minute in which the size was full is a lower bound until a
/// greater size shows what was wanted.
/// </summary>
internal sealed partial class RequiredUnitsHistory
{
    public const int MinutesKept = 14 * 1440;

    /// <summary>Step of the grid of past moments, in minutes.</summary>
    public const int GridMinutes = 5;

    private const int BridgedGap = 4;
    private const int MinutesSlack = 2880;
    private const int GridKept = MinutesKept / GridMinutes;

    private AppendOnlyBuffer<ushort> minutes;
    private int length;

    // Null as read from a stored state: a tick in five searches analogs, and only that one derives the grid from the minutes.
    private AppendOnlyBuffer<float>? grid;
    private int gridLength;

    private RequiredUnitsHistory(
        AppendOnlyBuffer<ushort> minutes,
        int length,
        AppendOnlyBuffer<float>? grid,
        int gridLength,
        int nextMinute
    )
    {
        (this.minutes, this.length, this.grid, this.gridLength, NextMinute) = (minutes, length, grid, gridLength, nextMinute);
    }

    public static RequiredUnitsHistory Empty => new(CreateMinuteBuffer(), 0, CreateGridBuffer(), 0, 0);

    /// <summary>Minutes whose required units are only a lower bound.</summary>
    public LowerBoundMinutes LowerBounds { get; private set; } = LowerBoundMinutes.None;

    /// <summary>Minute after the newest one.</summary>
    public int NextMinute { get; private set; }

    /// <summary>Number of minutes kept, known or not, from the oldest to the newest.</summary>
    public int Count => Math.Min(length, MinutesKept);

    /// <summary>Codes of the minutes kept, newest last; see <see cref="UnitsCode"/>.</summary>
    public ReadOnlySpan<ushort> Codes => minutes.AsSpan(length)[(length - Count)..];

    /// <summary>
    /// Levels (<see cref="ComputeLevel"/>) of the minutes divisible by <see cref="GridMinutes"/>, newest last; unknown ones are NaN. The
    /// first one may still contain minutes that are no longer kept.
    /// </summary>
    public ReadOnlySpan<float> Grid => (grid ?? DeriveGrid()).AsSpan(gridLength)[Math.Max(0, gridLength - GridKept)..];

    /// <summary>Returns the number of minutes kept that are known.</summary>
    public int CountKnown() => Count - Codes.Count(UnitsCode.Unknown);

    /// <summary>Returns the code of a minute; unknown outside of the minutes kept.</summary>
    public ushort GetCode(int minute)
    {
        var back = NextMinute - minute;
        return (uint)(back - 1) < (uint)Count ? minutes[length - back] : UnitsCode.Unknown;
    }

    /// <summary>Returns the newest known minute; null if none is.</summary>
    public int? FindNewestKnownMinute() =>
        Codes.LastIndexOfAnyExcept(UnitsCode.Unknown) is >= 0 and var index ? NextMinute - Count + index : null;

    /// <summary>Returns the highest required units of the last minutes; null if fewer than a share of them are known.</summary>
    public double? FindMax(int lookBack, double minShare)
    {
        if (Count < lookBack || lookBack < 1)
        {
            return null;
        }

        var codes = Codes[^lookBack..];
        return lookBack - codes.Count(UnitsCode.Unknown) >= minShare * lookBack ? UnitsCode.Decode(Max(codes)) : null;
    }

    /// <summary>Returns the highest required units of a range of minutes; null if none is known.</summary>
    public double? FindMaxFrom(int minute, int count) =>
        FindMaxCode(minute, count) is > UnitsCode.Unknown and var code ? UnitsCode.Decode(code) : null;

    /// <summary>Returns the highest code of a range of minutes; unknown if none is known.</summary>
    public ushort FindMaxCode(int minute, int count)
    {
        var from = Math.Max(Count - (NextMinute - minute), 0);
        var to = Math.Min(Count - (NextMinute - minute) + count, Count);
        return from < to ? Max(Codes[from..to]) : UnitsCode.Unknown;
    }

    /// <summary>Returns the required units that a share of the known minutes kept did not exceed; null if none is known.</summary>
    /// <param name="share">Above 0, to 1.</param>
    public double? FindQuantile(double share)
    {
        var unknown = Codes.Count(UnitsCode.Unknown);
        var known = Count - unknown;
        return known == 0 ? null : UnitsCode.Decode(CodeRanks.Find(Codes, unknown + (int)Math.Ceiling(share * known) - 1));
    }

    /// <summary>Counts the known ones of the last minutes that required more than a number of units.</summary>
    public int CountAbove(double units, int lookBack)
    {
        var (limit, count) = (UnitsCode.Encode(units), 0);
        foreach (var code in Codes[^Math.Clamp(lookBack, 0, Count)..])
        {
            count += code > limit ? 1 : 0;
        }

        return count;
    }

    /// <summary>Returns the highest code of all minutes kept.</summary>
    public ushort FindMaxCode() => Max(Codes);

    /// <summary>Returns the history with one more minute, at or after <see cref="NextMinute"/>; skipped minutes are unknown.</summary>
    /// <param name="isLowerBound">Whether at least this is required, since the size was full.</param>
    public RequiredUnitsHistory Append(int minute, ushort code, bool isLowerBound = false)
    {
        var next = Fork();
        next.Add(minute, code, isLowerBound);
        return next;
    }

    /// <summary>Returns a history of its own with the same minutes, for <see cref="Add"/>.</summary>
    public RequiredUnitsHistory Fork() => new(minutes, length, grid, gridLength, NextMinute) { LowerBounds = LowerBounds };

    /// <summary>Appends a minute in place. Only for a history that no state has yet.</summary>
    /// <param name="isLowerBound">Whether at least this is required, since the size was full.</param>
    public void Add(int minute, ushort code, bool isLowerBound = false)
    {
        var gap = minute - NextMinute;
        // What is interpolated between two bounds is one.
        for (
            var bound = gap <= BridgedGap && LowerBounds.Newest == NextMinute - 1 ? NextMinute : minute;
            isLowerBound && bound <= minute;
            bound++
        )
        {
            LowerBounds = LowerBounds.Add(bound, minute - MinutesKept);
        }

        if (length == 0 || gap > MinutesKept)
        {
            (minutes, length) = CreateMinuteBuffer().Append(0, code);
            (grid, gridLength) = (CreateGridBuffer(), 0);
            NextMinute = minute + 1;
            AddCells(1);
            return;
        }

        var before = GetCode(NextMinute - 1);
        for (var step = 1; step <= gap + 1; step++)
        {
            var value = step > gap ? code : InterpolateGap(before, code, gap, step);
            (minutes, length) = minutes.Append(length, value);
        }

        NextMinute = minute + 1;
        AddCells(gap + 1);
    }

    /// <summary>
    /// Appends successive minutes in place, the first at <see cref="NextMinute"/> or of an empty history. Only for a history that no state
    /// has yet.
    /// </summary>
    public void AddRange(int minute, ReadOnlySpan<ushort> codes)
    {
        (minutes, length) = minutes.Append(length, codes);
        NextMinute = minute + codes.Length;
        AddCells(codes.Length);
    }

    /// <summary>Returns the highest of some codes. Unknown is the smallest code, so it is the maximum only if nothing is known.</summary>
    public static ushort Max(ReadOnlySpan<ushort> codes)
    {
        const int lanes = 8;
        if (codes.Length < lanes)
        {
            var highest = UnitsCode.Unknown;
            foreach (var code in codes)
            {
                highest = Math.Max(highest, code);
            }

            return highest;
        }

        // The last load overlaps the previous one, which does not affect a maximum.
        var (maxima, wide, i) = (Vector128.Create(codes[^lanes..]), Vector256<ushort>.Zero, 0);
        for (; i + (2 * lanes) <= codes.Length; i += 2 * lanes)
        {
            wide = Vector256.Max(wide, Vector256.Create(codes[i..]));
        }

        if (i + lanes <= codes.Length)
        {
            maxima = Vector128.Max(maxima, Vector128.Create(codes[i..]));
        }

        maxima = Vector128.Max(maxima, Vector128.Max(wide.GetLower(), wide.GetUpper()));
        maxima = Vector128.Max(maxima, Vector128.Shuffle(maxima, Vector128.Create((ushort)4, 5, 6, 7, 0, 1, 2, 3)));
        maxima = Vector128.Max(maxima, Vector128.Shuffle(maxima, Vector128.Create((ushort)2, 3, 0, 1, 6, 7, 4, 5)));
        return Math.Max(maxima[0], maxima[1]);
    }

    private static ushort InterpolateGap(ushort from, ushort to, int gap, int step) =>
        gap > BridgedGap || from == UnitsCode.Unknown || to == UnitsCode.Unknown
            ? UnitsCode.Unknown
            : (ushort)(from + ((to - from) * step / (gap + 1)));

    private static AppendOnlyBuffer<ushort> CreateMinuteBuffer() => new(MinutesKept, MinutesSlack);

    private static AppendOnlyBuffer<float> CreateGridBuffer() => new(GridKept, MinutesSlack / GridMinutes);
}
