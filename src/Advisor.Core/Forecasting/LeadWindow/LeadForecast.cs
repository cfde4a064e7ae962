using System.Runtime.CompilerServices;

namespace Advisor.Core.Forecasting.LeadWindow;

/// <summary>
/// Quantiles of the highest required units of the lead window, from <see cref="LeadRegression"/>: 50, 65, 80, 90 and 95 % at the default
/// prices.
/// </summary>
/// <param name="Facts">Facts behind them; null with too little history, where the quantiles are those of the analogs.</param>
/// <param name="Units">Units by quantile, ascending.</param>
internal readonly record struct LeadForecast(LeadFacts? Facts, LeadUnits Units)
{
    /// <summary>Returns the quantiles of the analogs, with the two in between interpolated.</summary>
    /// <param name="need">Units required now, which take their place without analogs: then the minority of triggers requests more.</param>
    public static LeadForecast FromAnalogs(Forecast forecast, double need)
    {
        var isKnown = forecast.Analogs > 0;
        var (middle, upper, high) = (forecast[0, 0], forecast[0, 1], forecast[0, 2]);
        var units = default(LeadUnits);
        units[0] = middle;
        units[1] = isKnown ? (middle + upper) / 2 : need;
        units[2] = upper;
        units[3] = isKnown ? (upper + high) / 2 : need;
        units[4] = high;
        return new(null, units);
    }

    /// <summary>Writes the levels of the quantiles, which depend on the prices as those of the other forecasts do.</summary>
    public static void WriteLevels(QuantileLevels levels, Span<double> target)
    {
        target[0] = levels.Middle;
        target[1] = (levels.Middle + levels.Upper) / 2;
        target[2] = levels.Upper;
        target[3] = (levels.Upper + (2 * levels.High)) / 3;
        target[4] = levels.High;
    }

    /// <summary>Returns the forecast with every quantile capped at a number of units.</summary>
    public LeadForecast CapAt(double max)
    {
        var units = Units;
        for (var i = 0; i < LeadUnits.Count; i++)
        {
            units[i] = Math.Min(units[i], max);
        }

        return this with
        {
            Units = units,
        };
    }
}

/// <summary>One number of units per quantile of a <see cref="LeadForecast"/>.</summary>
[InlineArray(Count)]
internal struct LeadUnits
{
    /// <summary>Number of quantiles.</summary>
    public const int Count = 5;

    private double first;
}
