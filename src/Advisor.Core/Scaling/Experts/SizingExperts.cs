using Advisor.Core.Forecasting;
using Advisor.Core.Rules;
using Advisor.Core.Settings;

namespace Advisor.Core.Scaling.Experts;

/// <summary>
/// The simple rules that are weighed against each other: each has a trigger (what requests a scale-out), a floor (how far it would scale in
/// at most) and a rent time (for how long a requested size is kept). 6 triggers x 7 floors x 3 rent times.
/// </summary>
internal static class SizingExperts
{
    public const int Triggers = 6,
        Floors = 7,
        HoldingTimes = 3,
        Count = Triggers * Floors * HoldingTimes;

    /// <summary>Which forecast each floor takes, as horizon and quantile; the first floor is none.</summary>
    private static readonly (int Horizon, int Quantile)[] FloorForecasts = [(0, 0), (1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 1)];

    /// <summary>
    /// Rent times in minutes, from the prices: taking a unit away costs as much as renting it idle for removed / unit minutes, so a size is
    /// kept for none of that, half of it, or one and a half times as long.
    /// </summary>
    public static void WriteRetentionMinutes(ObjectivePrices prices, Span<int> minutes)
    {
        var breakEven = Math.Min(prices.Removal / prices.Unit, 1440);
        minutes[0] = 0;
        minutes[1] = (int)Math.Round(breakEven / 2);
        minutes[2] = (int)Math.Round(breakEven * 1.5);
    }

    /// <summary>
    /// What each trigger requests, in units: now and a hair; the trend of five minutes prolonged; three quantiles of the lead window; the
    /// clock.
    /// </summary>
    /// <param name="risePerMinute">Units per minute over the last five, negative where it falls.</param>
    /// <param name="clock">What the same minutes of the days before needed, in units; null where no day is known.</param>
    /// <param name="margins">What is added to each.</param>
    public static void WriteTriggers(
        double need,
        double risePerMinute,
        Forecast forecast,
        double? clock,
        ExpertMargins margins,
        Span<double> units
    )
    {
        units[0] = need * margins.RequiredUnits;
        units[1] = need + (margins.TrendMinutes * Math.Max(risePerMinute, 0));
        units[2] = forecast[0, 0] * margins.Median;
        units[3] = forecast[0, 1];
        units[4] = forecast[0, 2];
        units[5] = Math.Max(clock ?? need, need);
    }

    /// <summary>What each floor would keep, in units; 0 for none.</summary>
    public static void WriteFloors(Forecast forecast, Span<double> units)
    {
        units[0] = 0;
        for (var i = 1; i < Floors; i++)
        {
            units[i] = forecast[FloorForecasts[i].Horizon, FloorForecasts[i].Quantile];
        }
    }
}
