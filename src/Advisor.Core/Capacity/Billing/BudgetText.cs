using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Formats the use of a budget, the same in every output and message.</summary>
public static class BudgetText
{
    private const int MaxMissing = 3;

    /// <summary>Describes whose budget it is: "Budget of the fleet", "Budget of team chat".</summary>
    public static string FormatName(MonthlyBudget budget) => budget.Team is { } team ? $"Budget of team {team}" : "Budget of the fleet";

    /// <summary>
    /// Formats "2,340 USD expected of 2,000 USD in November 2026, 1,100 USD to date"; "at least 2,340 USD expected of ..., at least 1,100
    /// USD to date" when a bill is not known; "2,000 USD in November 2026, compared with nothing: the bills are in EUR".
    /// </summary>
    /// <param name="month">Of which month, where not "in November 2026".</param>
    public static string FormatUse(BudgetUse use, string? month = null)
    {
        var limit = $"{Wording.FormatAmount(use.Budget.Limit)} {month ?? $"in {FormatMonth(use)}"}";
        return use.OtherCurrency is { } other
            ? $"{limit}, compared with nothing: the bills are in {other}"
            : $"{FormatExpected(use)} expected of {limit}, {FormatToDate(use)} to date";
    }

    /// <summary>
    /// Describes a budget in sentences: "Budget of team chat: 2,340 USD expected of 2,000 USD in November 2026, 1,100 USD to date. Most of
    /// it: hot-chat 1,300 USD, ... Not known: new-chat."
    /// </summary>
    public static string Describe(BudgetUse use) =>
        string.Join(
            ' ',
            new[] { $"{FormatName(use.Budget)}: {FormatUse(use)}.", DescribeLargest(use), DescribeMissing(use) }.OfType<string>()
        );

    /// <summary>
    /// Names the resources that contribute most: "Most of it: hot-chat 1,300 USD and scores 640 USD."; null when none is known.
    /// </summary>
    public static string? DescribeLargest(BudgetUse use) =>
        use.Largest.Count == 0
            ? null
            : $"Most of it: {Wording.JoinWords([.. use.Largest.Select(one => $"{one.Name} {Wording.FormatAmount(one.Expected)}")])}.";

    /// <summary>
    /// Names what the sums do not include in full: "Not known in full: new-chat, old-chat and 2 more."; null when nothing is missing.
    /// </summary>
    public static string? DescribeMissing(BudgetUse use)
    {
        var rest = use.Missing.Count - MaxMissing;
        string[] names = [.. use.Missing.Take(MaxMissing), .. rest > 0 ? (string[])[$"{Wording.FormatNumber(rest)} more"] : []];
        return names.Length == 0 || use.OtherCurrency is not null ? null : $"Not known in full: {Wording.JoinWords(names)}.";
    }

    // "2,340 USD", or "at least 2,340 USD".
    private static string FormatExpected(BudgetUse use) => FormatBound(use) + Wording.FormatAmount(use.Expected);

    private static string FormatToDate(BudgetUse use) => FormatBound(use) + Wording.FormatAmount(use.ToDate);

    /// <summary>Formats "November 2026".</summary>
    public static string FormatMonth(BudgetUse use) => use.Month.ToString("MMMM yyyy");

    private static string FormatBound(BudgetUse use) => use.IsLowerBound ? "at least " : "";
}
