using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Billing;

/// <summary>Bill of one resource for the month in progress.</summary>
/// <param name="ResourceId">Its id, which compares without case.</param>
/// <param name="Name">Display name; comes from outside.</param>
/// <param name="ToDate">Cost to date; null = not known.</param>
/// <param name="Expected">Expected cost of the whole month; null = not known.</param>
public sealed record MonthOfResource(string ResourceId, string Name, MonthlyCost? ToDate, MonthlyCost? Expected);

/// <summary>
/// A monthly budget of several resources and what it is used for: the sums of their bills, as each of them expects its own. A resource
/// whose bill is not known, or not in the currency of the budget, counts as missing; one whose messages are not known counts with its
/// units and as missing.
/// </summary>
public sealed record BudgetUse
{
    private const int MaxLargest = 3;

    public required MonthlyBudget Budget { get; init; }

    /// <summary>First day of the month.</summary>
    public required DateOnly Month { get; init; }

    /// <summary>Sum of the known costs to date.</summary>
    public required Money ToDate { get; init; }

    /// <summary>Sum of the known expected costs of the month.</summary>
    public required Money Expected { get; init; }

    /// <summary>The up to three resources with the highest expected costs, highest first, without those that cost nothing.</summary>
    public required IReadOnlyList<(string Name, Money Expected)> Largest { get; init; }

    /// <summary>Names of the resources that the sums do not include, or not in full.</summary>
    public required IReadOnlyList<string> Missing { get; init; }

    /// <summary>Whether the sums are lower bounds.</summary>
    public bool IsLowerBound => Missing.Count > 0;

    /// <summary>Whether all that the sums lack is messages whose number or price is not known; they never had them.</summary>
    public bool IsGapLasting() =>
        Missing.Count > 0
        && Missing.Count == Resources.Count(one => IsKnown(one, Budget.Limit.Currency) && one.Expected!.Value.IsOfUnitsAlone());

    /// <summary>Expected / budget; null when no bill is known.</summary>
    public double? Utilization { get; private init; }

    /// <summary>Currency of the bills where none is in that of the budget, which then is compared with nothing; null otherwise.</summary>
    public string? OtherCurrency =>
        Utilization is null
            ? Resources
                .Select(one => one.Expected?.Units.Currency)
                .FirstOrDefault(currency => currency is not null && currency != Budget.Limit.Currency)
            : null;

    private IReadOnlyList<MonthOfResource> Resources { get; init; } = [];

    private IReadOnlyList<string> Unread { get; init; } = [];

    /// <summary>Returns the use with other bills of the same resources, where they are known, and with further resources.</summary>
    /// <param name="bills">Bills by resource id, of these resources or of others.</param>
    /// <param name="more">Bills of which those of other resources are added.</param>
    public BudgetUse With(IReadOnlyDictionary<string, MonthOfResource> bills, IEnumerable<MonthOfResource> more)
    {
        var others = more.ExceptBy(Resources.Select(one => one.ResourceId), one => one.ResourceId, StringComparer.OrdinalIgnoreCase);
        return Compute(Budget, Month, [.. Resources.Select(one => bills.GetValueOrDefault(one.ResourceId, one)), .. others], Unread);
    }

    /// <summary>Sums the bills of the resources that a budget is for.</summary>
    /// <param name="month">First day of the month in progress.</param>
    /// <param name="unread">Names of what could not be read at all, such as a subscription.</param>
    public static BudgetUse Compute(
        MonthlyBudget budget,
        DateOnly month,
        IReadOnlyList<MonthOfResource> resources,
        params IEnumerable<string> unread
    )
    {
        var currency = budget.Limit.Currency;
        var known = resources.Where(one => IsKnown(one, currency)).ToList();
        var expected = known.Sum(resource => resource.Expected!.Value.Total.Amount);
        return new BudgetUse
        {
            Budget = budget,
            Month = month,
            Resources = resources,
            Unread = [.. unread],
            ToDate = new Money(known.Sum(resource => resource.ToDate!.Value.Total.Amount), currency),
            Expected = new Money(expected, currency),
            Largest =
            [
                .. known
                    .Select(resource => (resource.Name, Expected: resource.Expected!.Value.Total))
                    .Where(resource => resource.Expected.Amount > 0)
                    .OrderByDescending(resource => resource.Expected.Amount)
                    .ThenBy(resource => resource.Name, StringComparer.OrdinalIgnoreCase)
                    .Take(MaxLargest),
            ],
            Missing =
            [
                .. resources
                    .Where(resource => !IsKnown(resource, currency) || resource.Expected!.Value.Missing != CostGap.None)
                    .Select(resource => resource.Name)
                    .Order(StringComparer.OrdinalIgnoreCase),
                .. unread,
            ],
            Utilization = known.Count > 0 && budget.Limit.Amount > 0 ? (double)(expected / budget.Limit.Amount) : null,
        };
    }

    private static bool IsKnown(MonthOfResource one, string currency) =>
        one.Expected?.Units.Currency == currency && one.ToDate?.Units.Currency == currency;
}
