using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Computes the charge for a UTC day under either billing model.</summary>
public static class DayBill
{
    private const double MinutesOfDay = 1440;

    /// <summary>Returns the units charged for a day: the mean over the day, or the highest count.</summary>
    /// <param name="minutes">Units in force in each minute of the day, from 00:00 on; for a day in progress, the minutes so far.</param>
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

    /// <summary>Returns the price of a day's units without messages; null when no price is known.</summary>
    public static Money? Price(Sku sku, BillingModel model, ReadOnlySpan<int> minutes) =>
        sku.UnitPricePerDay * (decimal)Units(model, minutes);
}
