using Advisor.Core.Rules;

namespace Advisor.Core.Alerting;

/// <summary>
/// Lowest and highest connection count of the last days (UTC), updated minute by minute. A whole day takes 20 bytes; its minutes are not
/// kept. A day with too few readings is omitted.
/// </summary>
public sealed record ConnectionDays
{
    /// <summary>Maximum number of whole days kept. A leak is detected over as many days in a row, less one.</summary>
    public const int MaxDays = 8;

    private const double MinutesOfDay = 1440;

    public static ConnectionDays None { get; } = new();

    /// <summary>Whole days, oldest first.</summary>
    public IReadOnlyList<DayOfConnections> WholeDays { get; init; } = [];

    /// <summary>Day in progress; null before the first reading.</summary>
    internal DayOfConnections? CurrentDay { get; init; }

    /// <summary>Minutes with a reading in the day in progress.</summary>
    internal int Minutes { get; init; }

    /// <summary>Returns the days with one more minute, which must be later than the previous ones.</summary>
    /// <param name="connections">Connection count; null if it was not reported: the minute is a gap.</param>
    /// <param name="wholeDayShare">Share of a day's minutes that must be read for the day to count as whole, above 0 to 1.</param>
    public ConnectionDays Append(DateTimeOffset time, double? connections, double wholeDayShare)
    {
        if (connections is not { } count)
        {
            return this;
        }

        var day = DateOnly.FromDateTime(time.UtcDateTime);
        return CurrentDay is { } open && open.Day == day
            ? this with
            {
                CurrentDay = open with { Lowest = Math.Min(open.Lowest, count), Highest = Math.Max(open.Highest, count) },
                Minutes = Minutes + 1,
            }
            : new ConnectionDays
            {
                WholeDays = ListClosedDays(wholeDayShare),
                CurrentDay = new(day, count, count),
                Minutes = 1,
            };
    }

    /// <summary>
    /// Returns the number of consecutive days, up to the newest, that had no trough and whose lowest count was above that of the day
    /// before: connections that only accumulate. A missing day ends the count. 100-120, 110-130, 125-140 are 2 such days; 100-500, 150-600,
    /// 200-700 (troughs) and 100-101 every day (no rise) are none.
    /// </summary>
    public static int CountLeaking(AlertRules rules, IReadOnlyList<DayOfConnections> days)
    {
        var row = 0;
        for (var i = days.Count - 1; i > 0; i--)
        {
            var (before, day) = (days[i - 1], days[i]);
            if (
                day.Day != before.Day.AddDays(1)
                || !(day.Lowest > 0)
                || day.Lowest < rules.LeakTroughShare * day.Highest
                || day.Lowest < rules.LeakRise * before.Lowest
            )
            {
                break;
            }

            row++;
        }

        return row;
    }

    private IReadOnlyList<DayOfConnections> ListClosedDays(double wholeDayShare) =>
        CurrentDay is { } open && Minutes >= wholeDayShare * MinutesOfDay ? [.. WholeDays.TakeLast(MaxDays - 1), open] : WholeDays;
}
