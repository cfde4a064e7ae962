using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class AnalogForecastTests
{
    private static readonly QuantileLevels Levels = QuantileLevels.FromOverloadPrice(10);

    [Theory]
    [InlineData(10, 0.8, 0.95)]
    [InlineData(40, 0.95, 0.9875)]
    [InlineData(2, 0.5, 0.75)]
    [InlineData(0, 0.5, 0.6)]
    public void A_dearer_overload_provides_for_rarer_cases(double price, double upper, double high)
    {
        var levels = QuantileLevels.FromOverloadPrice(price);

        Assert.Equal((0.5, upper, high), (levels.Middle, levels.Upper, levels.High));
    }

    [Fact]
    public void With_fewer_than_five_analogs_a_tenth_above_now_stands_for_the_forecast()
    {
        var forecast = AnalogForecast.Create(
            RequiredUnitsHistory.Empty,
            new AnalogSet(0, [1, 2, 3, 4], [0.25f, 0.25f, 0.25f, 0.25f]),
            PersistenceForecast.Unlearned,
            2,
            6,
            Levels
        );

        Assert.Equal(0, forecast.Analogs);
        Assert.Equal(6.6, forecast[0, 0], 9);
        Assert.Equal(6.6, forecast[4, 2], 9);
    }

    [Fact]
    public void The_noise_of_one_minute_moves_the_forecast_by_a_fifth()
    {
        const int first = 1_000_000,
            last = first + 3000;
        var history = RequiredUnitsHistory.Empty;
        for (var minute = first; minute <= last; minute++)
        {
            // Alternates by 2 %: 0.02 x 4 of the second differences are a noise of 4 / (1.954 x 0.72) x 0.04 = 11 %.
            history.Add(
                minute,
                UnitsCode.Encode(
                    minute == last ? 5.5
                    : minute % 2 == 0 ? 5
                    : 5.1
                )
            );
        }

        var starts = Enumerable.Range(1, 10).Select(i => first + (i * 200)).ToArray();
        var analogs = new AnalogSet(last, starts, [.. Enumerable.Repeat(0.1f, 10)]);

        var forecast = AnalogForecast.Create(history, analogs, PersistenceForecast.Unlearned, 2, 5.5, Levels);

        Assert.Equal(5.1 * Math.Pow(1.1, 0.2), forecast[3, 0], 2);
    }

    [Fact]
    public void Each_quantile_is_the_highest_requirement_that_so_many_past_moments_stayed_under()
    {
        // Ten past moments at a need of 4, each followed by a peak of 5, 6 ... 14 units twenty minutes later; then now, again at 4.
        const int first = 1_000_000,
            apart = 200;
        var history = RequiredUnitsHistory.Empty;
        for (var minute = first; minute <= first + (10 * apart); minute++)
        {
            var (moment, since) = ((minute - first) / apart, (minute - first) % apart);
            history = history.Append(minute, UnitsCode.Encode(since == 20 && moment < 10 ? 5 + moment : 4));
        }

        var starts = Enumerable.Range(0, 10).Select(i => first + (i * apart)).ToArray();
        var analogs = new AnalogSet(first + (10 * apart), starts, [.. Enumerable.Repeat(0.1f, 10)]);

        var forecast = AnalogForecast.Create(history, analogs, PersistenceForecast.Unlearned, 2, 4, Levels);

        // The lead window (minutes 4 to 9) and the next 15 minutes see no peak; half an hour does: the fifth, eighth and tenth of ten
        // peaks.
        Assert.Equal(10, forecast.Analogs);
        Assert.Equal([4, 4, 4], GetRow(forecast, 0));
        Assert.Equal([4, 4, 4], GetRow(forecast, 1));
        Assert.Equal([9, 12, 14], GetRow(forecast, 2));
        Assert.Equal([9, 12, 14], GetRow(forecast, 4));
    }

    [Fact]
    public void A_longer_horizon_never_requires_less_than_a_shorter_one()
    {
        // Five past moments at a need of 4. Within 15 minutes three fill the size at 5 units, one stays at 4 and one rises to 10: the
        // weights of the three move to 10, the median. Within half an hour the one at 4 rises to 6, which takes half of these weights: 60 %
        // are then at or below 6, but 10 units are as likely to be required as before.
        const int first = 1_000_000,
            apart = 200;
        var history = RequiredUnitsHistory.Empty;
        for (var minute = first; minute <= first + (5 * apart); minute++)
        {
            var (moment, since) = ((minute - first) / apart, (minute - first) % apart);
            var isFull = moment < 3 && since == 10;
            var need =
                isFull ? 5
                : moment == 3 && since == 20 ? 6
                : moment == 4 && since == 10 ? 10
                : 4;
            history = history.Append(minute, UnitsCode.Encode(need), isFull);
        }

        var starts = Enumerable.Range(0, 5).Select(i => first + (i * apart)).ToArray();
        var analogs = new AnalogSet(first + (5 * apart), starts, [.. Enumerable.Repeat(0.2f, 5)]);

        var forecast = AnalogForecast.Create(history, analogs, PersistenceForecast.Unlearned, 2, 4, Levels);

        Assert.Equal([10, 10, 10], GetRow(forecast, 1));
        Assert.Equal([10, 10, 10], GetRow(forecast, 2));
    }

    [Fact]
    public void A_need_survives_its_code_within_a_fiftieth_of_a_percent()
    {
        foreach (var need in (double[])[0.5, 0.51, 1, 3.3, 77.7, 1000, 5000])
        {
            Assert.Equal(1, UnitsCode.Decode(UnitsCode.Encode(need)) / need, 2e-4);
        }

        Assert.Equal(0.5, UnitsCode.Decode(UnitsCode.Encode(0)), 9);
        Assert.NotEqual(UnitsCode.Unknown, UnitsCode.Encode(0));
    }

    private static double[] GetRow(Forecast forecast, int horizon) =>
        [.. Enumerable.Range(0, 3).Select(quantile => Math.Round(forecast[horizon, quantile], 2))];
}
