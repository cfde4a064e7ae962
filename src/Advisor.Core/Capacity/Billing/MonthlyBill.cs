using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>
/// What a size costs in a month of 30 days: its units, and the messages beyond those that the units include. Under both billing models a
/// size that stays for the month costs the same; they differ in what a change within a day costs (by the day or by the second).
/// </summary>
public static class MonthlyBill
{
    private const double Million = 1e6;

    /// <param name="sku">What is bought.</param>
    /// <param name="units">How many units of it.</param>
    /// <param name="messagesPerMonth">2-KB pieces of outbound traffic in a month; null = unknown.</param>
    /// <returns>Null where the units have no price.</returns>
    public static MonthlyCost? Compute(Sku sku, int units, double? messagesPerMonth)
    {
        if (sku.MonthlyPrice(units) is not { } price)
        {
            return null;
        }

        if (!sku.SellsMessages)
        {
            return new MonthlyCost(price, price * 0);
        }

        var missing =
            sku.MillionMessagesPrice is null ? CostGap.MessagePrice
            : messagesPerMonth is null ? CostGap.Traffic
            : CostGap.None;
        return new MonthlyCost(price, Overage(sku, units, messagesPerMonth), missing);
    }

    /// <summary>The messages beyond the included ones; null where none are sold, or nothing is known of them.</summary>
    public static Money? Overage(Sku sku, int units, double? messagesPerMonth)
    {
        if (messagesPerMonth is not { } messages || sku.MillionMessagesPrice is not { } price)
        {
            return null;
        }

        var included = (double)units * sku.IncludedMessagesPerUnitPerDay * Sku.DaysOfMonth;
        return price * (decimal)(Math.Clamp(messages - included, 0, 1e15) / Million);
    }

    /// <summary>
    /// What a change adds to the monthly bill, units and messages together; null where a price is not known or the currencies differ.
    /// </summary>
    public static Money? Change(MonthlyCost? from, MonthlyCost? to) =>
        from is { } before && to is { } after && before.Units.Currency == after.Units.Currency ? after.Total - before.Total : null;

    /// <summary>The same of two sizes with the same messages.</summary>
    public static Money? Change(Sku from, int fromUnits, Sku to, int toUnits, double? messagesPerMonth) =>
        Change(Compute(from, fromUnits, messagesPerMonth), Compute(to, toUnits, messagesPerMonth));
}
