using Advisor.Core.Serialization;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Minutes whose required units are only a lower bound: the size in force was full, and its metrics show what it served, not what was
/// wanted. Kept as stretches, oldest first. An immutable value.
/// </summary>
internal sealed class LowerBoundMinutes
{
    /// <summary>Stretches kept; beyond that the oldest are forgotten. One a day is usual, and this is more than one an hour.</summary>
    public const int MaxStretches = 384;

    private readonly Stretch[] stretches;

    private LowerBoundMinutes(Stretch[] stretches) => this.stretches = stretches;

    public static LowerBoundMinutes None { get; } = new([]);

    public bool IsEmpty => stretches.Length == 0;

    /// <summary>Newest minute that is a lower bound; null if there is none.</summary>
    public int? Newest => IsEmpty ? null : stretches[^1].End - 1;

    /// <summary>Minutes of the newest stretch; 0 if there is none.</summary>
    public int NewestLength => IsEmpty ? 0 : stretches[^1].Length;

    /// <summary>Whether the required units of a minute are a lower bound.</summary>
    public bool Contains(int minute) => HasAny(minute, 1);

    /// <summary>Whether any of a range of minutes is a lower bound.</summary>
    public bool HasAny(int minute, int count)
    {
        // The first stretch that ends after the range begins.
        var (low, high) = (0, stretches.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = stretches[middle].End > minute ? (low, middle) : (middle + 1, high);
        }

        return low < stretches.Length && stretches[low].Start < minute + count;
    }

    /// <summary>Says for each minute of a range whether it is a lower bound.</summary>
    /// <param name="first">First minute of the range.</param>
    public void Mark(Span<bool> minutes, int first)
    {
        minutes.Clear();
        foreach (var stretch in stretches)
        {
            var (start, end) = (Math.Max(stretch.Start - first, 0), Math.Min(stretch.End - first, minutes.Length));
            if (start < end)
            {
                minutes[start..end].Fill(true);
            }
        }
    }

    /// <summary>
    /// Finds the stretches from a minute on before the newest one, where each of them is brief and the newest is no longer than the longest
    /// of them.
    /// </summary>
    /// <param name="brief">Minutes of a brief stretch at most.</param>
    /// <returns>Their number and the length of the longest; 0 where one is longer.</returns>
    public (int Count, int Longest) FindBrief(int from, int brief)
    {
        var (count, longest) = (0, 0);
        for (var i = stretches.Length - 2; i >= 0 && stretches[i].Start >= from; i--, count++)
        {
            longest = Math.Max(longest, stretches[i].Length);
        }

        return longest <= brief && count > 0 && stretches[^1].Length <= longest ? (count, longest) : default;
    }

    /// <summary>Returns the minutes with those between two stretches about which nothing is known.</summary>
    /// <param name="few">Minutes between two stretches at most.</param>
    /// <param name="isUnknown">Whether nothing is known about so many minutes from one on.</param>
    public LowerBoundMinutes Bridge(int few, Func<int, int, bool> isUnknown)
    {
        var bridged = new List<Stretch>(stretches.Length);
        foreach (var stretch in stretches)
        {
            if (bridged is [.., var before] && stretch.Start - before.End is var gap && gap <= few && isUnknown(before.End, gap))
            {
                bridged[^1] = before with { End = stretch.End };
            }
            else
            {
                bridged.Add(stretch);
            }
        }

        return new([.. bridged]);
    }

    /// <summary>Adds a minute after all others; the minutes before <paramref name="oldest"/> are dropped.</summary>
    public LowerBoundMinutes Add(int minute, int oldest)
    {
        var first = 0;
        while (first < stretches.Length && (stretches[first].End <= oldest || stretches.Length - first >= MaxStretches))
        {
            first++;
        }

        Stretch[] kept =
            !IsEmpty && stretches[^1].End == minute
                ? [.. stretches[first..^1], stretches[^1] with { End = minute + 1 }]
                : [.. stretches[first..], new Stretch(minute, minute + 1)];
        kept[0] = kept[0] with { Start = Math.Max(kept[0].Start, oldest) };
        return new(kept);
    }

    /// <summary>Removes the minutes from one on, which turned out to be known.</summary>
    public LowerBoundMinutes RemoveFrom(int minute)
    {
        var kept = stretches.TakeWhile(stretch => stretch.Start < minute);
        return new([.. kept.Select(stretch => stretch with { End = Math.Min(stretch.End, minute) })]);
    }

    /// <summary>Writes four bytes a stretch: how long after the one before it begins, and its length, both within the month kept.</summary>
    public void Write(BinaryWriter writer)
    {
        var at = IsEmpty ? 0 : stretches[0].Start;
        writer.Write(at);
        var fields = new ushort[2 * stretches.Length];
        for (var i = 0; i < stretches.Length; i++)
        {
            fields[2 * i] = checked((ushort)(stretches[i].Start - at));
            fields[(2 * i) + 1] = checked((ushort)(stretches[i].End - stretches[i].Start));
            at = stretches[i].End;
        }

        writer.WriteArray<ushort>(fields);
    }

    public static LowerBoundMinutes Read(BinaryReader reader)
    {
        var at = reader.ReadInt32();
        var fields = reader.ReadArray<ushort>(2 * MaxStretches);
        var read = new Stretch[fields.Length / 2];
        for (var i = 0; i < read.Length; i++)
        {
            var (gap, length) = (fields[2 * i], fields[(2 * i) + 1]);
            if (length == 0 || (gap == 0 && i > 0) || fields.Length % 2 != 0)
            {
                throw new InvalidDataException();
            }

            read[i] = new(at + gap, at + gap + length);
            at = read[i].End;
        }

        return read.Length == 0 ? None : new(read);
    }

    /// <summary>Consecutive minutes, counted from 1970.</summary>
    /// <param name="Start">First minute.</param>
    /// <param name="End">Minute after the last one.</param>
    private readonly record struct Stretch(int Start, int End)
    {
        public int Length => End - Start;
    }
}
