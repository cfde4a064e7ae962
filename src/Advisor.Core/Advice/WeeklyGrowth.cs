using Advisor.Core.Forecasting;

namespace Advisor.Core.Advice;

/// <summary>
/// Growth of a load from one week to the next, as far as every day shows it: the smallest ratio of a day's busy hours to those of the same
/// day a week before. Where nothing grows, all of 7 ratios are above 1 in one of 128 weeks.
/// </summary>
/// <param name="Difference">The ratio as a difference of codes (<see cref="UnitsCode"/>), above 0.</param>
/// <param name="Days">Days that are known in both weeks and had a load in the first, 5 to 7.</param>
internal readonly record struct WeeklyGrowth(int Difference, int Days)
{
    /// <summary>Days that show the growth: the last 7, and the same ones of the week before.</summary>
    public const int DaysCompared = 2 * WeekDays;

    private const int MinutesOfDay = RequiredSteps.MinutesOfDay,
        WeekDays = 7,
        WeekMinutes = WeekDays * MinutesOfDay;

    // Workdays alone are enough: steady.hours may leave out the weekend.
    private const int MinDays = 5;

    // Sizes are bought for the busy hours: a day's level is what 95 % of its minutes did not exceed.
    private const double BusyShare = 0.95;

    private static readonly ushort Small = UnitsCode.Encode(UnitsCode.MinUnits);
    private const double MinRatio = 1.01;
    private static readonly int MinDifference = UnitsCode.ToDifference(MinRatio),
        MaxAhead = UnitsCode.ToDifference(SteadyGrowth.MaxRatioAhead);

    /// <summary>Returns the growth; null where some day did not grow, the load stepped up once, or too few days are known.</summary>
    public static WeeklyGrowth? Find(LookBack lookBack)
    {
        var levels = ListLevels(lookBack.Codes);
        List<int> weekly = [],
            daily = [];
        for (var day = 0; day < DaysCompared - 1; day++)
        {
            Compare(day, day + 1, daily);
            Compare(day, day + WeekDays, weekly);
        }

        if (weekly.Count < MinDays)
        {
            return null;
        }

        // After one step every day is above the week before, too, but most days are as the day before them; those of a load that grows rise
        // by a seventh each. Both ends of a weekend are few enough for the median to pass over.
        daily.Sort();
        var (smallest, perDay) = (weekly.Min(), daily[(daily.Count - 1) / 2]);
        return smallest >= MinDifference && 2 * WeekDays * perDay >= smallest ? new(smallest, weekly.Count) : null;

        // From half a unit or less the history does not show how much a day has grown.
        void Compare(int day, int before, List<int> to)
        {
            if (before < DaysCompared && levels[day] != UnitsCode.Unknown && levels[before] > Small)
            {
                to.Add(levels[day] - levels[before]);
            }
        }
    }

    /// <summary>
    /// Returns the step for the next 7 days if the load goes on growing; null where it needs no larger one and the largest is enough.
    /// </summary>
    /// <param name="constant">Step for the load as it was.</param>
    public static (int Step, SteadyGrowth Growth)? FindStep(SteadyInput input, LookBack lookBack, SteadyLadder candidates, int constant)
    {
        if (Find(lookBack) is not { } weekly)
        {
            return null;
        }

        var grown = RequiredSteps.Count(lookBack, candidates, input.FullSize.Lead, weekly);
        int CountAbove(int size) => Math.Max(grown.CountAbove(size, 0, WeekDays), grown.CountAbove(size, WeekDays, DaysCompared));

        var largest = candidates.Units.Count - 1;
        var most = input.RoutingWallUnits is { } wall ? candidates.Units.FindIndexAtLeast(wall) : largest;
        var step = Math.Max(constant, Math.Min(grown.FindSteadyStep(input) ?? 0, most));

        // No size is larger than the largest: that it will be too small is said before it is. Beyond a wall more units carry no more.
        var isExceeded =
            step == largest && input.RoutingWallUnits is null && CountAbove(step) > SteadyTrials.HeldShare * grown.CountKnown(0, WeekDays);
        var exceeded = isExceeded ? step : constant;
        return step > constant || isExceeded
            ? (step, new(UnitsCode.ToFactor(weekly.Difference), weekly.Days, candidates.Units[exceeded], CountAbove(exceeded)))
            : null;
    }

    /// <summary>
    /// Returns the difference of codes from a minute to the same one of the next 7 days: what it has grown since, and what it grows from
    /// now on, at most <see cref="SteadyGrowth.MaxRatioAhead"/> a week.
    /// </summary>
    /// <param name="back">Minutes from this one to the newest, 0 to below 14 days.</param>
    public int GetDifferenceAhead(int back)
    {
        var ahead = WeekMinutes - (back % WeekMinutes);
        return ((back * Difference) + (ahead * Math.Min(Difference, MaxAhead))) / WeekMinutes;
    }

    /// <summary>Returns the code of each day's busy hours, counted back from the newest minute; unknown where half of a day is.</summary>
    private static ushort[] ListLevels(ReadOnlySpan<ushort> codes)
    {
        var (levels, known) = (new ushort[DaysCompared], new int[DaysCompared]);
        for (var day = 0; day < DaysCompared; day++)
        {
            var end = codes.Length - (day * MinutesOfDay);
            var minutes = end <= 0 ? [] : codes[Math.Max(0, end - MinutesOfDay)..end];
            var unknown = minutes.Count(UnitsCode.Unknown);
            known[day] = minutes.Length - unknown;
            levels[day] =
                known[day] == 0 ? UnitsCode.Unknown : CodeRanks.Find(minutes, unknown + (int)Math.Ceiling(BusyShare * known[day]) - 1);
        }

        // Hours that are not sized for are unknown on every day.
        var most = known.Max();
        return [.. levels.Select((level, day) => 2 * known[day] < most ? UnitsCode.Unknown : level)];
    }
}

/// <summary>The growth that a steady size allows for, or that the largest size does not carry.</summary>
/// <param name="Ratio">What every day required at least of the same day a week before, above 1.</param>
/// <param name="Days">Days that were compared, 5 to 7.</param>
/// <param name="ExceededUnits">
/// The steady size if the load stayed as it was, less than the steady size; the steady size itself where it is the largest, and too small
/// for the growth.
/// </param>
/// <param name="OverloadedMinutes">Minutes of the next 7 days above that size if the load goes on growing.</param>
public sealed record SteadyGrowth(double Ratio, int Days, int ExceededUnits, int OverloadedMinutes)
{
    /// <summary>No faster growth than this is assumed of the next 7 days: what has grown faster will hardly go on so.</summary>
    public const double MaxRatioAhead = 1.5;
}
