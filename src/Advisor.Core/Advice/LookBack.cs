using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>
/// Required units of the minutes that a steady size is selected from: the 14 days that the state keeps, and the earlier ones that were
/// read where the look-back is longer; of these, the minutes of the hours to size for.
/// </summary>
internal sealed class LookBack
{
    private const int MinutesOfDay = 1440;
    private const double BeyondFull = 1.05;

    private static readonly int More = UnitsCode.ToDifference(BeyondFull);

    private readonly RequiredUnitsHistory history;
    private readonly ushort[]? joined;
    private readonly bool[]? bounds;
    private readonly int[]? knownOfDays;

    /// <param name="earlier">Requirements before those of the history; null = none were read.</param>
    /// <param name="isIncluded">Whether a minute, counted from 1970, is part of the hours to size for; null = all are.</param>
    public LookBack(RequiredUnitsHistory history, EarlierRequirements? earlier = null, Func<int, bool>? isIncluded = null)
    {
        this.history = history;
        RequiredUnitsHistory[] parts = [.. earlier?.Histories ?? [], history];
        var oldest = parts.Min(part => part.NextMinute - part.Count);
        joined = oldest < history.NextMinute - history.Count ? Join(parts, oldest) : null;
        bounds = parts.All(part => part.LowerBounds.IsEmpty) ? null : JoinBounds(parts, oldest);
        IncludedMinutes = Days * MinutesOfDay;
        if (isIncluded is not null)
        {
            joined ??= history.Codes.ToArray();
            knownOfDays = new int[Days];
            IncludedMinutes = Include(joined, history.NextMinute, isIncluded, knownOfDays);
        }
    }

    /// <summary>Days of the look-back, 14 or more; the last one back may be known in part.</summary>
    public int Days => Math.Max(RequiredUnitsHistory.MinutesKept, Codes.Length + MinutesOfDay - 1) / MinutesOfDay;

    /// <summary>Minute after the newest one.</summary>
    public int NextMinute => history.NextMinute;

    /// <summary>Minutes of the look-back that are sized for, known or not.</summary>
    public int IncludedMinutes { get; }

    /// <summary>
    /// Known minutes of each day, whether sized for or not, counted back from the newest: 0 is the last 24 hours. Null where all are sized
    /// for, and so counted with their requirement.
    /// </summary>
    public IReadOnlyList<int>? KnownOfDays => knownOfDays;

    /// <summary>Codes of the minutes, newest last; see <see cref="UnitsCode"/>. Those that are not sized for are unknown.</summary>
    public ReadOnlySpan<ushort> Codes => joined is null ? history.Codes : joined;

    /// <summary>Whether a minute of the look-back requires more than is known, since the size was full.</summary>
    public bool IsLowerBound(int minute) => bounds is not null && bounds[minute - NextMinute + bounds.Length];

    /// <summary>
    /// Returns the code that a minute required for certain: a full one shows as much as the limit admits, and clients were refused, so
    /// more was wanted.
    /// </summary>
    public ushort GetWanted(ushort code, int minute) => IsLowerBound(minute) ? UnitsCode.AddTo(code, More) : code;

    // Counts the known minutes of each day, then forgets those that are not sized for; returns how many are.
    private static int Include(ushort[] codes, int nextMinute, Func<int, bool> isIncluded, int[] knownOfDays)
    {
        var included = 0;
        for (var back = 0; back < knownOfDays.Length * MinutesOfDay; back++)
        {
            var (at, counts) = (codes.Length - 1 - back, isIncluded(nextMinute - 1 - back));
            included += counts ? 1 : 0;
            if (at >= 0 && codes[at] != UnitsCode.Unknown)
            {
                knownOfDays[back / MinutesOfDay]++;
                codes[at] = counts ? codes[at] : UnitsCode.Unknown;
            }
        }

        return included;
    }

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
