using Advisor.Configuration.Schedules;
using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;

namespace Advisor.Core.Tests.Forecasting.LeadWindow;

public class LeadRegressionTests
{
    private const int Lag = 2;
    private static readonly QuantileLevels Levels = QuantileLevels.FromOverloadPrice(10);

    [Fact]
    public void It_begins_as_the_median_of_the_analogs()
    {
        // 61 minutes of 4 units; the analogs expect 5. The distribution of errors is symmetric, so the median is theirs.
        var (_, forecast) = LeadRegression.Unlearned.Advance(CreateHistory(61, _ => 4), Lag, CreateForecast(5), 4, Levels, null);

        Assert.Equal(5, forecast.Units[0], 2);
        Assert.Equal(Math.Log(5.0 / 4), forecast.Facts!.Value[LeadFacts.Analogs], 3);
    }

    [Fact]
    public void Without_an_hour_or_without_analogs_the_quantiles_are_those_of_the_forecast()
    {
        var (_, early) = LeadRegression.Unlearned.Advance(CreateHistory(60, _ => 4), Lag, CreateForecast(5), 4, Levels, null);
        var (_, alone) = LeadRegression.Unlearned.Advance(
            CreateHistory(99, _ => 4),
            Lag,
            Forecast.CreateWithoutHistory(4),
            4,
            Levels,
            null
        );

        Assert.Equal((null, 5), (early.Facts, early.Units[0]));
        Assert.Equal((null, 4.4), (alone.Facts, Math.Round(alone.Units[4], 6)));
    }

    [Fact]
    public void It_learns_an_event_of_every_full_hour_that_the_analogs_miss()
    {
        // 4 units, 8 in the first five minutes of every hour. The analogs always expect the present. Four days later, at minute 57, the
        // window (minutes 61 to 66) is known to hold 8.
        double Load(int minute) => minute % 60 < 5 ? 8 : 4;
        var (regression, history, forecast) = (LeadRegression.Unlearned, RequiredUnitsHistory.Empty, default(LeadForecast));
        for (var minute = 0; minute < 4 * 1440 - 2; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(Load(minute)));
            (regression, forecast) = regression.Advance(history, Lag, CreateForecast(Load(minute)), Load(minute), Levels, null);
        }

        Assert.InRange(forecast.Units[0], 7, 9);
        Assert.InRange(forecast.Units[4], forecast.Units[0], 12);
    }

    [Theory]
    [InlineData(6, 2.0)] // 08:57 in Berlin: yesterday's lead window reached 09:01
    [InlineData(7, 1.0)] // 09:57: the UTC time of yesterday's step
    public void Yesterday_is_the_same_local_time_after_the_clock_has_changed(int utcHour, double ratio)
    {
        // 4 units, 8 from 09:00 on in Berlin: 08:00 UTC on Saturday, 28 March 2026, 07:00 UTC on Sunday, when summer time begins.
        var berlin = IanaTimeZones.Find("Europe/Berlin")!;
        var saturday = new DateTimeOffset(2026, 3, 28, 0, 0, 0, TimeSpan.Zero);
        var (first, count) = ((int)(saturday.ToUnixTimeSeconds() / 60), 1440 + (utcHour * 60) + 58);
        var history = Enumerable
            .Range(0, count)
            .Aggregate(
                RequiredUnitsHistory.Empty,
                (known, i) =>
                    known.Append(
                        first + i,
                        UnitsCode.Encode(TimeZoneInfo.ConvertTime(saturday.AddMinutes(i), berlin).Hour is >= 9 and < 17 ? 8 : 4)
                    )
            );

        var facts = LeadFacts.Create(history, 4, 9, 4, berlin);

        Assert.Equal(Math.Log(ratio), facts[LeadFacts.Yesterday], 3);
    }

    [Fact]
    public void A_window_in_which_the_size_was_full_teaches_nothing()
    {
        var history = CreateHistory(61, _ => 4);
        var (regression, _) = LeadRegression.Unlearned.Advance(history, Lag, CreateForecast(5), 4, Levels, null);
        for (var minute = 61; minute < 75; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(4.4), isLowerBound: true);
            (regression, _) = regression.Advance(history, Lag, CreateForecast(5), 4, Levels, null);
        }

        Assert.Equal(1, regression.GetCoefficient(LeadFacts.Analogs));
    }

    [Fact]
    public void Stored_and_read_it_predicts_the_same()
    {
        var (regression, history) = (LeadRegression.Unlearned, RequiredUnitsHistory.Empty);
        for (var minute = 0; minute < 200; minute++)
        {
            history = history.Append(minute, UnitsCode.Encode(4 + Math.Sin(minute / 9.0)));
            (regression, _) = regression.Advance(history, Lag, CreateForecast(4), 4, Levels, null);
        }

        using var stream = new MemoryStream();
        regression.Write(new BinaryWriter(stream));
        stream.Position = 0;
        var read = LeadRegression.Read(new BinaryReader(stream));

        LeadUnits[] units =
        [
            regression.Advance(history, Lag, CreateForecast(4), 4, Levels, null).Forecast.Units,
            read.Advance(history, Lag, CreateForecast(4), 4, Levels, null).Forecast.Units,
        ];
        Assert.All(Enumerable.Range(0, LeadUnits.Count), level => Assert.Equal(units[0][level], units[1][level]));
        Assert.NotEqual(1, read.GetCoefficient(LeadFacts.Analogs));
    }

    private static RequiredUnitsHistory CreateHistory(int minutes, Func<int, double> load) =>
        Enumerable
            .Range(0, minutes)
            .Aggregate(RequiredUnitsHistory.Empty, (history, minute) => history.Append(minute, UnitsCode.Encode(load(minute))));

    private static Forecast CreateForecast(double units)
    {
        var needs = new double[Forecast.Horizons * QuantileLevels.Count];
        Array.Fill(needs, units);
        return new(40, needs);
    }
}
