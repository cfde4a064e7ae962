using Advisor.Core.Capacity;
using Advisor.State.Series;

namespace Advisor.Api.Dashboard;

/// <summary>
/// Minutes of a resource, reduced to the requested number of points, each with the minimum and the maximum of the units required in its
/// minutes, so that no peak is lost. A point without data is empty: a gap.
/// </summary>
internal sealed class ChartSeries
{
    private ChartSeries(DateTimeOffset from, TimeSpan step, int count)
    {
        (From, Step, Count) = (from, step, count);
        Lowest = FleetEntry.Limits.ToDictionary(limit => limit, _ => new double?[count]);
        Highest = FleetEntry.Limits.ToDictionary(limit => limit, _ => new double?[count]);
        Units = new int?[count];
    }

    /// <summary>Time of the first point.</summary>
    public DateTimeOffset From { get; }

    /// <summary>Interval between two points, whole minutes.</summary>
    public TimeSpan Step { get; }

    /// <summary>Number of points.</summary>
    public int Count { get; }

    public IReadOnlyDictionary<Limit, double?[]> Lowest { get; }

    public IReadOnlyDictionary<Limit, double?[]> Highest { get; }

    /// <summary>Units in force at the end of each point; null when not known.</summary>
    public int?[] Units { get; }

    public bool HasData(int point) => Units[point] is not null || Highest.Values.Any(values => values[point] is not null);

    /// <param name="days">Samples in ascending order.</param>
    /// <param name="points">Maximum number of points, 1 or more.</param>
    public static ChartSeries Create(IEnumerable<MinuteDay> days, DateTimeOffset from, DateTimeOffset before, int points)
    {
        var minutes = (int)Math.Ceiling((before - from).TotalMinutes);
        var step = Math.Max(1, (int)Math.Ceiling((double)minutes / points));
        var series = new ChartSeries(from, TimeSpan.FromMinutes(step), (int)Math.Ceiling((double)minutes / step));
        foreach (var day in days)
        {
            var start = new DateTimeOffset(day.Day.ToDateTime(TimeOnly.MinValue), TimeSpan.Zero);
            var offset = (int)Math.Floor((start - from).TotalMinutes);
            for (var minute = Math.Max(0, -offset); minute < day.Count && offset + minute < minutes; minute++)
            {
                series.Add((offset + minute) / step, day, minute);
            }
        }

        return series;
    }

    private void Add(int point, MinuteDay day, int minute)
    {
        if (day.Units(minute) is > 0 and var units)
        {
            Units[point] = units;
        }

        if (!day.HasData(minute))
        {
            return;
        }

        var required = day[minute].Required;
        foreach (var limit in FleetEntry.Limits)
        {
            if (required[limit] is { } need)
            {
                var (lowest, highest) = (Lowest[limit], Highest[limit]);
                lowest[point] = Math.Min(lowest[point] ?? need, need);
                highest[point] = Math.Max(highest[point] ?? need, need);
            }
        }
    }
}
