using Advisor.Core.Quantities;

namespace Advisor.Core.Capacity.Costs;

/// <summary>Cost of one UTC day of a resource, of all its meters, in one currency.</summary>
/// <param name="Currency">As Cost Management states it, ISO 4217.</param>
/// <param name="Amount">Before tax; negative for a credit.</param>
/// <param name="UnitDays">Quantity of the meters of units, in days of a unit; null = not stated.</param>
public sealed record ActualCostDay(DateOnly Day, string Currency, decimal Amount, decimal? UnitDays);

/// <summary>One row of Cost Management: a resource, a day and a meter.</summary>
/// <param name="Meter">Name of the meter, such as Standard Unit; empty when not stated.</param>
/// <param name="Quantity">In the unit of the meter; null = not stated.</param>
public readonly record struct ActualCostRow(
    string ResourceId,
    DateOnly Day,
    string Meter,
    string Currency,
    decimal Amount,
    decimal? Quantity
);

/// <summary>Cost of a resource as Cost Management stated it.</summary>
/// <param name="Window">Days that were asked for.</param>
/// <param name="ReadAt">When it was read.</param>
/// <param name="Days">Days with a cost, ascending, one or more; a day that is not there is unknown, not free.</param>
public sealed record ActualCost(string ResourceId, CostWindow Window, DateTimeOffset ReadAt, IReadOnlyList<ActualCostDay> Days)
{
    /// <summary>Sums of the days, one for each currency: amounts in different currencies do not add up.</summary>
    public IReadOnlyList<Money> SumDays() =>
        [
            .. Days.GroupBy(day => day.Currency, StringComparer.Ordinal)
                .OrderBy(group => group.Key, StringComparer.Ordinal)
                .Select(group => new Money(group.Sum(day => day.Amount), group.Key)),
        ];

    /// <summary>
    /// Collects the rows of a subscription by resource, whose ids compare without case. A resource without a row is not there: its cost is
    /// unknown. Rows of other days are dropped.
    /// </summary>
    public static IReadOnlyList<ActualCost> Collect(IEnumerable<ActualCostRow> rows, CostWindow window, DateTimeOffset readAt) =>
        [
            .. rows.Where(row => window.Contains(row.Day))
                .GroupBy(row => row.ResourceId, StringComparer.OrdinalIgnoreCase)
                .OrderBy(group => group.Key, StringComparer.OrdinalIgnoreCase)
                .Select(group => new ActualCost(group.Key, window, readAt, SumRows(group))),
        ];

    private static IReadOnlyList<ActualCostDay> SumRows(IEnumerable<ActualCostRow> rows) =>
        [
            .. rows.GroupBy(row => (row.Day, row.Currency))
                .OrderBy(day => day.Key)
                .Select(day => new ActualCostDay(day.Key.Day, day.Key.Currency, day.Sum(row => row.Amount), SumUnits(day))),
        ];

    private static decimal? SumUnits(IEnumerable<ActualCostRow> rows) =>
        rows.Where(row => IsUnits(row.Meter)).Select(row => row.Quantity).Aggregate((decimal?)null, (sum, one) => (sum ?? 0) + one ?? sum);

    // "Standard Unit", "Premium Unit"; the other meter is "Standard Message". Names: infracost's azure/signalr_service.go @da0a5862.
    private static bool IsUnits(string meter) =>
        meter.Contains("unit", StringComparison.OrdinalIgnoreCase) && !meter.Contains("message", StringComparison.OrdinalIgnoreCase);
}
