using Advisor.Core.Decisions;
using Advisor.Core.Settings;
using Advisor.State.Resources;

namespace Advisor.Api.Overview;

/// <summary>What GET /api/fleet answers.</summary>
/// <param name="LastTick">The newest tick whose evaluations are all done; absent before the first.</param>
/// <param name="Resources">By resource id; those that are listed and not evaluated yet too.</param>
internal sealed record FleetOverview(
    DateTimeOffset? LastTick,
    FleetSummary Summary,
    IReadOnlyList<FleetRegion> Regions,
    IReadOnlyList<FleetRow> Resources
);

/// <param name="AtRisk">Resources that require more units than are in force, or have a critical alert.</param>
/// <param name="Recommendations">Resources whose recommended size is another one, snoozed ones too.</param>
/// <param name="AlertsFiring">By severity; severities without any are left out.</param>
/// <param name="Costs">A sum for each currency.</param>
internal sealed record FleetSummary(
    int Resources,
    int AtRisk,
    int Failed,
    int Changing,
    int Recommendations,
    IReadOnlyDictionary<string, int> AlertsFiring,
    IReadOnlyList<FleetCost> Costs
);

/// <summary>What all resources with a price in a currency cost in a month.</summary>
/// <param name="Resources">How many of them are in the sums.</param>
/// <param name="WithoutMessages">Those of them whose messages are not in the sums, since their number or price is not known.</param>
/// <param name="Savings">What the open recommendations that lower the bill would save, 0 or more.</param>
/// <param name="Increase">What those that raise it would add, 0 or more.</param>
internal sealed record FleetCost(
    string Currency,
    int Resources,
    int WithoutMessages,
    decimal Units,
    decimal Messages,
    decimal Total,
    decimal Savings,
    decimal Increase
);

/// <summary>The units of a subscription in a region.</summary>
/// <param name="Limit">Its quota; absent where there are resources that Advisor does not see, or the quota is not known.</param>
internal sealed record FleetRegion(string SubscriptionId, string Region, int Units, int? Limit);

/// <summary>Whether the newest evaluation of a resource succeeded, and on what data.</summary>
internal enum ResourceHealth
{
    /// <summary>It was listed and not evaluated yet.</summary>
    NotEvaluated,
    Ok,
    InsufficientData,
    SuspectMetric,
    StaleMetrics,
    MetricsOutage,
    Failed,
}

/// <summary>A resource in the table of the fleet. What is not known is absent.</summary>
internal sealed record FleetRow
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

    /// <summary>Why the evaluation failed.</summary>
    public string? Problem { get; init; }

    public DateTimeOffset? EvaluatedAt { get; init; }

    /// <summary>The newest minute in which Azure reported any metric.</summary>
    public DateTimeOffset? DataAt { get; init; }

    public ScalingAction? Action { get; init; }

    public string? Outcome { get; init; }

    public string? RecommendedSku { get; init; }

    public int? RecommendedUnits { get; init; }

    public string? LimitingFactor { get; init; }

    public IReadOnlyDictionary<string, double> Utilization { get; init; } = new Dictionary<string, double>();

    public IReadOnlyDictionary<string, double> RequiredUnits { get; init; } = new Dictionary<string, double>();

    public double? Confidence { get; init; }

    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    public EvaluationCost? CostNow { get; init; }

    public EvaluationCost? CostAfter { get; init; }

    /// <summary>
    /// Change of the monthly bill by the recommendation, in the currency of <see cref="CostNow"/>; 0 where nothing changes.
    /// </summary>
    public decimal? CostChange { get; init; }

    public AdvisorMode? Mode { get; init; }

    public string? Team { get; init; }

    public bool Changing { get; init; }

    public PausedScaling? Paused { get; init; }

    public bool Snoozed { get; init; }

    public DateTimeOffset? SnoozedUntil { get; init; }

    public IReadOnlyList<AlertStatus> Alerts { get; init; } = [];
}
