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

        const double meanSlope = 0.05;
        var found = AnalogSearch.Find(history, meanSlope);

        var now = 10_009_000;
        double ComputeSlope(int minute) => needs[minute] - needs[minute - 15];
        var expected = Enumerable
            .Range(1, 5000)
            .Select(i => now - 55 - (5 * i))
            .Where(s => needs.ContainsKey(s) && needs.ContainsKey(s - 15) && now - s < 14 * 1440)
            .OrderBy(s =>
            {
                var gap = Math.Min((now - s) % 1440, 1440 - ((now - s) % 1440)) / 90.0;
                return Math.Pow((needs[s] - needs[now]) / 0.5, 2)
                    + Math.Pow((ComputeSlope(s) - ComputeSlope(now)) / ((1.5 * meanSlope) + 0.01), 2)
                    + ((now - s) / 1440.0 / 20)
                    + Math.Min(gap * gap, 10);
            })
            .Take(40);
        Assert.Equal(now, found.Minute);
        Assert.Equal(expected.Order(), found.Starts.Order());
        Assert.Equal(1, found.Weights.Sum(), 5);
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
