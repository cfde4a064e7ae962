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
    private readonly IReadOnlyList<RequiredUnitsHistory> earlier;
    private readonly ushort[]? joined;

    /// <param name="earlier">Requirements before those of the history; null = none were read.</param>
    public LookBack(RequiredUnitsHistory history, EarlierRequirements? earlier = null)
    {
        (this.history, this.earlier) = (history, earlier?.Histories ?? []);
        var first = history.NextMinute - history.Count;
        var oldest = this.earlier.Count == 0 ? first : Math.Min(first, this.earlier.Min(part => part.NextMinute - part.Count));
        joined = oldest < first ? Join(oldest) : null;
    }

    /// <summary>Days of the look-back, 14 or more; the last one back may be known in part.</summary>
    public int Days => Math.Max(RequiredUnitsHistory.MinutesKept, Codes.Length + MinutesOfDay - 1) / MinutesOfDay;

    /// <summary>Minute after the newest one.</summary>
    public int NextMinute => history.NextMinute;

    /// <summary>Codes of the minutes, newest last; see <see cref="UnitsCode"/>.</summary>
    public ReadOnlySpan<ushort> Codes => joined is null ? history.Codes : joined;

    /// <summary>Whether a minute requires more than is known, since the size was full.</summary>
    public bool IsLowerBound(int minute)
    {
        if (minute >= history.NextMinute - history.Count || earlier.Count == 0)
        {
            return history.LowerBounds.Contains(minute);
        }

        for (var i = earlier.Count - 1; i >= 0; i--)
        {
            if (minute >= earlier[i].NextMinute - earlier[i].Count)
            {
                return earlier[i].LowerBounds.Contains(minute);
            }
        }

        return false;
    }

    private ushort[] Join(int oldest)
    {
        var codes = new ushort[history.NextMinute - oldest];
        foreach (var part in (IEnumerable<RequiredUnitsHistory>)[.. earlier, history])
        {
            part.Codes.CopyTo(codes.AsSpan(part.NextMinute - part.Count - oldest));
        }

        return codes;
    }
}
