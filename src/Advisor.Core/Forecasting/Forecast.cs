namespace Advisor.Core.Forecasting;

/// <summary>The three quantiles that a forecast gives, as shares of the cases.</summary>
/// <param name="Middle">0.5.</param>
/// <param name="Upper">0.8 at the default prices.</param>
/// <param name="High">0.95 at the default prices.</param>
internal readonly record struct QuantileLevels(double Middle, double Upper, double High)
{
    public const int Count = 3;

    private const double OddsOfUpper = 2,
        OddsOfHigh = 0.5;

    /// <summary>
    /// The levels for a price of overload in units: the dearer overload is, the rarer the case that is still provided for. At 10 they are
    /// 0.8 and 0.95; at 40, 0.95 and 0.9875.
    /// </summary>
    public static QuantileLevels FromOverloadPrice(double overloadPrice) =>
        new(
            0.5,
            Math.Clamp(1 - (OddsOfUpper / Math.Max(overloadPrice, 1)), 0.5, 0.98),
            Math.Clamp(1 - (OddsOfHigh / Math.Max(overloadPrice, 1)), 0.6, 0.995)
        );
}

/// <summary>The highest requirement over each horizon, as quantiles in units, and how many past moments it was made of.</summary>
/// <param name="analogs">Past moments behind it; 0 where there were too few, and the units required now stands for all.</param>
/// <param name="needs">Units by horizon and quantile: <see cref="Horizons"/> x <see cref="QuantileLevels.Count"/>.</param>
internal readonly struct Forecast(int analogs, double[] needs)
{
    /// <summary>With too few analogs the need is expected to stay under so many times the units required now.</summary>
    private const double WithoutAnalogs = 1.1;

    /// <summary>The lead window, then the longer ones of <see cref="HoldMinutes"/>.</summary>
    public const int Horizons = 5;

    /// <summary>The lengths of the hold windows, in minutes from the newest metrics.</summary>
    public static ReadOnlySpan<int> HoldMinutes => [15, 30, 60, 120];

    public int Analogs { get; } = analogs;

    /// <summary>
    /// The quantile of the highest requirement until a horizon (0 = the lead window, 1 to 4 = the hold windows), in units.
    /// </summary>
    public double this[int horizon, int quantile] => needs[(horizon * QuantileLevels.Count) + quantile];

    /// <summary>This forecast with no quantile above a number of units.</summary>
    public Forecast CapAt(double units)
    {
        foreach (ref var need in needs.AsSpan())
        {
            need = Math.Min(need, units);
        }

        return this;
    }

    /// <summary>The forecast where too little is known: the units required now + 10 %, whatever the horizon.</summary>
    public static Forecast WithoutHistory(double need) => Constant(need * WithoutAnalogs);

    /// <summary>No forecast at all: one need, whatever the horizon and the quantile.</summary>
    public static Forecast Constant(double need)
    {
        var needs = new double[Horizons * QuantileLevels.Count];
        Array.Fill(needs, need);
        return new(0, needs);
    }
}
