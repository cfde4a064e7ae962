using Advisor.Core.Capacity.Costs;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Json;

/// <summary>Actual cost of past days of a resource, as Cost Management states it.</summary>
/// <param name="From">First day, UTC.</param>
/// <param name="To">Last day, UTC.</param>
/// <param name="ReadAt">When it was read, UTC.</param>
/// <param name="Totals">One for each currency.</param>
/// <param name="Compared">The estimate of the days that Advisor counted; absent or null when it counted none.</param>
public sealed record ActualCostAnswer(
    DateOnly From,
    DateOnly To,
    DateTime ReadAt,
    IReadOnlyList<ActualAmount> Totals,
    ComparedCost? Compared
)
{
    /// <summary>Converts an actual cost; null if there is none.</summary>
    public static ActualCostAnswer? FromPastCost(PastCost? cost) =>
        cost is null
            ? null
            : new(
                cost.Window.From,
                cost.Window.To,
                cost.ReadAt.UtcDateTime,
                ActualAmount.List(cost.Totals),
                ComparedCost.Create(cost.Comparison)
            );
}

public sealed record ActualAmount(decimal Amount, string Currency)
{
    public static IReadOnlyList<ActualAmount> List(IEnumerable<Money> totals) =>
        [.. totals.Select(total => new ActualAmount(total.RoundToCents().ToAmount(), total.Currency))];
}

/// <summary>Actual cost and estimates of the same days.</summary>
/// <param name="Days">Number of these days.</param>
/// <param name="Amount">Actual cost.</param>
/// <param name="UnitDays">Days of a unit that were billed; absent or null when not stated.</param>
/// <param name="Nearest">Billing that the billed units are nearest to: prorated or dailyPeak; absent or null for neither.</param>
public sealed record ComparedCost(
    int Days,
    decimal Amount,
    string Currency,
    decimal? UnitDays,
    EstimatedCost Prorated,
    EstimatedCost DailyPeak,
    string? Nearest
)
{
    public static ComparedCost? Create(CostComparison? compared) =>
        compared is null
            ? null
            : new(
                compared.Days,
                compared.Actual.RoundToCents().ToAmount(),
                compared.Actual.Currency,
                compared.UnitDays is { } units ? decimal.Round(units, 4) : null,
                EstimatedCost.Create(compared.Prorated),
                EstimatedCost.Create(compared.DailyPeak),
                compared.FindNearest()?.ToWireName()
            );
}

/// <summary>Estimate of the same days; without amount and currency when a price or a number of messages is not known.</summary>
public sealed record EstimatedCost(decimal? Amount, string? Currency, decimal UnitDays)
{
    public static EstimatedCost Create(CostReading reading) =>
        new((reading.Cost?.RoundToCents()).ToAmount(), reading.Cost?.Currency, decimal.Round(reading.UnitDays, 4));
}
