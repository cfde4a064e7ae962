using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>
/// Formats the cost of a size: "units + messages = total" for a month of 30 days, the same in every output and message. Amounts are whole,
/// and the parts shown add up to the total shown; cents only when compared with a budget. JSON and CSV carry the cents.
/// </summary>
public static class CostText
{
    /// <summary>
    /// Formats "97 units + 782 messages = 879 USD"; "97 USD for units; messages not included: ..." if their cost is unknown.
    /// </summary>
    public static string Sum(MonthlyCost cost) =>
        cost.Messages is { } messages ? Parts(cost, messages, false) : $"{Wording.Amount(cost.Units)} for units; {Missing(cost)}";

    /// <summary>
    /// Formats "97 units + 782 messages = 879 USD a month"; "97 USD a month for units; messages not included: ..." if their cost is
    /// unknown.
    /// </summary>
    /// <param name="cost">Cost of units and messages.</param>
    /// <param name="cents">Whether cents are shown: "96.60 units + 782.40 messages = 879.00 USD a month".</param>
    public static string PerMonth(MonthlyCost cost, bool cents = false) =>
        cost.Messages is { } messages
            ? Parts(cost, messages, cents) + " a month"
            : $"{Wording.Amount(cost.Units, cents)} a month for units; {Missing(cost)}";

    /// <summary>Formats a change of the bill and the bill after it: "+18 USD a month: 97 units + 782 messages = 879 USD".</summary>
    /// <returns>Null when the costs cannot be compared: a price is unknown, or the currencies differ.</returns>
    public static string? Change(MonthlyCost? from, MonthlyCost? to) =>
        to is { } after && MonthlyBill.Change(from, to) is { } change ? $"{Wording.Change(change)} a month: {Sum(after)}" : null;

    /// <summary>Returns the reason why messages are not part of an amount.</summary>
    public static string Missing(MonthlyCost cost) =>
        cost.Missing == CostGap.MessagePrice
            ? $"messages not included: no price for messages in {cost.Units.Currency}"
            : "messages not included: their number is not known";

    private static string Parts(MonthlyCost cost, Money messages, bool cents)
    {
        decimal Shown(Money money) => cents ? money.Amount : Math.Round(money.Amount, MidpointRounding.AwayFromZero);
        var (total, sent) = (Shown(cost.Total), Shown(messages));
        return $"{Wording.Bare(total - sent, cents)} units + {Wording.Bare(sent, cents)} messages = "
            + $"{Wording.Amount(cost.Total with { Amount = total }, cents)}";
    }
}
