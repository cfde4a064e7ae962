using Advisor.Configuration.Rules;
using Advisor.Core.Settings;
using Advisor.Lab.Advice;
using Advisor.Lab.Scenarios;
using Advisor.Lab.Traces;

namespace Advisor.Lab.Tests.Advice;

public class AdviceBacktestTests
{
    private const int MinutesOfDay = 1440;
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    // The first instant is after 14 days; the last one leaves seven, or three where the series ends before.
    [InlineData(30, 23)]
    [InlineData(21, 14)]
    [InlineData(20, 17)]
    public void The_seven_days_that_follow_an_instant_are_known_where_the_series_has_them(int days, int lastDay)
    {
        var minutes = AdviceBacktest.ListInstants([Build(days)], 200).Select(instant => instant.Minute).ToList();

        Assert.All(minutes, minute => Assert.InRange(minute, 14 * MinutesOfDay, lastDay * MinutesOfDay));
        Assert.Equal(200, minutes.Count);
        // Each of 200 equal parts of the time has one: the first and the last part are used too.
        var part = (lastDay - 14) * MinutesOfDay / 200.0;
        Assert.True(minutes[0] <= (14 * MinutesOfDay) + part + 1 && minutes[^1] >= (lastDay * MinutesOfDay) - part - 1);
    }

    [Fact]
    public void A_series_without_three_days_to_follow_has_no_instant() => Assert.Empty(AdviceBacktest.ListInstants([Build(16)], 6));

    [Fact]
    public void A_load_that_repeats_every_day_is_recommended_the_size_that_is_best_afterwards()
    {
        var cases = AdviceBacktest.Run(
            RuleSetLoader.Embedded,
            [Build(22)],
            instants: 2,
            grainMinutes: 1,
            RuleSetLoader.Embedded.Policy.Prices,
            (_, _) => ResourceSettings.Default,
            done: null,
            TestContext.Current.CancellationToken
        );

        Assert.Equal(2, cases.Count);
        Assert.All(
            cases,
            one =>
            {
                var runs = one.Runs.ToDictionary(run => run.Rule.Name);
                Assert.Equal(one.BestUnits, runs["advisor"].Units);
                Assert.Equal(1, runs["advisor"].Regret);
                // 7.5 units at the peak, more than 7 in a fifth of the minutes: 80 a minute for one unit less.
                Assert.Equal(8, runs["peak"].Units);
            }
        );
    }

    private static Scenario Build(int days)
    {
        var times = Enumerable.Range(0, (days * 24) + 1).Select(hour => Start.AddHours(hour)).ToList();
        var wave = new Trace("wave", times, [.. times.Select(time => 60 + (40 * Math.Sin(time.Hour * Math.PI / 12)))]);
        var options = new ScenarioOptions
        {
            Days = days,
            Shapes = ["echo"],
            PeakUnits = [7.5],
        };
        return Assert.Single(ScenarioBuilder.Build([wave], options));
    }
}
