using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>What a UTC day is charged, by the two billing models.</summary>
public static class DayBill
{
    private const double MinutesOfDay = 1440;

    /// <summary>The units that a day is charged for: their mean over the day, or their largest number.</summary>
    /// <param name="minutes">
    /// The units in force in each minute of the day, from 00:00 on; a day that has not ended counts as far as it has come.
    /// </param>
    public static double Units(BillingModel model, ReadOnlySpan<int> minutes)
    {
        var (sum, highest) = (0L, 0);
        foreach (var units in minutes)
        {
            sum += units;
            highest = Math.Max(highest, units);
        }

        return model == BillingModel.DailyPeak ? highest : sum / MinutesOfDay;
    }

    /// <summary>The price of a day's units, messages beyond the included ones apart; null where no price is known.</summary>
    public static Money? Price(Sku sku, BillingModel model, ReadOnlySpan<int> minutes) =>
        sku.UnitPricePerDay * (decimal)Units(model, minutes);
}
