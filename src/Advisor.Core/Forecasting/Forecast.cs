namespace Advisor.Core.Forecasting;

/// <summary>Levels of the three quantiles of a forecast, 0 to 1.</summary>
/// <param name="Middle">Level of the median: 0.5.</param>
/// <param name="Upper">Level of the upper quantile: 0.8 at the default prices.</param>
/// <param name="High">Level of the high quantile: 0.95 at the default prices.</param>
internal readonly record struct QuantileLevels(double Middle, double Upper, double High)
{
    public const int Count = 3;

    private const double OddsOfUpper = 2,
        OddsOfHigh = 0.5;

    /// <summary>
    /// Derives the levels from the price of overload in units: the higher the price, the higher the levels. At 10 they are 0.8 and 0.95; at
    /// 40, 0.95 and 0.9875.
    /// </summary>
    public static QuantileLevels FromOverloadPrice(double overloadPrice) =>
        new(
            0.5,
            Math.Clamp(1 - (OddsOfUpper / Math.Max(overloadPrice, 1)), 0.5, 0.98),
            Math.Clamp(1 - (OddsOfHigh / Math.Max(overloadPrice, 1)), 0.6, 0.995)
        );
}

/// <summary>Quantiles of the highest required units over each horizon, and the number of analogs behind them.</summary>
internal readonly struct Forecast
{
    private readonly double[] needs;

    /// <summary>Creates a forecast that owns the array. A longer horizon includes the shorter ones: no quantile is below theirs.</summary>
    /// <param name="analogs">Number of analogs; 0 if there were too few, and the forecast is the present requirement.</param>
    /// <param name="needs">Required units by horizon and quantile: <see cref="Horizons"/> x <see cref="QuantileLevels.Count"/>.</param>
    public Forecast(int analogs, double[] needs)
    {
        (Analogs, this.needs) = (analogs, needs);
        for (var i = QuantileLevels.Count; i < needs.Length; i++)
        {
            needs[i] = Math.Max(needs[i], needs[i - QuantileLevels.Count]);
        }
    }

    /// <summary>Factor on the present requirement with too few analogs.</summary>
    private const double WithoutAnalogs = 1.1;

    /// <summary>Number of horizons: the lead window, then those of <see cref="HoldMinutes"/>.</summary>
    public const int Horizons = 5;

    /// <summary>Lengths of the hold windows, in minutes from the newest metrics.</summary>
    public static ReadOnlySpan<int> HoldMinutes => [15, 30, 60, 120];

    /// <summary>Number of analogs; 0 if there were too few.</summary>
    public int Analogs { get; }

    /// <summary>Quantile of the highest required units up to a horizon (0 = the lead window, 1 to 4 = the hold windows).</summary>
    public double this[int horizon, int quantile] => needs[(horizon * QuantileLevels.Count) + quantile];

    /// <summary>Returns the forecast with every quantile capped at a number of units.</summary>
    public Forecast CapAt(double units)
    {
        foreach (ref var need in needs.AsSpan())
        {
            need = Math.Min(need, units);
        }

        return this;
    }

    /// <summary>Returns the forecast with too little history: the present requirement + 10 % at every horizon.</summary>
    public static Forecast CreateWithoutHistory(double need) => CreateConstant(need * WithoutAnalogs);

    /// <summary>Returns a forecast with one value for every horizon and quantile.</summary>
    public static Forecast CreateConstant(double need)
    {
        var same = new double[Horizons * QuantileLevels.Count];
        Array.Fill(same, need);
        return new(0, same);
    }
}
