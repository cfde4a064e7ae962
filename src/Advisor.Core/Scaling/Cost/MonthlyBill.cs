using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Scaling.Cost;

/// <summary>
/// What a size costs in a month of 30 days: its units, and the messages beyond those that the units include. Under both billing models a size that
/// stays for the month costs the same; they differ in what a change within a day costs (by the day or by the second).
/// </summary>
public static class MonthlyBill
{
    private const double Million = 1e6;

    /// <param name="messagesPerMonth">2-KB pieces of outbound traffic in a month; null = unknown, no overage is counted.</param>
    /// <returns>Null where no price is known.</returns>
    public static Money? Of(Sku sku, int units, double? messagesPerMonth) =>
        sku.MonthlyPrice(units) is not { } price ? null : Overage(sku, units, messagesPerMonth) is { } overage ? price + overage : price;

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

    /// <summary>What a change adds to the monthly bill, net of message overage; null where no price is known.</summary>
    public static Money? Change(Sku from, int fromUnits, Sku to, int toUnits, double? messagesPerMonth) =>
        Of(to, toUnits, messagesPerMonth) is { } after && Of(from, fromUnits, messagesPerMonth) is { } before && after.Currency == before.Currency
            ? after - before
            : null;
}
