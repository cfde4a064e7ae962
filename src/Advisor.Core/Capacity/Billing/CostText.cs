using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>
/// Formats the cost of a size: "units + messages = total" for a month of 30 days, the same in every output and message. Amounts are whole,
/// and the parts shown add up to the total shown: a number of units has one price everywhere, and the messages take the rest of the
/// rounding. Cents only when compared with a budget. JSON and CSV carry the cents.
/// </summary>
public static class CostText
{
    // Rates below it are shown with cents.
    private const decimal MinWholeRate = 10;

    /// <summary>
    /// Formats "879 USD (97 for units + 782 for messages)"; "97 USD for units; messages not included (...)" if their cost is unknown.
    /// </summary>
    public static string FormatSum(MonthlyCost cost) =>
        cost.Messages is not null
            ? FormatParts(cost, false, "")
            : $"{Wording.FormatAmount(cost.Units)} for units; {DescribeGapInParentheses(cost)}";

    /// <summary>
    /// Formats "879 USD a month (97 for units + 782 for messages)"; "97 USD a month for units; messages not included (...)" if their
    /// cost is unknown.
    /// </summary>
    /// <param name="cost">Cost of units and messages.</param>
    /// <param name="cents">Whether cents are shown: "879.00 USD a month (96.60 for units + 782.40 for messages)".</param>
    public static string FormatPerMonth(MonthlyCost cost, bool cents = false) =>
        cost.Messages is not null
            ? FormatParts(cost, cents, " a month")
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
    public static string DescribeGap(MonthlyCost cost) => DescribeGap(cost, ": ", "");

    /// <summary>Describes the messages behind an amount: "19,500 messages of 2 KB a minute over the last 14 days".</summary>
    public static string DescribeMessages(DailyMessages messages) =>
        $"{Wording.FormatCount(messages.PerMinute, "message")} of 2 KB a minute over the last "
        + (messages.Span == TimeSpan.FromDays(1) ? "day" : Wording.FormatDuration(messages.Span));

    /// <summary>
    /// Describes the load that a bill carries: "5,012 connections and 30,000 messages of 2 KB a minute (1.02 MB/s) on average"; null when
    /// neither is known.
    /// </summary>
    /// <param name="connections">Connections on average; null = unknown.</param>
    /// <param name="messages">Messages by day; null = unknown.</param>
    public static string? DescribeUsage(double? connections, DailyMessages? messages)
    {
        const double pieceBytes = 2048,
            seconds = 60;
        string?[] parts =
        [
            connections is { } known ? Wording.FormatCount(known, "connection") : null,
            messages is null
                ? null
                : $"{Wording.FormatCount(messages.PerMinute, "message")} of 2 KB a minute "
                    + $"({Wording.FormatByteRate(messages.PerMinute * pieceBytes / seconds)})",
        ];
        return string.Join(" and ", parts.OfType<string>()) is { Length: > 0 } text ? $"{text} on average" : null;
    }

    /// <summary>
    /// Describes a bill by what it carries: "51 USD per 1,000 connections, 0.20 USD per million messages"; null when neither is known.
    /// </summary>
    /// <param name="connections">Connections on average; null = unknown.</param>
    /// <param name="messages">Messages by day; null = unknown.</param>
    public static string? DescribeRates(MonthlyCost cost, double? connections, DailyMessages? messages)
    {
        string?[] rates =
        [
            ComputePer1000Connections(cost, connections) is { } one ? $"{FormatRate(one)} per 1,000 connections" : null,
            ComputePerMillionMessages(cost, messages) is { } other ? $"{FormatRate(other)} per million messages" : null,
        ];
        return string.Join(", ", rates.OfType<string>()) is { Length: > 0 } text ? text : null;
    }

    /// <summary>Computes the monthly bill per 1,000 connections; null when their number is unknown or zero.</summary>
    public static Money? ComputePer1000Connections(MonthlyCost cost, double? connections) =>
        connections >= 1 ? cost.Total * (1000 / (decimal)connections.Value) : null;

    /// <summary>Computes the monthly bill per million messages; null when their number is unknown or zero.</summary>
    public static Money? ComputePerMillionMessages(MonthlyCost cost, DailyMessages? messages) =>
        messages?.PerMonth >= 1 ? cost.Total * (1_000_000 / (decimal)messages.PerMonth) : null;

    /// <summary>
    /// Describes the bill of a month: "312 USD to date in November 2026 (250 for units + 62 for messages), expected 402 USD, +12 USD
    /// since October"; "; created on November 14" follows where the resource is not there all month.
    /// </summary>
    public static string DescribeMonth(MonthBill bill)
    {
        var month = bill.Month.ToString("MMMM yyyy");
        var change = RoundChange(bill.LastMonth, bill.Expected) is { } since
            ? $", {Wording.FormatChange(since)} since {bill.Month.AddMonths(-1).ToString("MMMM")}"
            : "";
        var parts = new[] { (bill.EstimatedDays, "day"), (bill.EstimatedHours, "hour") }
            .Where(part => part.Item1 > 0)
            .Select(part => Wording.FormatCount(part.Item1, part.Item2))
            .ToList();
        var least = bill.Expected.Missing == CostGap.UnitPrice ? "at least " : "";
        var remarks = bill.CreatedOn is { } day ? $"; created on {day.ToString("MMMM d")}" : "";
        remarks += parts.Count > 0 ? $"; {string.Join(" and ", parts)} before the history estimated" : "";
        remarks += least.Length > 0 ? "; without the days at a size that has no price" : "";
        return $"{least}{FormatSum(bill.ToDate)} to date in {month}, "
            + $"expected {least}{Wording.FormatAmount(bill.Expected.Total)}{change}{remarks}";
    }

    private static string DescribeGapInParentheses(MonthlyCost cost) => DescribeGap(cost, " (", ")");

    // Beside units without a price, which of the two it is with the messages is not said.
    private static string DescribeGap(MonthlyCost cost, string before, string after) =>
        "messages not included"
        + cost.Missing switch
        {
            CostGap.MessagePrice => $"{before}no price for messages in {cost.Units.Currency}{after}",
            CostGap.UnitPrice => "",
            _ => $"{before}their number is unknown{after}",
        };

    private static string FormatParts(MonthlyCost cost, bool cents, string period)
    {
        decimal RoundForDisplay(Money money) => cents ? money.Amount : Math.Round(money.Amount, MidpointRounding.AwayFromZero);
        var (total, units) = (RoundForDisplay(cost.Total), RoundForDisplay(cost.Units));
        return $"{Wording.FormatAmount(cost.Total with { Amount = total }, cents)}{period} "
            + $"({Wording.FormatBareAmount(units, cents)} for units + {Wording.FormatBareAmount(total - units, cents)} for messages)";
    }

    private static string FormatRate(Money rate) => Wording.FormatAmount(rate, rate.Amount < MinWholeRate);
}
