namespace Advisor.Core.Settings;

/// <summary>Days of the week; the bit of a day is its <see cref="DayOfWeek"/>.</summary>
[Flags]
public enum WeekDays
{
    None = 0,
    Sunday = 1 << DayOfWeek.Sunday,
    Monday = 1 << DayOfWeek.Monday,
    Tuesday = 1 << DayOfWeek.Tuesday,
    Wednesday = 1 << DayOfWeek.Wednesday,
    Thursday = 1 << DayOfWeek.Thursday,
    Friday = 1 << DayOfWeek.Friday,
    Saturday = 1 << DayOfWeek.Saturday,
    All = (1 << 7) - 1,
}

/// <summary>Names of days of the week.</summary>
public static class WeekDaysText
{
    // A week begins on Monday here, so that the weekend is one run.
    private static readonly (WeekDays Day, string Name)[] Names =
    [
        (WeekDays.Monday, "mon"),
        (WeekDays.Tuesday, "tue"),
        (WeekDays.Wednesday, "wed"),
        (WeekDays.Thursday, "thu"),
        (WeekDays.Friday, "fri"),
        (WeekDays.Saturday, "sat"),
        (WeekDays.Sunday, "sun"),
    ];

    /// <summary>Returns the days as schedules state them: <c>mon-fri</c>, <c>sat,sun</c>, <c>*</c>.</summary>
    public static string FormatName(this WeekDays days)
    {
        if (days == WeekDays.All)
        {
            return "*";
        }

        var parts = new List<string>();
        for (var first = 0; first < Names.Length; first++)
        {
            var last = first;
            while (last < Names.Length && days.HasFlag(Names[last].Day))
            {
                last++;
            }

            // Two days read better apart: sat,sun.
            var run = Names[first..last].Select(day => day.Name).ToList();
            parts.AddRange(run.Count > 2 ? [$"{run[0]}-{run[^1]}"] : run);
            first = Math.Max(first, last);
        }

        return string.Join(',', parts);
    }
}
