using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>
/// Required units of the minutes that a steady size is selected from: the 14 days that the state keeps, and the earlier ones that were
/// read where the look-back is longer.
/// </summary>
internal sealed class LookBack
{
    private const int MinutesOfDay = 1440;

    private readonly RequiredUnitsHistory history;
    private readonly ushort[]? joined;
    private readonly bool[]? bounds;

    /// <param name="earlier">Requirements before those of the history; null = none were read.</param>
    public LookBack(RequiredUnitsHistory history, EarlierRequirements? earlier = null)
    {
        this.history = history;
        RequiredUnitsHistory[] parts = [.. earlier?.Histories ?? [], history];
        var oldest = parts.Min(part => part.NextMinute - part.Count);
        joined = oldest < history.NextMinute - history.Count ? Join(parts, oldest) : null;
        bounds = parts.All(part => part.LowerBounds.IsEmpty) ? null : JoinBounds(parts, oldest);
    }

    /// <summary>Days of the look-back, 14 or more; the last one back may be known in part.</summary>
    public int Days => Math.Max(RequiredUnitsHistory.MinutesKept, Codes.Length + MinutesOfDay - 1) / MinutesOfDay;

    /// <summary>Minute after the newest one.</summary>
    public int NextMinute => history.NextMinute;

    /// <summary>Codes of the minutes, newest last; see <see cref="UnitsCode"/>.</summary>
    public ReadOnlySpan<ushort> Codes => joined is null ? history.Codes : joined;

    /// <summary>Whether a minute of the look-back requires more than is known, since the size was full.</summary>
    public bool IsLowerBound(int minute) => bounds is not null && bounds[minute - NextMinute + bounds.Length];

    // Where two parts know a minute, the newer one says what it required.
    private static ushort[] Join(RequiredUnitsHistory[] parts, int oldest)
    {
        var codes = new ushort[parts[^1].NextMinute - oldest];
        foreach (var part in parts)
        {
            part.Codes.CopyTo(codes.AsSpan(part.NextMinute - part.Count - oldest));
        }

        return codes;
    }

    private static bool[] JoinBounds(RequiredUnitsHistory[] parts, int oldest)
    {
        var marked = new bool[parts[^1].NextMinute - oldest];
        foreach (var part in parts)
        {
            var first = part.NextMinute - part.Count;
            part.LowerBounds.Mark(marked.AsSpan(first - oldest, part.Count), first);
        }

        return marked;
    }
}
