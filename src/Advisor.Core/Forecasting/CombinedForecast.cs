namespace Advisor.Core.Forecasting;

/// <summary>
/// The forecast that people read: by past moments like now, and by the clock over each horizon where the clock is reliable. Past moments are found within hours
/// of now and blur a step at an exact minute; the days before know it. Where both say the same, past moments do, which follow today more finely.
/// </summary>
/// <param name="Quantiles">The quantiles of every horizon.</param>
/// <param name="ClockDays">The most days that the clock took for a horizon; 0 where past moments stand for all of them.</param>
internal readonly record struct CombinedForecast(Forecast Quantiles, int ClockDays)
{
    private const double Agreeing = 0.2 * NeedCode.PerE, NearlyAll = 0.8, Apart = 1.5;
    private const int FewDays = 3;

    /// <summary>Combines the forecast by past moments with the days before.</summary>
    /// <param name="moments">The forecast by past moments.</param>
    /// <param name="lag">Minutes from the newest metrics to now, 0 or more.</param>
    /// <param name="zone">Whose clock it is; null = UTC.</param>
    public static CombinedForecast Create(
        Forecast moments, NeedHistory history, int lag, QuantileLevels levels, ClockRules rules, TimeZoneInfo? zone)
    {
        if (DaysLikeToday(history, lag, rules, zone) is not { Count: > 0 } days)
        {
            return new(moments, 0);
        }

        Span<double> at = [levels.Middle, levels.Upper, levels.High];
        var (needs, most) = (new double[Forecast.Horizons * at.Length], 0);
        for (var horizon = 0; horizon < Forecast.Horizons; horizon++)
        {
            var cases = Cases(days, horizon, rules.SameWeekdayWeight);
            var areMomentsEnough = cases.Count == 0 || Agrees(moments, horizon, Quantile(cases, at[0]));
            most = areMomentsEnough ? most : Math.Max(most, cases.Count);
            for (var level = 0; level < at.Length; level++)
            {
                needs[(horizon * at.Length) + level] = areMomentsEnough ? moments[horizon, level] : Quantile(cases, at[level]);
            }
        }

        return most == 0 ? new(moments, 0) : new(new Forecast(moments.Analogs, needs), most);
    }

    /// <summary>The days that were at this time as today is; none where a day of the same weekday was not, or fewer than three were.</summary>
    private static List<PastDay> DaysLikeToday(NeedHistory history, int lag, ClockRules rules, TimeZoneInfo? zone)
    {
        var alike = new List<PastDay>();
        if (history.Count < (FewDays * PastDay.Minutes) - CasePeaks.LongestMinutes)
        {
            return alike; // asked every minute: nothing is made where so many days cannot be known
        }

        var today = history.HighestCode(history.NextMinute - PastDay.NowMinutes, PastDay.NowMinutes);
        if (today == NeedCode.Unknown)
        {
            return alike;
        }

        foreach (var day in PastDay.Before(history, lag, rules, zone, today, Agreeing))
        {
            if (day.IsLike(today, Agreeing))
            {
                alike.Add(day.AtLevelOf(today));
            }
            else if (day.IsSameWeekday)
            {
                return [];
            }
        }

        return alike.Count < FewDays ? [] : alike;
    }

    /// <summary>
    /// What may come, as codes with their weights, ascending; none where the clock is not reliable. Where two days of the same weekday agree, the days that
    /// agree with them; else all, where nearly all agree with their median and a day of the same weekday does.
    /// </summary>
    private static List<(ushort Code, double Weight)> Cases(List<PastDay> days, int horizon, double sameWeekdayWeight)
    {
        List<(ushort Code, double Weight)> all = [.. days.Select(day => (day.Peaks[horizon], day.IsSameWeekday ? sameWeekdayWeight : 1)).OrderBy(one => one.Item1)];
        List<ushort> same = [.. days.Where(day => day.IsSameWeekday).Select(day => day.Peaks[horizon])];
        if (same.Count > 1)
        {
            var (low, high) = (same.Min(), same.Max());
            return high - low > Agreeing ? [] : all.FindAll(one => one.Code >= high - Agreeing && one.Code <= low + Agreeing);
        }

        var median = all[0].Code;
        var sum = 0.0;
        var total = all.Sum(one => one.Weight);
        foreach (var (code, weight) in all)
        {
            median = sum < total / 2 ? code : median;
            sum += weight;
        }

        var agreeing = all.Where(one => Math.Abs(one.Code - median) <= Agreeing).Sum(one => one.Weight);
        var share = same.Count == 0 ? 1 : NearlyAll;
        return agreeing >= share * total && same.TrueForAll(code => Math.Abs(code - median) <= Agreeing) ? all : [];
    }

    /// <summary>Whether past moments are of one mind and say what the clock says: then they are the finer of the two.</summary>
    private static bool Agrees(Forecast moments, int horizon, double median) =>
        moments[horizon, 0] < median * Apart && moments[horizon, 0] > median / Apart && moments[horizon, 2] < moments[horizon, 0] * Apart;

    private static double Quantile(List<(ushort Code, double Weight)> cases, double level)
    {
        var left = level * cases.Sum(one => one.Weight);
        foreach (var (code, weight) in cases)
        {
            left -= weight;
            if (left <= 1e-9)
            {
                return NeedCode.Need(code);
            }
        }

        return NeedCode.Need(cases[^1].Code);
    }
}
