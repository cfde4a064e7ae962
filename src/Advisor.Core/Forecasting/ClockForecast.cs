using Advisor.Core.Quantities;
using Advisor.Core.Rules;

namespace Advisor.Core.Forecasting;

/// <summary>
/// What the need was at the same minutes of the days before: the weighted median of the highest need in a window, a day of the same weekday
/// counting five times. It knows steps, peaks and events at exact times that moments like now, three hours wide, blur.
/// </summary>
/// <param name="Units">Units; null where no day before is known.</param>
/// <param name="Days">Days that are known.</param>
/// <param name="SameWeekdays">
/// How many of the last days of the same weekday, without a break, needed about as much as <paramref name="Units"/>; 0 to 2.
/// </param>
internal readonly record struct ClockForecast(double? Units, int Days, int SameWeekdays)
{
    private const int MinutesOfDay = 1440,
        DaysOfWeek = 7,
        MostDays = RequiredUnitsHistory.MinutesKept / MinutesOfDay;
    private const int RecentMinutes = 5;
    private const double AboutAsMuch = 0.2,
        FarAbove = 1.5;

    /// <summary>The forecast for a window after the newest minute of a history.</summary>
    /// <param name="from">First minute of the window, counted from the newest one; below 1 for minutes that are over.</param>
    /// <param name="to">Its last minute, inclusive; at most a day.</param>
    /// <param name="zone">Whose clock it is: the same time on the wall, whatever summer time does. Null = UTC.</param>
    public static ClockForecast Create(RequiredUnitsHistory history, int from, int to, ClockRules rules, TimeZoneInfo? zone)
    {
        Span<ushort> highest = stackalloc ushort[MostDays];
        Span<int> daysAgo = stackalloc int[MostDays];
        var known = 0;
        var start = history.NextMinute - 1 + from;
        var offset = OffsetAt(zone, start);
        var steady = zone is null || OffsetAt(zone, start - (MostDays * MinutesOfDay)) == offset;
        for (var day = 1; day <= Math.Min(rules.Days, MostDays); day++)
        {
            var then = start - (day * MinutesOfDay);
            then += steady ? 0 : offset - OffsetAt(zone, then);
            if (history.FindMaxCode(then, to - from + 1) is > UnitsCode.Unknown and var code)
            {
                Insert(highest, daysAgo, known++, code, day);
            }
        }

        return known == 0 ? default : Median(highest[..known], daysAgo[..known], rules.SameWeekdayWeight);
    }

    /// <summary>
    /// This forecast; nothing where the days before were already far above today at this time: a day off is not like them.
    /// </summary>
    /// <param name="today">The need of the newest minute, in units.</param>
    public ClockForecast NoneOnDayOff(RequiredUnitsHistory history, double today, ClockRules rules, TimeZoneInfo? zone) =>
        Units > today * FarAbove && Create(history, 1 - RecentMinutes, 0, rules, zone).Units > today * FarAbove ? default : this;

    internal static int OffsetAt(TimeZoneInfo? zone, int minute) =>
        zone is null ? 0 : (int)zone.GetUtcOffset(Minutes.Start(minute)).TotalMinutes;

    private static void Insert(Span<ushort> highest, Span<int> daysAgo, int count, ushort code, int day)
    {
        var at = count;
        for (; at > 0 && highest[at - 1] > code; at--)
        {
            (highest[at], daysAgo[at]) = (highest[at - 1], daysAgo[at - 1]);
        }

        (highest[at], daysAgo[at]) = (code, day);
    }

    private static ClockForecast Median(ReadOnlySpan<ushort> highest, ReadOnlySpan<int> daysAgo, double sameWeekday)
    {
        double Weight(int day) => day % DaysOfWeek == 0 ? sameWeekday : 1;
        var (total, sum, at) = (0.0, 0.0, 0);
        foreach (var day in daysAgo)
        {
            total += Weight(day);
        }

        while (at < highest.Length - 1 && (sum += Weight(daysAgo[at])) < total / 2)
        {
            at++;
        }

        // A week ago, then two weeks ago: "the last two Thursdays" are both of them.
        var same = 0;
        while (
            daysAgo.IndexOf((same + 1) * DaysOfWeek) is >= 0 and var i && Math.Abs(highest[i] - highest[at]) < AboutAsMuch * UnitsCode.PerE
        )
        {
            same++;
        }

        return new(UnitsCode.Decode(highest[at]), highest.Length, same);
    }
}
