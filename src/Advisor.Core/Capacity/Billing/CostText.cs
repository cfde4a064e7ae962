using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>
/// What sizes cost, in words: "units + messages = total", a month of 30 days, the same in every output and message. Amounts are whole, and
/// the parts shown add up to the total shown; cents only where a budget is held to them. JSON and CSV have the cents.
/// </summary>
public static class CostText
{
    /// <summary>"97 units + 782 messages = 879 USD"; "97 USD for units; messages not in it: ..." where they are missing.</summary>
    public static string Sum(MonthlyCost cost) =>
        cost.Messages is { } messages ? Parts(cost, messages, false) : $"{Wording.Amount(cost.Units)} for units; {Missing(cost)}";

    /// <summary>
    /// "97 units + 782 messages = 879 USD a month"; "97 USD a month for units; messages not in it: ..." where they are missing.
    /// </summary>
    /// <param name="cost">Units and messages.</param>
    /// <param name="cents">"96.60 units + 782.40 messages = 879.00 USD a month".</param>
    public static string PerMonth(MonthlyCost cost, bool cents = false) =>
        cost.Messages is { } messages
            ? Parts(cost, messages, cents) + " a month"
            : $"{Wording.Amount(cost.Units, cents)} a month for units; {Missing(cost)}";

    /// <summary>"+18 USD a month: 97 units + 782 messages = 879 USD": what a change adds to the bill, and the bill after it.</summary>
    /// <returns>Null where nothing compares: a price is not known, or the currencies differ.</returns>
    public static string? Change(MonthlyCost? from, MonthlyCost? to) =>
        to is { } after && MonthlyBill.Change(from, to) is { } change ? $"{Wording.Change(change)} a month: {Sum(after)}" : null;

    /// <summary>Why the messages are not in an amount.</summary>
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
