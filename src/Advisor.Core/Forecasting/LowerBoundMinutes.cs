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

    /// <summary>Adds a minute after all others; stretches that end before <paramref name="oldest"/> are dropped.</summary>
    public LowerBoundMinutes Add(int minute, int oldest)
    {
        var first = 0;
        while (first < stretches.Length && (stretches[first].End <= oldest || stretches.Length - first >= MaxStretches))
        {
            first++;
        }

        return !IsEmpty && stretches[^1].End == minute
            ? new([.. stretches[first..^1], stretches[^1] with { End = minute + 1 }])
            : new([.. stretches[first..], new Stretch(minute, minute + 1)]);
    }

    /// <summary>Removes the minutes from one on, which turned out to be known.</summary>
    public LowerBoundMinutes RemoveFrom(int minute)
    {
        var kept = stretches.TakeWhile(stretch => stretch.Start < minute);
        return new([.. kept.Select(stretch => stretch with { End = Math.Min(stretch.End, minute) })]);
    }

    public void Write(BinaryWriter writer) => writer.WriteArray<Stretch>(stretches);

    public static LowerBoundMinutes Read(BinaryReader reader)
    {
        var read = reader.ReadArray<Stretch>(MaxStretches);
        for (var i = 0; i < read.Length; i++)
        {
            if (read[i].End <= read[i].Start || (i > 0 && read[i].Start <= read[i - 1].End))
            {
                throw new InvalidDataException();
            }
        }

        return read.Length == 0 ? None : new(read);
    }

    /// <summary>Consecutive minutes, counted from 1970.</summary>
    /// <param name="Start">First minute.</param>
    /// <param name="End">Minute after the last one.</param>
    private readonly record struct Stretch(int Start, int End);
}
