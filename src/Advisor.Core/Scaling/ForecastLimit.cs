using Advisor.Core.Forecasting;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>
/// Limits a forecast: to 10 % above the highest requirement of the history, the trend of five minutes extrapolated by two hours, or an
/// announced minimum, whichever is highest. Otherwise a few analogs at a low load would multiply a rise: 70 units from five analogs of a
/// load of 6.
/// </summary>
internal static class ForecastLimit
{
    private const int TrendMinutes = 5,
        LongestMinutes = 120;
    private const double Above = 1.1;

    /// <summary>Returns the maximum for all quantiles, in units.</summary>
    /// <param name="need">Units required in the newest minute.</param>
    public static double Compute(ResourceState state, double need, DecisionInput input)
    {
        if (state.Analogs.MaxCode == UnitsCode.Unknown)
        {
            return double.PositiveInfinity;
        }

        var then = state.History.GetCode(state.MeasuredMinute - TrendMinutes);
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
