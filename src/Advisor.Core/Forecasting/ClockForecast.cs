using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Forecast from the same minutes of previous days: the weighted median of the highest requirement in a window, with days of the same
/// weekday weighted five times. It captures steps, peaks and events at exact times, which analogs blur over three hours.
/// </summary>
/// <param name="Units">Required units; null if no previous day is known.</param>
/// <param name="Days">Number of known days.</param>
/// <param name="SameWeekdays">
/// Number of most recent days of the same weekday, without a gap, that required about as many as <paramref name="Units"/>; 0 to 2.
/// </param>
internal readonly record struct ClockForecast(double? Units, int Days, int SameWeekdays)
{
    /// <summary>Number of days that required about as many as <see cref="Units"/>.</summary>
    public int AlikeDays { get; init; }

    /// <summary>Lowest requirement of those days.</summary>
    public double Lowest { get; init; }

    /// <summary>Highest requirement of those days.</summary>
    public double Highest { get; init; }

    private const int MinutesOfDay = 1440,
        DaysOfWeek = 7,
        MostDays = RequiredUnitsHistory.MinutesKept / MinutesOfDay;
    private const int RecentMinutes = 5;
    private const double AboutAsMuch = 0.2,
        FarAbove = 1.5;

    /// <summary>Creates the forecast for a window after the newest minute of a history.</summary>
    /// <param name="from">First minute of the window, counted from the newest one; below 1 for past minutes.</param>
    /// <param name="to">Last minute of the window, inclusive; at most a day.</param>
    /// <param name="zone">Time zone: the same local time is compared across daylight saving. Null = UTC.</param>
    /// <param name="above">Code that a day must exceed to count; by default every known day does.</param>
    public static ClockForecast Create(
        RequiredUnitsHistory history,
        int from,
        int to,
        ClockRules rules,
        TimeZoneInfo? zone,
        ushort above = UnitsCode.Unknown
    )
    {
        Span<ushort> highest = stackalloc ushort[MostDays];
        Span<int> daysAgo = stackalloc int[MostDays];
        Span<bool> isBound = stackalloc bool[MostDays];
        var known = 0;
        var start = history.NextMinute - 1 + from;
        var offset = GetUtcOffset(zone, start);
        var steady = zone is null || GetUtcOffset(zone, start - (MostDays * MinutesOfDay)) == offset;
        for (var day = 1; day <= Math.Min(rules.Days, MostDays); day++)
        {
            var then = start - (day * MinutesOfDay);
            then += steady ? 0 : offset - GetUtcOffset(zone, then);
            if (history.FindMaxCode(then, to - from + 1) is var code && code > above)
            {
                var bound = !history.LowerBounds.IsEmpty && history.LowerBounds.HasAny(then, to - from + 1);
                Insert(highest, daysAgo, isBound, known++, code, day, bound);
            }
        }

        return known == 0 ? default : Median(highest[..known], daysAgo[..known], isBound[..known], rules.SameWeekdayWeight);
    }

    /// <summary>
    /// Returns this forecast, or none if the previous days were already far above today at this time: today is then a day off.
    /// </summary>
    /// <param name="today">Units required in the newest minute.</param>
    public ClockForecast DropOnDayOff(RequiredUnitsHistory history, double today, ClockRules rules, TimeZoneInfo? zone)
    {
        // The history stores less than its minimum as that: such mornings would all be far below those before.
        var far = Math.Max(today, UnitsCode.MinUnits) * FarAbove;
        return Units > far && Create(history, 1 - RecentMinutes, 0, rules, zone).Units > far ? default : this;
    }

    /// <summary>Returns the minute of the same local time some days before, across daylight saving.</summary>
    /// <param name="zone">Time zone; null = UTC.</param>
    internal static int FindSameTime(TimeZoneInfo? zone, int minute, int daysBefore)
    {
        var then = minute - (daysBefore * MinutesOfDay);
        return then + GetUtcOffset(zone, minute) - GetUtcOffset(zone, then);
    }

    internal static int GetUtcOffset(TimeZoneInfo? zone, int minute) =>
        zone is null ? 0 : (int)zone.GetUtcOffset(Minutes.ToInstant(minute)).TotalMinutes;

    private static void Insert(Span<ushort> highest, Span<int> daysAgo, Span<bool> isBound, int count, ushort code, int day, bool bound)
    {
        var at = count;
        for (; at > 0 && highest[at - 1] > code; at--)
        {
            (highest[at], daysAgo[at], isBound[at]) = (highest[at - 1], daysAgo[at - 1], isBound[at - 1]);
        }

        (highest[at], daysAgo[at], isBound[at]) = (code, day, bound);
    }

    private static ClockForecast Median(
        ReadOnlySpan<ushort> highest,
        ReadOnlySpan<int> daysAgo,
        ReadOnlySpan<bool> isBound,
        double sameWeekday
    )
    {
        Span<double> weights = stackalloc double[highest.Length];
        var (total, sum, at) = (0.0, 0.0, 0);
        for (var i = 0; i < weights.Length; i++)
        {
            weights[i] = daysAgo[i] % DaysOfWeek == 0 ? sameWeekday : 1;
            total += weights[i];
        }

        if (isBound.Contains(true))
        {
            BoundedWeights.MoveUp(isBound, weights);
        }

        while ((sum += weights[at]) < total / 2)
        {
            at++;
        }

        // One week ago, then two: "the last two Thursdays" means both.
        var (same, alike, low, high) = (0, 0, highest[at], highest[at]);
        while (daysAgo.IndexOf((same + 1) * DaysOfWeek) is >= 0 and var i && IsAlike(highest[i], highest[at]))
        {
            same++;
        }

        foreach (var code in highest)
        {
            (alike, low, high) = IsAlike(code, highest[at]) ? (alike + 1, Math.Min(low, code), Math.Max(high, code)) : (alike, low, high);
        }

        return new(UnitsCode.Decode(highest[at]), highest.Length, same)
        {
            AlikeDays = alike,
            Lowest = UnitsCode.Decode(low),
            Highest = UnitsCode.Decode(high),
        };
    }

    private static bool IsAlike(ushort one, ushort other) => Math.Abs(one - other) < AboutAsMuch * UnitsCode.PerE;
}
