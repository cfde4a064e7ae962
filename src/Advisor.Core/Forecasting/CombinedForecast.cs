using Advisor.Core.Rules;

namespace Advisor.Core.Forecasting;

/// <summary>
/// Forecast shown to people, which also limits scale-ins: that of the analogs, replaced per horizon by previous days when those are
/// reliable. Analogs lie within hours of the present time of day and blur a step at an exact minute; previous days show it. If both agree,
/// analogs are used, since they follow today more finely.
/// </summary>
/// <param name="Quantiles">Quantiles for every horizon.</param>
/// <param name="ClockDays">Highest number of days used for a horizon; 0 if analogs are used for all of them.</param>
internal readonly record struct CombinedForecast(Forecast Quantiles, int ClockDays)
{
    private const double Agreeing = 0.2 * UnitsCode.PerE,
        NearlyAll = 0.8,
        Apart = 1.5;
    private const int FewDays = 3;

    /// <summary>Combines the analog forecast with the previous days.</summary>
    /// <param name="moments">Forecast from analogs.</param>
    /// <param name="lag">Minutes from the newest metrics to now, 0 or more.</param>
    /// <param name="zone">Time zone of the comparison; null = UTC.</param>
    public static CombinedForecast Create(
        Forecast moments,
        RequiredUnitsHistory history,
        int lag,
        QuantileLevels levels,
        ClockRules rules,
        TimeZoneInfo? zone
    )
    {
        Span<PastDay> days = stackalloc PastDay[PastDay.MaxDays];
        days = days[..FindDaysLikeToday(history, lag, rules, zone, days)];
        if (days.IsEmpty)
        {
            return new(moments, 0);
        }

        Span<DayCase> buffer = stackalloc DayCase[PastDay.MaxDays];

        Span<double> at = [levels.Middle, levels.Upper, levels.High];
        var (needs, maxCases) = (new double[Forecast.Horizons * at.Length], 0);
        for (var horizon = 0; horizon < Forecast.Horizons; horizon++)
        {
            var cases = buffer[..CollectCases(days, horizon, rules.SameWeekdayWeight, buffer)];
            var areMomentsEnough = cases.IsEmpty || AreAnalogsConsistent(moments, horizon, Quantile(cases, at[0]));
            maxCases = areMomentsEnough ? maxCases : Math.Max(maxCases, cases.Length);
            for (var level = 0; level < at.Length; level++)
            {
                needs[(horizon * at.Length) + level] = areMomentsEnough ? moments[horizon, level] : Quantile(cases, at[level]);
            }
        }

        return new(new Forecast(moments.Analogs, needs), maxCases);
    }

    /// <summary>
    /// Moves the days that resembled today at this time to the front. Returns their number: 0 if a day of the same weekday did not, or
    /// fewer than three did.
    /// </summary>
    private static int FindDaysLikeToday(RequiredUnitsHistory history, int lag, ClockRules rules, TimeZoneInfo? zone, Span<PastDay> days)
    {
        if (history.Count < (FewDays * PastDay.Minutes) - CasePeaks.MaxMinutes)
        {
            return 0; // avoids the work for a history too short for so many days
        }

        var today = history.FindMaxCode(history.NextMinute - PastDay.NowMinutes, PastDay.NowMinutes);
        if (today == UnitsCode.Unknown)
        {
            return 0;
        }

        var alike = 0;
        foreach (var day in days[..PastDay.FindBefore(history, lag, rules, zone, today, Agreeing, days)])
        {
            if (day.IsLike(today, Agreeing))
            {
                days[alike++] = day.ShiftToLevel(today);
            }
            else if (day.IsSameWeekday)
            {
                return 0;
            }
        }

        return alike < FewDays ? 0 : alike;
    }

    /// <summary>
    /// Fills in the possible codes with their weights, ascending, and returns their number: 0 if previous days are not reliable. If two
    /// days of the same weekday agree, the days that agree with them; otherwise all, if nearly all agree with their median and a day of the
    /// same weekday does.
    /// </summary>
    private static int CollectCases(ReadOnlySpan<PastDay> days, int horizon, double sameWeekdayWeight, Span<DayCase> cases)
    {
        var (low, high, same, total) = (ushort.MaxValue, ushort.MinValue, 0, 0.0);
        for (var i = 0; i < days.Length; i++)
        {
            var one = new DayCase(days[i].Peaks[horizon], days[i].IsSameWeekday ? sameWeekdayWeight : 1);
            Insert(cases, i, one);
            total += one.Weight;
            if (days[i].IsSameWeekday)
            {
                (low, high, same) = (Math.Min(low, one.Code), Math.Max(high, one.Code), same + 1);
            }
        }

        var all = cases[..days.Length];
        if (same > 1)
        {
            return high - low > Agreeing ? 0 : Keep(all, high - Agreeing, low + Agreeing);
        }

        var (median, sum) = (all[0].Code, 0.0);
        foreach (var (code, weight) in all)
        {
            median = sum < total / 2 ? code : median;
            sum += weight;
        }

        var agreeing = 0.0;
        foreach (var (code, weight) in all)
        {
            agreeing += Math.Abs(code - median) <= Agreeing ? weight : 0;
        }

        var share = same == 0 ? 1 : NearlyAll;
        return agreeing >= share * total && (same == 0 || Math.Abs(low - median) <= Agreeing) ? all.Length : 0;
    }

    private static void Insert(Span<DayCase> cases, int count, DayCase one)
    {
        var at = count;
        for (; at > 0 && cases[at - 1].Code > one.Code; at--)
        {
            cases[at] = cases[at - 1];
        }

        cases[at] = one;
    }

    /// <summary>Moves the cases between two codes, both inclusive, to the front; returns their number.</summary>
    private static int Keep(Span<DayCase> cases, double from, double to)
    {
        var kept = 0;
        foreach (var one in cases)
        {
            if (one.Code >= from && one.Code <= to)
            {
                cases[kept++] = one;
            }
        }

        return kept;
    }

    /// <summary>Whether the analogs agree with each other and with the previous days, so that they are the finer forecast.</summary>
    private static bool AreAnalogsConsistent(Forecast moments, int horizon, double median) =>
        moments[horizon, 0] < median * Apart && moments[horizon, 0] > median / Apart && moments[horizon, 2] < moments[horizon, 0] * Apart;

    private static double Quantile(ReadOnlySpan<DayCase> cases, double level)
    {
        var total = 0.0;
        foreach (var (_, weight) in cases)
        {
            total += weight;
        }

        var left = level * total;
        foreach (var (code, weight) in cases)
        {
            left -= weight;
            if (left <= 1e-9)
            {
                return UnitsCode.Decode(code);
            }
        }

        return UnitsCode.Decode(cases[^1].Code);
    }

    private readonly record struct DayCase(ushort Code, double Weight);
}
