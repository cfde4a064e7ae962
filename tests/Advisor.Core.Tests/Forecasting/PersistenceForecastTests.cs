using Advisor.Core.Forecasting;

namespace Advisor.Core.Tests.Forecasting;

public class PersistenceForecastTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(5)]
    public void Several_minutes_learned_at_once_teach_what_each_of_them_teaches(int count)
    {
        // Three days with noise, unknown minutes and full sizes; the analogs of every fifth minute, up to an hour old.
        var random = new Random(5);
        var history = RequiredUnitsHistory.Empty;
        var (analogs, each, atOnce) = (AnalogSet.None, PersistenceForecast.Unlearned, PersistenceForecast.Unlearned);
        var pending = 0;
        for (var minute = 10_000_000; minute < 10_000_000 + (3 * 1440); minute++)
        {
            var isSearched = minute % RequiredUnitsHistory.GridMinutes == 0;
            if (isSearched || pending == count)
            {
                Learn();
            }

            var units = 5 + (3 * Math.Sin(minute * 2 * Math.PI / 1440)) + random.NextDouble();
            history.Add(minute, random.Next(40) == 0 ? UnitsCode.Unknown : UnitsCode.Encode(units), random.Next(60) == 0);
            analogs = isSearched ? AnalogSearch.Find(history, 0.05) : analogs;
            each.LearnInPlace(history, analogs);
            pending++;
        }

        Learn();
        Assert.Equal(Write(each), Write(atOnce));
        Assert.NotEqual(PersistenceForecast.Unlearned.AfterLong, each.AfterLong);

        void Learn()
        {
            if (pending > 0)
            {
                atOnce.LearnRangeInPlace(history, analogs, pending);
            }

            pending = 0;
        }
    }

    private static byte[] Write(PersistenceForecast forecast)
    {
        using var stream = new MemoryStream();
        using (var writer = new BinaryWriter(stream))
        {
            forecast.Write(writer);
        }

        return stream.ToArray();
    }
}
