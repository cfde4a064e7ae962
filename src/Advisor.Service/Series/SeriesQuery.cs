using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Service.Series;

/// <summary>
/// Query of a chart over a time range. Each point keeps the minimum and maximum of its minutes, so that outliers are visible at every
/// width; a point without data is a gap.
/// </summary>
/// <param name="From">Start of the interval, inclusive.</param>
/// <param name="Before">End of the interval, exclusive.</param>
/// <param name="Points">Maximum number of points, 1 to 4,000; one more if the first and the last are partial.</param>
public sealed record SeriesQuery(DateTimeOffset From, DateTimeOffset Before, int Points)
{
    public const int MaxPoints = 4000;

    /// <summary>Minutes per point, 1 or more. Equal for all charts of the same width, so that points do not move on refresh.</summary>
    public int MinutesPerPoint => (int)Math.Max(1, Math.Ceiling((Before - From).TotalMinutes / Points));

    /// <summary>Computes the points of a resource; those before its first minute are gaps.</summary>
    /// <param name="days">Days of the interval, ascending.</param>
    public SeriesPoints Run(IReadOnlyList<MinuteDay> days)
    {
        var step = MinutesPerPoint;
        var (first, last) = (Minutes.ToNumber(From) / step * step, Minutes.ToNumber(Before.AddTicks(-1)));
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
}

/// <summary>Minimum and maximum of each point in units; null = gap.</summary>
public sealed record SeriesBand(IReadOnlyList<double?> Min, IReadOnlyList<double?> Max);

/// <summary>Units in force from an instant to the next step; null = unknown.</summary>
public sealed record UnitsStep(DateTimeOffset At, int? Units);

/// <summary>Points of a chart of one resource.</summary>
/// <param name="Start">Start of the first point.</param>
/// <param name="Step">Length of a point.</param>
/// <param name="ByLimit">Units that each limit requires; limits without data are omitted.</param>
/// <param name="Required">Units required by all known limits together.</param>
/// <param name="Units">Units in force, as steps.</param>
public sealed record SeriesPoints(
    DateTimeOffset Start,
    TimeSpan Step,
    int Count,
    IReadOnlyDictionary<Limit, SeriesBand> ByLimit,
    SeriesBand Required,
    IReadOnlyList<UnitsStep> Units
);
