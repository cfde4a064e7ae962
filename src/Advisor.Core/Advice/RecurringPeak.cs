using Advisor.Core.Capacity;
using Advisor.Core.Forecasting;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Advice;

/// <summary>Hours of the week that required far more than a steady size on two dates or more: what it leaves out comes back.</summary>
/// <param name="Hours">The hours, whole ones, in the time zone of the resource.</param>
/// <param name="Zone">Name of the time zone.</param>
/// <param name="Units">Size that carries them; the largest where none does.</param>
public sealed record RecurringPeak(WeeklyWindow Hours, string Zone, int Units)
{
    private const int HourMinutes = 60,
        DayHours = 24,
        WeekLength = 7,
        WeekHours = WeekLength * DayHours;

    // Two odd minutes of an hour on each date are no reason to keep a size for that hour.
    private const int MinNeighbourMinutes = 15;

    // The day that minutes are counted from.
    private const int FirstDay = (int)DayOfWeek.Thursday;

    /// <summary>Whether even the largest size carries less than the hours need.</summary>
    public bool IsBeyond { get; init; }

    /// <summary>The most units that the settings allow, where that is less than the hours need; null otherwise.</summary>
    public int? Maximum { get; init; }

    /// <summary>Returns "10", or "more than 100".</summary>
    public string FormatUnits() => (IsBeyond ? "more than " : "") + Wording.FormatNumber(Units);

    /// <summary>Returns "sun 20:00-22:00 UTC", as a schedule states it, or "daily 20:00-22:00 UTC".</summary>
    public string FormatHours() => $"{Hours} {Zone}".Replace("*", "daily", StringComparison.Ordinal);

    /// <summary>
    /// Returns the hours around the highest recurring requirement, of all weekdays that have it at the same hour; null where none that is
    /// well above the size recurs, or the size is the largest.
    /// </summary>
    /// <param name="steps">Counts a minute in which the size was full as more than it showed.</param>
    /// <param name="chosen">Step of the steady size.</param>
    /// <param name="target">Target of connections; beyond the units divided by it a minute is well above target.</param>
    /// <param name="zone">Time zone of the hours; null = UTC.</param>
    internal static RecurringPeak? Find(
        LookBack lookBack,
        RequiredSteps steps,
        UnitLadder ladder,
        int chosen,
        double target,
        TimeZoneInfo? zone
    )
    {
        if (chosen == ladder.Count - 1)
        {
            return null;
        }

        var week = CountHours(lookBack, steps, UnitsCode.Encode(ladder[chosen] / target), zone);
        var peak = Enumerable.Range(0, WeekHours).MaxBy(hour => (week[hour].Highest, week[hour].Minutes));
        if (week[peak].Highest == UnitsCode.Unknown)
        {
            return null;
        }

        var needed = UnitsCode.Decode(week[peak].Highest);
        int[] hours =
        [
            .. Enumerable.Range(0, WeekLength).Select(day => (peak + (day * DayHours)) % WeekHours).Where(hour => week[hour].Recurs),
        ];
        var (before, after) = (hours.Max(hour => CountNeighbours(week, hour, -1)), hours.Max(hour => CountNeighbours(week, hour, 1)));
        var days = hours.Select(hour => (((hour - before + WeekHours) % WeekHours / DayHours) + FirstDay) % WeekLength);
        var from = (peak - before + WeekHours) % DayHours;
        return new(
            new WeeklyWindow(
                (WeekDays)days.Aggregate(0, (all, day) => all | (1 << day)),
                TimeSpan.FromHours(from),
                TimeSpan.FromHours(((from + before + after) % DayHours) + 1)
            ),
            zone?.Id ?? "UTC",
            ladder[ladder.FindIndexAtLeast(needed)]
        )
        {
            IsBeyond = needed > ladder.Max,
        };
    }

    /// <summary>Counts the minutes of each hour of the week that are beyond a limit.</summary>
    private static HourOfWeek[] CountHours(LookBack lookBack, RequiredSteps steps, ushort limit, TimeZoneInfo? zone)
    {
        var week = new HourOfWeek[WeekHours];
        var codes = lookBack.Codes;
        for (var i = 0; i < codes.Length; i++)
        {
            var minute = lookBack.NextMinute - codes.Length + i;
            if (lookBack.GetWanted(codes[i], minute) > limit)
            {
                var hour = (minute + ClockForecast.GetUtcOffset(zone, minute)) / HourMinutes;
                week[hour % WeekHours].Add(hour, steps.GetCounted(codes[i], lookBack.IsLowerBound(minute)));
            }
        }

        return week;
    }

    // At most half a day, so that the hours of a window are fewer than a day.
    private static int CountNeighbours(HourOfWeek[] week, int hour, int direction)
    {
        var count = 0;
        while (count < (DayHours / 2) - 1 && week[(hour + ((count + 1) * direction) + WeekHours) % WeekHours].IsNeighbour)
        {
            count++;
        }

        return count;
    }

    /// <summary>Minutes of an hour of the week beyond a limit, on all its dates.</summary>
    private struct HourOfWeek
    {
        private int dates;
        private int newest;
        private ushort highest;

        public int Minutes { get; private set; }

        public readonly bool Recurs => dates > 1;

        /// <summary>Whether it is an hour of its own beside a higher one.</summary>
        public readonly bool IsNeighbour => Recurs && Minutes >= MinNeighbourMinutes * dates;

        /// <summary>Highest code where it recurs; unknown where it does not.</summary>
        public readonly ushort Highest => Recurs ? highest : UnitsCode.Unknown;

        /// <param name="hour">Local hour since 1970.</param>
        public void Add(int hour, ushort code)
        {
            dates += newest == hour ? 0 : 1;
            Minutes++;
            (newest, highest) = (hour, Math.Max(highest, code));
        }
    }
}
