using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>
/// Formats the cost of a size: "units + messages = total" for a month of 30 days, the same in every output and message. Amounts are whole,
/// and the parts shown add up to the total shown; cents only when compared with a budget. JSON and CSV carry the cents.
/// </summary>
public static class CostText
{
    /// <summary>
    /// Formats "879 USD (97 for units + 782 for messages)"; "97 USD for units; messages not included (...)" if their cost is unknown.
    /// </summary>
    public static string FormatSum(MonthlyCost cost) =>
        cost.Messages is { } messages
            ? FormatParts(cost, messages, false, "")
            : $"{Wording.FormatAmount(cost.Units)} for units; {DescribeGapInParentheses(cost)}";

    /// <summary>
    /// Formats "879 USD a month (97 for units + 782 for messages)"; "97 USD a month for units; messages not included (...)" if their
    /// cost is unknown.
    /// </summary>
    /// <param name="cost">Cost of units and messages.</param>
    /// <param name="cents">Whether cents are shown: "879.00 USD a month (96.60 for units + 782.40 for messages)".</param>
    public static string FormatPerMonth(MonthlyCost cost, bool cents = false) =>
        cost.Messages is { } messages
            ? FormatParts(cost, messages, cents, " a month")
            : $"{Wording.FormatAmount(cost.Units, cents)} a month for units; {DescribeGapInParentheses(cost)}";

    /// <summary>
    /// Formats a change of the bill and the bill after it: "+18 USD a month, total 879 USD (97 for units + 782 for messages)".
    /// </summary>
    /// <returns>Null when the costs cannot be compared: a price is unknown, or the currencies differ.</returns>
    public static string? FormatChange(MonthlyCost? from, MonthlyCost? to) =>
        to is { } after && RoundChange(from, to) is { } change ? $"{Wording.FormatChange(change)} a month, total {FormatSum(after)}" : null;

    /// <summary>
    /// Returns the difference of the two totals as displayed, so that the three amounts a person reads agree: 9,679 to 9,698 is +19 also
    /// where the cents make it 18.43.
    /// </summary>
    /// <returns>Null when the costs cannot be compared: a price is unknown, or the currencies differ.</returns>
    public static Money? RoundChange(MonthlyCost? from, MonthlyCost? to) =>
        MonthlyBill.ComputeChange(from, to) is { } change
            ? change with
            {
                Amount = Wording.RoundAmount(to!.Value.Total.Amount) - Wording.RoundAmount(from!.Value.Total.Amount),
            }
            : null;

    /// <summary>Returns the reason why messages are not part of an amount.</summary>
    public static string DescribeGap(MonthlyCost cost) =>
        cost.Missing == CostGap.MessagePrice
            ? $"messages not included: no price for messages in {cost.Units.Currency}"
            : "messages not included: their number is unknown";

    /// <summary>Describes the messages behind an amount: "19,500 messages of 2 KB a minute over the last 14 days".</summary>
    public static string DescribeMessages(DailyMessages messages)
    {
        var span = TimeSpan.FromMinutes(messages.KnownMinutes);
        return $"{Wording.FormatCount(messages.PerMinute, "message")} of 2 KB a minute over the last "
            + (span == TimeSpan.FromDays(1) ? "day" : Wording.FormatDuration(span));
    }

    private static string DescribeGapInParentheses(MonthlyCost cost) =>
        DescribeGap(cost).Replace(": ", " (", StringComparison.Ordinal) + ")";

    private static string FormatParts(MonthlyCost cost, Money messages, bool cents, string period)
    {
        decimal RoundForDisplay(Money money) => cents ? money.Amount : Math.Round(money.Amount, MidpointRounding.AwayFromZero);
        var (total, sent) = (RoundForDisplay(cost.Total), RoundForDisplay(messages));
        return $"{Wording.FormatAmount(cost.Total with { Amount = total }, cents)}{period} "
            + $"({Wording.FormatBareAmount(total - sent, cents)} for units + {Wording.FormatBareAmount(sent, cents)} for messages)";
    }
}
