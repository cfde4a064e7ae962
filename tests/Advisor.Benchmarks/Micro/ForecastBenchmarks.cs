using Advisor.Core.Forecasting;
using BenchmarkDotNet.Attributes;

namespace Advisor.Benchmarks.Micro;

/// <summary>What a minute costs the forecast with 14 days of history; the search for similar moments runs every fifth minute.</summary>
public class ForecastBenchmarks
{
    private const int FirstMinute = 29_460_960; // since 1970
    private const double MeanSlope = 0.02;
    private static readonly QuantileLevels Levels = new(0.5, 0.8, 0.95);

    private RequiredUnitsHistory history = RequiredUnitsHistory.Empty;
    private PersistenceForecast persistence = PersistenceForecast.Unlearned;
    private AnalogSet analogs = AnalogSet.None;
    private int minute = FirstMinute;

    [GlobalSetup]
    public void Learn()
    {
        // Without moments to follow, the first days teach nothing of deviations.
        while (minute < FirstMinute + RequiredUnitsHistory.MinutesKept)
        {
            Append();
        }

        analogs = Find();
    }

    [Benchmark(Description = "append a minute and learn from it")]
    public int Append()
    {
        // A day's wave between 2 and 6 units.
        var units = 4 + (2 * Math.Sin(2 * Math.PI * minute / 1440));
        history = history.Append(minute++, UnitsCode.Encode(units));
        persistence = persistence.Learn(history, analogs);
        return history.Count;
    }

    [Benchmark(Description = "search for similar moments")]
    public bool Search() => Find().IsEnough;

    [Benchmark(Description = "forecast from the moments found")]
    public double Forecast() => AnalogForecast.Create(history, analogs, persistence, lag: 2, need: 4, Levels)[0, 0];

    private AnalogSet Find() => AnalogSearch.Find(history, MeanSlope) with { MaxCode = history.FindMaxCode() };
}
