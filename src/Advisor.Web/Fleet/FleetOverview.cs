using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.Reporting.Json;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;

namespace Advisor.Web.Fleet;

/// <summary>Response of GET /api/fleet.</summary>
/// <param name="LastTick">The newest tick whose evaluations are all complete; absent before the first.</param>
/// <param name="Summary">Sums of all resources, whatever the page.</param>
/// <param name="Resources">Resources of the page by id, including those that are listed and not yet evaluated.</param>
/// <param name="Next">Value of <c>after</c> for the next page; absent on the last one.</param>
internal sealed record FleetOverview(
    DateTimeOffset? LastTick,
    FleetSummary Summary,
    IReadOnlyList<FleetRegion> Regions,
    IReadOnlyList<FleetResourceRow> Resources,
    string? Next
);

/// <param name="AtRisk">Resources whose limiting factor is above its target, or that have a critical alert.</param>
/// <param name="Failed">Resources whose newest evaluation failed.</param>
/// <param name="Changing">Resources with a change of size in progress.</param>
/// <param name="Recommendations">Resources whose recommended size differs from the current one, including snoozed ones.</param>
/// <param name="AlertsFiring">Firing alerts by severity; severities without alerts are left out.</param>
/// <param name="Costs">Costs, one sum per currency.</param>
/// <param name="ActualCost">Actual cost of past days; absent when it is not asked for, or known of no resource.</param>
/// <param name="Budgets">Monthly budgets of the fleet and of teams; empty when advisor.yaml states none.</param>
internal sealed record FleetSummary(
    int Resources,
    int AtRisk,
    int Failed,
    int Changing,
    int Recommendations,
    IReadOnlyDictionary<string, int> AlertsFiring,
    IReadOnlyList<FleetCost> Costs,
    FleetActualCost? ActualCost,
    IReadOnlyList<FleetBudget> Budgets
);

/// <summary>A monthly budget and its use in the month in progress.</summary>
/// <param name="Team">The team whose resources count; absent = all resources.</param>
/// <param name="Budget">Maximum bill of the calendar month.</param>
/// <param name="Month">First day of the month.</param>
/// <param name="ToDate">Sum of the costs to date.</param>
/// <param name="Expected">Sum of the expected costs of the month.</param>
/// <param name="IsLowerBound">Whether both sums are at least this, because a bill is not known in full.</param>
/// <param name="Missing">Names of the resources whose bills are not known in full, and of places that could not be listed.</param>
internal sealed record FleetBudget(
    string? Team,
    decimal Budget,
    string Currency,
    DateOnly Month,
    decimal ToDate,
    decimal Expected,
    bool IsLowerBound,
    IReadOnlyList<string> Missing
)
{
    public static FleetBudget Create(BudgetUse use) =>
        new(
            use.Budget.Team,
            use.Budget.Limit.Amount,
            use.Budget.Limit.Currency,
            use.Month,
            use.ToDate.Amount,
            use.Expected.Amount,
            use.IsLowerBound,
            use.Missing
        );
}

/// <summary>Monthly cost of all resources with a price in one currency.</summary>
/// <param name="Resources">Number of resources in the sums.</param>
/// <param name="WithoutMessages">Resources whose messages are not in the sums, because their number or price is not known.</param>
/// <param name="Units">Cost of the units.</param>
/// <param name="Messages">Cost of the messages beyond the included ones.</param>
/// <param name="Total">Units + messages.</param>
/// <param name="Savings">Savings of all recommendations that reduce the cost, 0 or more.</param>
/// <param name="Increase">Additional cost of all recommendations that increase it, 0 or more.</param>
/// <param name="Prices">Sources of the prices with their dates, in words.</param>
internal sealed record FleetCost(
    string Currency,
    int Resources,
    int WithoutMessages,
    decimal Units,
    decimal Messages,
    decimal Total,
    decimal Savings,
    decimal Increase,
    IReadOnlyList<string> Prices
)
{
    /// <summary>Sums the costs per currency, since amounts in different currencies cannot be added.</summary>
    public static IReadOnlyList<FleetCost> SumByCurrency(IEnumerable<EvaluationRecord> records) =>
        [
            .. records
                .Where(record => record.CostNow is not null)
                .GroupBy(record => record.CostNow!.Currency, StringComparer.Ordinal)
                .OrderBy(group => group.Key, StringComparer.Ordinal)
                .Select(Sum),
        ];

    private static FleetCost Sum(IGrouping<string, EvaluationRecord> records)
    {
        var changes = records.Where(record => record.IsRecommended()).Select(record => record.FindCostChange() ?? 0).ToList();
        return new FleetCost(
            records.Key,
            records.Count(),
            records.Count(record => record.CostNow!.Messages is null),
            records.Sum(record => record.CostNow!.Units),
            records.Sum(record => record.CostNow!.Messages ?? 0),
            records.Sum(record => record.CostNow!.Total),
            -changes.Where(change => change < 0).Sum(),
            changes.Where(change => change > 0).Sum(),
            PriceOriginList.Describe(EvaluationPrices.List(records))
        );
    }
}

/// <summary>Result of the newest evaluation of a resource, and the quality of its data.</summary>
internal enum ResourceHealth
{
    /// <summary>Listed and not yet evaluated.</summary>
    NotEvaluated,
    Ok,
    InsufficientData,
    SuspectMetric,
    StaleMetrics,
    MetricsOutage,
    Failed,
}

/// <summary>A resource in the fleet table. Unknown values are absent.</summary>
internal sealed record FleetResourceRow
{
    public required string Id { get; init; }

    public required string Name { get; init; }

    public required string ResourceGroup { get; init; }

    public required string SubscriptionId { get; init; }

    public required string Service { get; init; }

    public required string Region { get; init; }

    public required string Sku { get; init; }

    public required int Units { get; init; }

    public required ResourceHealth State { get; init; }

    /// <summary>Reason of a failed evaluation.</summary>
    public string? Problem { get; init; }

    public DateTimeOffset? EvaluatedAt { get; init; }

    /// <summary>The newest minute in which Azure reported any metric.</summary>
    public DateTimeOffset? DataAt { get; init; }

    public ScalingAction? Action { get; init; }

    public AuditOutcome? Outcome { get; init; }

    public string? RecommendedSku { get; init; }

    public int? RecommendedUnits { get; init; }

    public string? LimitingFactor { get; init; }

    /// <summary>Utilization of the target by limit, 1 = at the target.</summary>
    public IReadOnlyDictionary<string, double> Utilization { get; init; } = new Dictionary<string, double>();

    /// <summary>Units required by limit.</summary>
    public IReadOnlyDictionary<string, double> RequiredUnits { get; init; } = new Dictionary<string, double>();

    /// <summary>Confidence in the decision, 0 to 1.</summary>
    public double? Confidence { get; init; }

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    public EvaluationCost? CostNow { get; init; }

    public EvaluationCost? CostAfter { get; init; }

    /// <summary>
    /// Change of the monthly cost by the recommendation, in the currency of <see cref="CostNow"/>; 0 when nothing changes.
    /// </summary>
    public decimal? CostChange { get; init; }

    /// <summary>Actual cost of past days; absent when it is not asked for, or not known.</summary>
    public ActualCostAnswer? ActualCost { get; init; }

    public AdvisorMode? Mode { get; init; }

    public string? Team { get; init; }

    /// <summary>Name of the endpoint group; absent = none.</summary>
    public string? EndpointGroup { get; init; }

    public bool Changing { get; init; }

    public PausedScaling? Paused { get; init; }

    public bool Snoozed { get; init; }

    /// <summary>End of the snooze; absent when there is none, or when the recommendation was dismissed.</summary>
    public DateTimeOffset? SnoozedUntil { get; init; }

    public IReadOnlyList<Alert> Alerts { get; init; } = [];
}
