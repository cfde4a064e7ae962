using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>
/// Computes the cost of a size for a month of 30 days: its units, and the messages beyond those the units include. Both billing models
/// charge the same for a size that stays all month; they differ in the cost of a change within a day.
/// </summary>
public static class MonthlyBill
{
    private const double Million = 1e6;

    /// <summary>Computes the cost of a size for a month of 30 days.</summary>
    /// <param name="sku">SKU of the size.</param>
    /// <param name="units">Unit count of the size.</param>
    /// <param name="messages">2-KB pieces of outbound traffic by day; null = unknown.</param>
    /// <returns>Null when the units have no price.</returns>
    public static MonthlyCost? Compute(Sku sku, int units, DailyMessages? messages)
    {
        if (sku.ComputeMonthlyPrice(units) is not { } price)
        {
            return null;
        }

        if (!sku.SellsMessages)
        {
            return new MonthlyCost(price, price * 0);
        }

        var missing =
            sku.MillionMessagesPrice is null ? CostGap.MessagePrice
            : messages is null ? CostGap.Traffic
            : CostGap.None;
        return new MonthlyCost(price, ComputeOverage(sku, units, messages), missing);
    }

    /// <summary>Returns the cost of messages beyond the included ones; null when none are sold or their number is unknown.</summary>
    public static Money? ComputeOverage(Sku sku, int units, DailyMessages? messages)
    {
        if (messages is null || sku.MillionMessagesPrice is not { } price)
        {
            return null;
        }

        var overage = messages.ComputeOveragePerDay((double)units * sku.IncludedMessagesPerUnitPerDay) * Sku.DaysOfMonth;
        return price * (decimal)(Math.Min(overage, 1e15) / Million);
    }

    /// <summary>
    /// Returns the difference of two monthly bills, units and messages together; null when a price is unknown or the currencies differ.
    /// </summary>
    public static Money? ComputeChange(MonthlyCost? from, MonthlyCost? to) =>
        from is { } before && to is { } after && before.Units.Currency == after.Units.Currency ? after.Total - before.Total : null;
}
