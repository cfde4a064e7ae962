using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class AnalogSearchTests
{
    [Fact]
    public void The_search_finds_what_a_plain_sort_finds()
    {
        var random = new Random(3);
        var history = RequiredUnitsHistory.Empty;
        var needs = new Dictionary<int, double>();
        for (var minute = 10_000_000; minute < 10_009_003; minute++)
        {
            // A tenth of an hour here and there is unknown.
            var known = minute % 700 > 20;
            var need = 5 + (4 * Math.Sin(minute * 2 * Math.PI / 1440)) + random.NextDouble();
            history = history.Append(minute, known ? UnitsCode.Encode(need) : UnitsCode.Unknown);
            if (known)
            {
                needs[minute] = (UnitsCode.Encode(need) - 1) / UnitsCode.PerE;
            }
        }

        var levels = needs
            .Keys.Where(minute => minute > 10_000_014)
            .ToDictionary(minute => minute, minute => (history.GetLevel(minute) - 1) / UnitsCode.PerE);
        const double meanSlope = 0.05;
        var found = AnalogSearch.Find(history, meanSlope);

        var now = 10_009_000;
        double ComputeSlope(int minute) => levels[minute] - levels[minute - 15];
        var expected = Enumerable
            .Range(1, 5000)
            .Select(i => now - 55 - (5 * i))
            .Where(s => needs.ContainsKey(s) && levels.ContainsKey(s - 15) && now - s < 14 * 1440)
            .OrderBy(s =>
            {
                var gap = Math.Min((now - s) % 1440, 1440 - ((now - s) % 1440)) / 90.0;
                return Math.Pow((levels[s] - levels[now]) / 0.5, 2)
                    + Math.Pow((ComputeSlope(s) - ComputeSlope(now)) / ((1.5 * meanSlope) + 0.01), 2)
                    + ((now - s) / 1440.0 / 20)
                    + Math.Min(gap * gap, 10);
            })
            .Take(40);
        Assert.Equal(now, found.Minute);
        Assert.Equal(expected.Order(), found.Starts.Order());
        Assert.Equal(1, found.Weights.Sum(), 5);
    }

    [Theory]
    [InlineData(9_003, 1)]
    [InlineData(25_000, 0.4)] // more than what is kept
    [InlineData(700, 0)] // the same requirement every hour: many distances are equal
    public void The_analogs_are_in_the_order_of_a_plain_heap(int minutes, double noise)
    {
        // Sums of weights are rounded, so that their order is part of every forecast.
        var history = RequiredUnitsHistory.Empty;
        AddWaves(history, minutes, noise, new Random(3));

        var found = AnalogSearch.Find(history, 0.05);

        Assert.Equal(FindPlainly(history, 0.05), found.Starts);
    }

    [Theory]
    [InlineData(9_003, 1, 15)]
    [InlineData(9_003, 1, 5)]
    [InlineData(25_000, 0.4, 60)] // more than what is kept
    [InlineData(25_000, 0.4, 20_000)] // the earlier search is out of date
    [InlineData(300, 0.4, 15)] // fewer candidates than analogs
    public void A_search_after_another_finds_the_same_moments(int minutes, double noise, int later)
    {
        var (history, random) = (RequiredUnitsHistory.Empty, new Random(3));
        AddWaves(history, minutes, noise, random);
        for (var i = 0; i < 50; i++)
        {
            var before = AnalogSearch.Find(history, 0.05 + (0.01 * i));
            AddWaves(history, later, noise, random);

            var (alone, after) = (AnalogSearch.Find(history, 0.04), AnalogSearch.Find(history, 0.04, before));

            Assert.Equal(alone.Starts.Order(), after.Starts.Order());
            foreach (var (start, weight) in alone.Starts.Zip(alone.Weights))
            {
                Assert.Equal(weight, after.Weights[Array.IndexOf(after.Starts, start)], 1e-6);
            }
        }
    }

    [Fact]
    public void A_search_after_another_finds_moments_as_close_where_many_are_equally_far()
    {
        var (history, random) = (RequiredUnitsHistory.Empty, new Random(3));
        AddWaves(history, 700, 0, random); // the same requirement every hour
        var before = AnalogSearch.Find(history, 0.05);
        AddWaves(history, 15, 0, random);

        var (alone, after) = (AnalogSearch.Find(history, 0.05), AnalogSearch.Find(history, 0.05, before));

        Assert.Equal(40, after.Starts.Distinct().Count());
        Assert.All(alone.Weights.Order().Zip(after.Weights.Order()), pair => Assert.Equal(pair.First, pair.Second, 1e-6));
    }

    /// <summary>Adds minutes with a wave of an hour and noise; 20 of 700 are unknown.</summary>
    private static void AddWaves(RequiredUnitsHistory history, int minutes, double noise, Random random)
    {
        var first = history.Count == 0 ? 10_000_000 : history.NextMinute;
        for (var minute = first; minute < first + minutes; minute++)
        {
            var need = 5 + (4 * Math.Sin(minute * 2 * Math.PI / 60)) + (noise * random.NextDouble());
            history.Add(minute, minute % 700 > 20 ? UnitsCode.Encode(need) : UnitsCode.Unknown);
        }
    }

    private static int[] FindPlainly(RequiredUnitsHistory history, double meanSlope)
    {
        const int cellsOfSlope = 3,
            oldest = cellsOfSlope + 3,
            youngest = 12,
            kept = 40;
        var (grid, heap) = (history.Grid.ToArray(), new List<(float Distance, int Cell)>());
        var last = grid.Length - 1;
        var (perLevel, perSlope) = ((float)(1 / 0.5 / UnitsCode.PerE), (float)(1 / ((1.5 * meanSlope) + 0.01) / UnitsCode.PerE));
        for (var at = last - youngest; at >= oldest; at--)
        {
            var age = (last - at) * RequiredUnitsHistory.GridMinutes;
            var hours = Math.Min(age % 1440, 1440 - (age % 1440)) / 90.0;
            var gap = (grid[at] - grid[last]) * perLevel;
            var tilt = (grid[at] - grid[at - cellsOfSlope] - (grid[last] - grid[last - cellsOfSlope])) * perSlope;
            var distance = (gap * gap) + (tilt * tilt) + (float)((age / 1440.0 / 20) + Math.Min(hours * hours, 10));
            if (!(distance < (heap.Count < kept ? float.PositiveInfinity : heap[0].Distance)))
            {
                continue;
            }

            if (heap.Count < kept)
            {
                heap.Add((distance, at));
                for (var child = heap.Count - 1; child > 0 && heap[(child - 1) / 2].Distance < distance; child = (child - 1) / 2)
                {
                    (heap[child], heap[(child - 1) / 2]) = (heap[(child - 1) / 2], heap[child]);
                }

                continue;
            }

            heap[0] = (distance, at);
            for (var (parent, child) = (0, 1); child < kept; (parent, child) = (child, (2 * child) + 1))
            {
                child += child + 1 < kept && heap[child + 1].Distance > heap[child].Distance ? 1 : 0;
                if (heap[child].Distance <= distance)
                {
                    break;
                }

                (heap[parent], heap[child]) = (heap[child], heap[parent]);
            }
        }

        var minute = (history.NextMinute - 1) / RequiredUnitsHistory.GridMinutes * RequiredUnitsHistory.GridMinutes;
        return [.. heap.Select(entry => minute - ((last - entry.Cell) * RequiredUnitsHistory.GridMinutes))];
    }

    [Fact]
    public void Nothing_younger_than_an_hour_is_an_analog()
    {
        var history = RequiredUnitsHistory.Empty;
        for (var minute = 5_000_000; minute < 5_000_200; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(3));
        }

        var found = AnalogSearch.Find(history, 0.05);

        Assert.NotEmpty(found.Starts);
        Assert.All(found.Starts, start => Assert.InRange(found.Minute - start, 60, 200));
    }

    [Fact]
    public void A_gap_of_a_few_minutes_is_bridged_and_a_longer_one_is_unknown()
    {
        var history = RequiredUnitsHistory.Empty.Append(100, 1000).Append(105, 2000).Append(111, 3000);

        Assert.Equal(
            [1000, 1200, 1400, 1600, 1800, 2000, 0, 0, 0, 0, 0, 3000],
            Enumerable.Range(100, 12).Select(minute => (int)history.GetCode(minute))
        );
        Assert.Equal(0, history.GetCode(99));
        Assert.Equal(0, history.GetCode(112));
    }
}
