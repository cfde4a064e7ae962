using Advisor.Core.Capacity;

namespace Advisor.State.Series;

/// <summary>
/// A stretch of minutes for a picture of so many points. A point keeps the minimum and the maximum of its minutes, so that a minute that
/// stands out is seen at every width; a point without data is a gap.
/// </summary>
/// <param name="From">Inclusive.</param>
/// <param name="Before">End of the interval, exclusive.</param>
/// <param name="Points">At most so many points, and one more where the first and the last are cut; 1 to 4,000.</param>
public sealed record SeriesQuery(DateTimeOffset From, DateTimeOffset Before, int Points)
{
    public const int MaxPoints = 4000;

    /// <summary>Minutes of a point, 1 or more: the same for all pictures of the same width, so that a refresh moves no point.</summary>
    public int MinutesPerPoint => (int)Math.Max(1, Math.Ceiling((Before - From).TotalMinutes / Points));

    /// <summary>The points of a resource; those before its first minute are gaps too.</summary>
    /// <param name="days">Ascending, those of the stretch.</param>
    public SeriesPoints Run(IReadOnlyList<MinuteDay> days)
    {
        var step = MinutesPerPoint;
        var (first, last) = (NumberOf(From) / step * step, NumberOf(Before.AddTicks(-1)));
        var points = new SeriesPointsBuilder(first, step, ((last - first) / step) + 1);
        foreach (var day in days)
        {
            var start = day.Day.DayNumber - DateOnly.FromDateTime(DateTime.UnixEpoch).DayNumber;
            for (var minute = 0; minute < day.Count; minute++)
            {
                var number = (start * MinuteDay.Minutes) + minute;
                if (number >= first && number <= last)
                {
                    points.Add(number, day, minute);
                }
            }
        }

        return points.Build(last);
    }

    private static int NumberOf(DateTimeOffset at) => (int)((at.UtcTicks - DateTimeOffset.UnixEpoch.Ticks) / TimeSpan.TicksPerMinute);
}

/// <summary>Minimum and maximum of each point, in units; null = a gap.</summary>
public sealed record SeriesBand(IReadOnlyList<double?> Min, IReadOnlyList<double?> Max);

/// <summary>Units in force from an instant on, to the next step; null = not known.</summary>
public sealed record UnitsStep(DateTimeOffset At, int? Units);

/// <param name="Start">Of the first point.</param>
/// <param name="Step">Length of a point.</param>
/// <param name="ByLimit">Units that each limit requires; limits that were never known are left out.</param>
/// <param name="Required">Units that all known limits require together.</param>
/// <param name="Units">The units in force, as steps.</param>
public sealed record SeriesPoints(
    DateTimeOffset Start,
    TimeSpan Step,
    int Count,
    IReadOnlyDictionary<Limit, SeriesBand> ByLimit,
    SeriesBand Required,
    IReadOnlyList<UnitsStep> Units
);
