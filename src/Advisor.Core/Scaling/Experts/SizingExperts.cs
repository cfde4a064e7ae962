using Advisor.Core.Forecasting;
using Advisor.Core.Forecasting.LeadWindow;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// Simple sizing policies that are weighted against each other. Each combines a trigger (requests a scale-out), a floor (lower bound of a
/// scale-in) and a holding time (for which a requested size is kept). 8 triggers x 7 floors x 3 holding times.
/// </summary>
internal static class SizingExperts
{
    public const int Triggers = 8,
        Floors = 7,
        HoldingTimes = 3,
        Count = Triggers * Floors * HoldingTimes;

    private const int FirstQuantile = 2,
        Clock = 7;

    /// <summary>Forecast of each floor, as horizon and quantile; the first floor has none.</summary>
    private static readonly (int Horizon, int Quantile)[] FloorForecasts = [(0, 0), (1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1)];

    /// <summary>
    /// Writes the holding times in minutes, derived from the prices: removing a unit costs as much as keeping it idle for removal / unit
    /// minutes, and a size is kept for 0, 0.5 or 1.5 times as long.
    /// </summary>
    public static void WriteRetentionMinutes(ObjectivePrices prices, Span<int> minutes)
    {
        var breakEven = Math.Min(prices.Removal / prices.Unit, 1440);
        minutes[0] = 0;
        minutes[1] = (int)Math.Round(breakEven / 2);
        minutes[2] = (int)Math.Round(breakEven * 1.5);
    }

    /// <summary>
    /// Writes the units that each trigger requests: the units required now with a margin; the extrapolated trend of five minutes; five
    /// quantiles of the lead window; previous days.
    /// </summary>
    /// <param name="risePerMinute">Units per minute over the last five, negative when falling.</param>
    /// <param name="clock">Units required at the same minutes of previous days; null when none is known.</param>
    /// <param name="margins">Margins added to each trigger.</param>
    public static void WriteTriggers(
        double need,
        double risePerMinute,
        LeadForecast lead,
        double? clock,
        ExpertMargins margins,
        Span<double> units
    )
    {
        units[0] = need * margins.RequiredUnits;
        units[1] = need + (margins.TrendMinutes * Math.Max(risePerMinute, 0));
        for (var i = 0; i < LeadUnits.Count; i++)
        {
            units[FirstQuantile + i] = lead.Units[i];
        }

        units[FirstQuantile] *= margins.Median;
        units[Clock] = Math.Max(clock ?? need, need);
    }

    /// <summary>
    /// Raises the triggers of requirement, trend and previous days to what a full size is sized for; the quantiles vote by themselves,
    /// since a full size in a short burst needs no more.
    /// </summary>
    /// <param name="usual">
    /// What previous days required, where that is far more than the full size: all triggers, since the quantiles forecast from what was
    /// served.
    /// </param>
    public static void RaiseTo(double lead, double usual, Span<double> units)
    {
        for (var trigger = 0; trigger < Triggers; trigger++)
        {
            units[trigger] = Math.Max(units[trigger], trigger is >= FirstQuantile and < Clock ? usual : lead);
        }
    }

    /// <summary>Writes the units that each floor keeps; 0 for none.</summary>
    public static void WriteFloors(Forecast forecast, Span<double> units)
    {
        units[0] = 0;
        for (var i = 1; i < Floors; i++)
        {
            units[i] = forecast[FloorForecasts[i].Horizon, FloorForecasts[i].Quantile];
        }
    }
}
