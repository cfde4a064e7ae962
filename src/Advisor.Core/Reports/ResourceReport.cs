using Advisor.Core.Advice;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Capacity.Prices;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Reports;

/// <summary>State of a resource in an evaluation; if several apply, the first in this order.</summary>
public enum ReportState
{
    Ok,

    /// <summary>Found, but could not be read; <see cref="ResourceReport.Failure"/> has the reason.</summary>
    Failed,

    /// <summary>Too few metrics for a recommendation.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others and was ignored.</summary>
    SuspectMetric,

    /// <summary>An enabled Azure autoscale setting manages the size; recommendations are advisory.</summary>
    AutoscaleOn,
}

/// <summary>Reason why a resource or a scope could not be read.</summary>
/// <param name="Scope">Id of the resource or subscription.</param>
/// <param name="Code">Stable code such as Forbidden or NotFound.</param>
/// <param name="Text">One sentence, including what to do.</param>
public sealed record ReportFailure(string Scope, string Code, string Text)
{
    /// <summary>Returns the sentence, after the scope where it does not name it.</summary>
    public string Describe() => Text.Contains(Scope, StringComparison.OrdinalIgnoreCase) ? Text : $"{Scope}: {Text}";
}

/// <summary>Geo-replica of a resource; it has a report of its own.</summary>
/// <param name="Units">Units of the replica; null if Azure did not report them.</param>
public sealed record ReplicaReport(string Name, string Region, int? Units);

/// <summary>
/// Traffic between the service and the app servers in default mode. The metrics include it, the limits of the guides do not.
/// </summary>
/// <param name="InboundBytes">Bytes per second; null = unknown.</param>
/// <param name="OutboundBytes">Bytes per second; null = unknown.</param>
public readonly record struct ServerLeg(double? InboundBytes, double? OutboundBytes);

/// <summary>Report on one resource of an evaluation.</summary>
public sealed record ResourceReport
{
    public required string Id { get; init; }

    public required string Name { get; init; }

    public required ServiceKind Service { get; init; }

    public required string Region { get; init; }

    /// <summary>SKU in force.</summary>
    public required string Sku { get; init; }

    /// <summary>Units in force.</summary>
    public required int Units { get; init; }

    /// <summary>State of the evaluation; Failed when the resource could not be read.</summary>
    public required ReportState State { get; init; }

    /// <summary>Decision; null when <see cref="State"/> is Failed.</summary>
    public Decision? Decision { get; init; }

    /// <summary>Failure; set when <see cref="State"/> is Failed.</summary>
    public ReportFailure? Failure { get; init; }

    /// <summary>Monthly cost of the size in force; null when its units have no price.</summary>
    public MonthlyCost? Cost { get; init; }

    /// <summary>
    /// Monthly cost with the recommendation followed; equal to <see cref="Cost"/> without one, null when a price is missing.
    /// </summary>
    public MonthlyCost? CostAfter => HasRecommendation ? Decision!.CostAfter : Cost;

    /// <summary>Bill of the month in progress; null when a price is missing, or nothing was read.</summary>
    public MonthBill? Month { get; init; }

    /// <summary>Estimated charges of the counted days, oldest first; empty when a price is missing, or nothing was counted.</summary>
    public IReadOnlyList<DailyCharge> Charges { get; init; } = [];

    /// <summary>Actual cost of past days; null when it is not asked for, or not known.</summary>
    public PastCost? PastCost { get; init; }

    /// <summary>Origin of the price.</summary>
    public PriceOrigin PriceOrigin { get; init; } = new(PriceSource.List);

    /// <summary>Whether the unit price was set by the user.</summary>
    public bool HasOwnPrice => PriceOrigin.Source == PriceSource.Own;

    /// <summary>Origin of the price, in words: <see cref="Sku.PriceBasis"/>.</summary>
    public string PriceBasis { get; init; } = "list price";

    /// <summary>Newest minute read; null if none was.</summary>
    public MinuteSample? Newest { get; init; }

    /// <summary>Minutes of metrics available to the decision.</summary>
    public int MinutesSeen { get; init; }

    /// <summary>Time from the oldest to the newest metrics available to the decision; zero if there were none.</summary>
    public TimeSpan History { get; init; }

    /// <summary>Reason why a recommendation is advisory, such as "only 1 h of history"; null if it is not.</summary>
    public string? Advisory { get; init; }

    public ResourceSettings Settings { get; init; } = ResourceSettings.Default;

    /// <summary>Name of the enabled Azure autoscale setting that targets the resource; null if there is none.</summary>
    public string? AutoscaleSetting { get; init; }

    /// <summary>Geo-replicas; each has a report of its own.</summary>
    public IReadOnlyList<ReplicaReport> Replicas { get; init; } = [];

    /// <summary>Limits with the figures behind each utilization and their table rows; empty if nothing was read.</summary>
    public IReadOnlyList<CapacityCitation> Limits { get; init; } = [];

    /// <summary>Capacity model that compares <see cref="Load"/> with any size; null if nothing was read.</summary>
    public CapacityModel? Model { get; init; }

    /// <summary>Client-side load of the newest minute.</summary>
    public Demand Load { get; init; }

    /// <summary>Traffic to and from the app servers, subtracted from the metrics; null if none was.</summary>
    public ServerLeg? ServerLeg { get; init; }

    /// <summary>Requested loads and sizes, for comparison with those of today; only those that apply to the resource.</summary>
    public IReadOnlyList<WhatIf> WhatIfs { get; init; } = [];

    /// <summary>Usage over the window of the report, ascending; empty if not requested.</summary>
    public IReadOnlyList<UsagePoint> Usage { get; init; } = [];

    /// <summary>Workload assumed for the limits, in words: declared, or inferred with its confidence; null when unknown.</summary>
    public string? WorkloadText { get; init; }

    /// <summary>Whether the decision recommends an action: scale out, scale in, change tier, or consider an advisory.</summary>
    public bool HasRecommendation => Decision is { Action: not ScalingAction.Hold };

    /// <summary>
    /// Whether the recommendation is advisory: a change of tier, a change that Advisor may not make, or one based on too little history.
    /// </summary>
    public bool IsAdvisory =>
        Decision is { Action: ScalingAction.Advise or ScalingAction.ChangeTier } || (HasRecommendation && Advisory is not null);

    /// <summary>
    /// Utilization of the limiting factor, a share of its target; 0 without one. A reading that contradicts the others is no limiting
    /// factor.
    /// </summary>
    public double Utilization => Decision is { } decision ? decision.Utilization[decision.LimitingFactor]?.Value ?? 0 : 0;

    /// <summary>Whether a limit is used beyond its target.</summary>
    public bool IsOverloaded => Utilization > 1;

    /// <summary>Recommended size; the one in force if no change is recommended, null if the resource could not be read.</summary>
    public Size? Target => Decision?.Target;

    /// <summary>Size in force.</summary>
    public Size Size => new(Sku, Units);

    /// <summary>Confidence in the decision, 0 to 1; null if no limit could be read.</summary>
    public Ratio? Confidence => Decision is { HasAnyUtilization: true } decision ? decision.Confidence : null;

    /// <summary>
    /// Returns what a table has of it, some 2 KB of 12: the decision with its first reason and its steady size alone, without the limits,
    /// the model, the usage and what only an explanation has.
    /// </summary>
    public ResourceReport ToSummary() =>
        this with
        {
            Decision = Decision?.ToSummary(),
            Limits = [],
            Model = null,
            Usage = [],
            Charges = [],
            WorkloadText = null,
        };

    /// <summary>
    /// Returns what the report of a window has of it: <see cref="ToSummary"/> with every reason and alert, and the usage.
    /// </summary>
    public ResourceReport ToPeriodSummary()
    {
        var summary = ToSummary();
        return summary with
        {
            Decision = summary.Decision is { } decision ? decision with { Reasons = Decision!.Reasons, Alerts = Decision.Alerts } : null,
            Usage = Usage,
        };
    }
}
