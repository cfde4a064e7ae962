using Advisor.Core.Capacity;
using Advisor.Service.Series;

namespace Advisor.Service.Tests.Series;

/// <summary>Minutes as the points of a picture.</summary>
public sealed class SeriesQueryTests
{
    private static readonly DateTimeOffset Midnight = new(2026, 3, 4, 0, 0, 0, TimeSpan.Zero);

    [Fact]
    public void A_spike_of_one_minute_survives_a_picture_of_a_month_and_so_does_a_dip()
    {
        var days = Enumerable
            .Range(0, 30)
            .Select(day => CreateSteady(Midnight.AddDays(day), 10, 2.0, except: day == 17 ? 613 : -1, 9.0))
            .ToList();
        days[20] = CreateSteady(Midnight.AddDays(20), 10, 2.0, except: 100, 0.7);

        var points = new SeriesQuery(Midnight, Midnight.AddDays(30), 720).Run(days);

        // 43,200 minutes at 720 points: an hour each. Day 17, 10:13 is point 17 x 24 + 10; day 20, 1:40 is point 20 x 24 + 1.
        Assert.Equal((720, TimeSpan.FromHours(1), Midnight), (points.Count, points.Step, points.Start));
        Assert.Equal([418], Enumerable.Range(0, 720).Where(i => points.Required.Max[i] > 8.9));
        Assert.Equal([481], Enumerable.Range(0, 720).Where(i => points.Required.Min[i] < 0.8));
        Assert.InRange(points.Required.Min[418]!.Value, 1.999, 2.001);
        Assert.Equal([new UnitsStep(Midnight, 10)], points.Units);
    }

    [Fact]
    public void A_gap_stays_a_gap_and_the_units_are_unknown_in_it()
    {
        var day = new MinuteDay(MinuteDay.GetDay(Midnight));
        foreach (var minute in Enumerable.Range(0, 60).Concat(Enumerable.Range(120, 60)))
        {
            day.Add(minute, new MinuteValues(new PerLimit<double>(Connections: 2), 3, HasData: true));
        }

        var points = new SeriesQuery(Midnight, Midnight.AddHours(4), 24).Run([day]);

        // Ten minutes a point: 0 to 5 known, 6 to 11 not, 12 to 17 known, 18 to 23 not.
        Assert.Equal(
            [.. Enumerable.Range(0, 6), .. Enumerable.Range(12, 6)],
            Enumerable.Range(0, 24).Where(i => points.ByLimit[Limit.Connections].Max[i] is not null)
        );
        Assert.Equal([Limit.Connections], points.ByLimit.Keys);
        Assert.Equal(
            [
                new UnitsStep(Midnight, 3),
                new UnitsStep(Midnight.AddHours(1), null),
                new UnitsStep(Midnight.AddHours(2), 3),
                new UnitsStep(Midnight.AddHours(3), null),
            ],
            points.Units
        );
    }

    [Fact]
    public void Without_data_the_size_is_still_known_and_nothing_is_required()
    {
        var day = new MinuteDay(MinuteDay.GetDay(Midnight));
        day.Add(0, new MinuteValues(default, 3, HasData: false));
        day.Add(1, new MinuteValues(default, 5, HasData: false));

        var points = new SeriesQuery(Midnight, Midnight.AddMinutes(2), 10).Run([day]);

        Assert.Equal([null, null], points.Required.Max);
        Assert.Empty(points.ByLimit);
        Assert.Equal([new UnitsStep(Midnight, 3), new UnitsStep(Midnight.AddMinutes(1), 5)], points.Units);
    }

    [Fact]
    public void A_minute_is_a_point_where_there_is_room_and_points_of_one_width_do_not_move_with_a_refresh()
    {
        var at = Midnight.AddMinutes(7);
        var day = CreateSteady(Midnight, 1, 2, except: 8, 5);

        Assert.Equal(2.0, new SeriesQuery(at, at.AddMinutes(6), 100).Run([day]).Required.Max[0]!.Value, 3);
        Assert.Equal(5.0, new SeriesQuery(at, at.AddMinutes(6), 100).Run([day]).Required.Max[1]!.Value, 3);

        // 60 minutes at 20 points: three each, from a multiple of three on.
        Assert.Equal(Midnight.AddMinutes(6), new SeriesQuery(at, at.AddHours(1), 20).Run([day]).Start);
        Assert.Equal(Midnight.AddMinutes(6), new SeriesQuery(at.AddMinutes(1), at.AddMinutes(61), 20).Run([day]).Start);
    }

    private static MinuteDay CreateSteady(DateTimeOffset start, int units, double required, int except, double other)
    {
        var day = new MinuteDay(MinuteDay.GetDay(start));
        for (var minute = 0; minute < MinuteDay.Minutes; minute++)
        {
            day.Add(minute, new MinuteValues(new PerLimit<double>(Connections: minute == except ? other : required), units, HasData: true));
        }

        return day;
    }
}
