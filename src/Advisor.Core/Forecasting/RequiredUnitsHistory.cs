using System.Runtime.Intrinsics;
using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// What a resource needed in each of the last 14 days' minutes, 40 KB. Minutes are counted from 1970 in UTC. A minute without a reading
/// is unknown; only a gap of up to four minutes is bridged by a straight line.
/// </summary>
internal sealed class RequiredUnitsHistory
{
    public const int MinutesKept = 14 * 1440;

    /// <summary>Past moments are compared every so many minutes.</summary>
    public const int GridMinutes = 5;

    private const int BridgedGap = 4;
    private const int MinutesSlack = 2880;
    private const int GridKept = MinutesKept / GridMinutes;

    private readonly AppendOnlyBuffer<ushort> minutes;
    private readonly int length;
    private readonly AppendOnlyBuffer<float> grid;
    private readonly int gridLength;

    private RequiredUnitsHistory(AppendOnlyBuffer<ushort> minutes, int length, AppendOnlyBuffer<float> grid, int gridLength, int nextMinute)
    {
        (this.minutes, this.length, this.grid, this.gridLength, NextMinute) = (minutes, length, grid, gridLength, nextMinute);
    }

    public static RequiredUnitsHistory Empty => new(NewMinutes(), 0, NewGrid(), 0, 0);

    /// <summary>The minute after the newest one.</summary>
    public int NextMinute { get; }

    /// <summary>Minutes kept, known or not, from the oldest to the newest.</summary>
    public int Count => Math.Min(length, MinutesKept);

    /// <summary>The codes of the kept minutes, the newest last; see <see cref="UnitsCode"/>.</summary>
    public ReadOnlySpan<ushort> Codes => minutes.Values(length)[(length - Count)..];

    /// <summary>The codes of the minutes that <see cref="GridMinutes"/> divides, the newest last; unknown ones are NaN.</summary>
    public ReadOnlySpan<float> Grid => grid.Values(gridLength)[Math.Max(0, gridLength - GridKept)..];

    /// <summary>The code of a minute; unknown for one outside of what is kept.</summary>
    public ushort CodeAt(int minute)
    {
        var index = Count - (NextMinute - minute);
        return (uint)index < (uint)Count ? Codes[index] : UnitsCode.Unknown;
    }

    /// <summary>The highest need of the last minutes, in units; null where fewer than a share of them are known.</summary>
    public double? FindMax(int lookBack, double minShare)
    {
        if (Count < lookBack || lookBack < 1)
        {
            return null;
        }

        var codes = Codes[^lookBack..];
        return lookBack - codes.Count(UnitsCode.Unknown) >= minShare * lookBack ? UnitsCode.Decode(Max(codes)) : null;
    }

    /// <summary>The highest need of the minutes from one on, in units; null where none of them is known.</summary>
    public double? FindMaxFrom(int minute, int count) =>
        FindMaxCode(minute, count) is > UnitsCode.Unknown and var code ? UnitsCode.Decode(code) : null;

    /// <summary>The highest code of the minutes from one on; unknown where none of them is known.</summary>
    public ushort FindMaxCode(int minute, int count)
    {
        var from = Math.Max(Count - (NextMinute - minute), 0);
        var to = Math.Min(Count - (NextMinute - minute) + count, Count);
        return from < to ? Max(Codes[from..to]) : UnitsCode.Unknown;
    }

    /// <summary>The highest code of all minutes kept.</summary>
    public ushort FindMaxCode() => Max(Codes);

    /// <summary>
    /// The history with one more minute, which must not lie before <see cref="NextMinute"/>; minutes left out are unknown.
    /// </summary>
    public RequiredUnitsHistory Append(int minute, ushort code)
    {
        var gap = minute - NextMinute;
        if (length == 0 || gap > MinutesKept)
        {
            var (first, one) = NewMinutes().Append(0, code);
            var (firstGrid, gridOne) = AppendGrid(NewGrid(), 0, minute, code);
            return new(first, one, firstGrid, gridOne, minute + 1);
        }

        var (buffer, end, cells, cellsEnd) = (minutes, length, grid, gridLength);
        var before = CodeAt(NextMinute - 1);
        for (var step = 1; step <= gap + 1; step++)
        {
            var value = step > gap ? code : Bridge(before, code, gap, step);
            (buffer, end) = buffer.Append(end, value);
            (cells, cellsEnd) = AppendGrid(cells, cellsEnd, NextMinute + step - 1, value);
        }

        return new(buffer, end, cells, cellsEnd, minute + 1);
    }

    // Unknown is the smallest code, so that it never is the largest where anything is known.
    private static ushort Max(ReadOnlySpan<ushort> codes)
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

        // The last load overlaps the one before: a maximum does not mind.
        var (most, wide, i) = (Vector128.Create(codes[^lanes..]), Vector256<ushort>.Zero, 0);
        for (; i + (2 * lanes) <= codes.Length; i += 2 * lanes)
        {
            wide = Vector256.Max(wide, Vector256.Create(codes[i..]));
        }

        if (i + lanes <= codes.Length)
        {
            most = Vector128.Max(most, Vector128.Create(codes[i..]));
        }

        most = Vector128.Max(most, Vector128.Max(wide.GetLower(), wide.GetUpper()));
        most = Vector128.Max(most, Vector128.Shuffle(most, Vector128.Create((ushort)4, 5, 6, 7, 0, 1, 2, 3)));
        most = Vector128.Max(most, Vector128.Shuffle(most, Vector128.Create((ushort)2, 3, 0, 1, 6, 7, 4, 5)));
        return Math.Max(most[0], most[1]);
    }

    private static ushort Bridge(ushort from, ushort to, int gap, int step) =>
        gap > BridgedGap || from == UnitsCode.Unknown || to == UnitsCode.Unknown
            ? UnitsCode.Unknown
            : (ushort)(from + ((to - from) * step / (gap + 1)));

    private static (AppendOnlyBuffer<float> Buffer, int Length) AppendGrid(
        AppendOnlyBuffer<float> cells,
        int end,
        int minute,
        ushort code
    ) => minute % GridMinutes != 0 ? (cells, end) : cells.Append(end, code == UnitsCode.Unknown ? float.NaN : code);

    private static AppendOnlyBuffer<ushort> NewMinutes() => new(MinutesKept, MinutesSlack);

    private static AppendOnlyBuffer<float> NewGrid() => new(GridKept, MinutesSlack / GridMinutes);

    /// <summary>Writes the kept minutes; the grid follows from them.</summary>
    public void Write(BinaryWriter writer)
    {
        writer.Write(NextMinute);
        writer.WriteArray(Codes);
    }

    public static RequiredUnitsHistory Read(BinaryReader reader)
    {
        var nextMinute = reader.ReadInt32();
        var codes = reader.ReadArray<ushort>(MinutesKept);
        var (buffer, end, cells, cellsEnd) = (NewMinutes(), 0, NewGrid(), 0);
        for (var i = 0; i < codes.Length; i++)
        {
            (buffer, end) = buffer.Append(end, codes[i]);
            (cells, cellsEnd) = AppendGrid(cells, cellsEnd, nextMinute - codes.Length + i, codes[i]);
        }

        return new(buffer, end, cells, cellsEnd, nextMinute);
    }
}
