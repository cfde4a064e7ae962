using Advisor.Core.Forecasting;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>
/// How far a forecast may go: a tenth above what the resource has ever needed in the days kept, above where the trend of five minutes leads
/// in two hours, and above what is announced. Few past moments at a low need would otherwise multiply a rise: 70 units from five moments of
/// a load of 6.
/// </summary>
internal static class ForecastLimit
{
    private const int TrendMinutes = 5,
        LongestMinutes = 120;
    private const double Above = 1.1;

    /// <summary>Units that no quantile passes.</summary>
    /// <param name="need">Units required in the newest minute.</param>
    public static double Compute(ResourceState state, double need, DecisionInput input)
    {
        if (state.Analogs.MaxCode == UnitsCode.Unknown)
        {
            return double.PositiveInfinity;
        }

        var then = state.History.CodeAt(state.MeasuredMinute - TrendMinutes);
        var rise = then == UnitsCode.Unknown ? 0 : Math.Max(need - UnitsCode.Decode(then), 0) / TrendMinutes;
        var highest = Math.Max(UnitsCode.Decode(state.Analogs.MaxCode), need + (rise * LongestMinutes));
        foreach (var window in input.Observation.Settings.Windows)
        {
            var near = window.Start < input.Now.AddMinutes(LongestMinutes) && window.End > input.Now;
            highest = near && window.MinUnits > highest ? window.MinUnits.Value : highest;
        }

        return highest * Above;
    }
}
