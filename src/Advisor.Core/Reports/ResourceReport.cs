using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;

namespace Advisor.Core.Reports;

/// <summary>What one pass can say of a resource; where several hold, the first of this order that applies, Failed first.</summary>
public enum ReportState
{
    Ok,

    /// <summary>It was found, but could not be read; <see cref="ResourceReport.Failure"/> says why.</summary>
    Failed,

    /// <summary>Too few metrics to say anything.</summary>
    InsufficientData,

    /// <summary>A metric contradicts the others and was not acted upon.</summary>
    SuspectMetric,

    /// <summary>An enabled Azure autoscale setting owns the size: advice only.</summary>
    AutoscaleOn,
}

/// <summary>Why a resource or a scope could not be read.</summary>
/// <param name="Scope">Id of the resource or of the subscription.</param>
/// <param name="Code">A stable word such as Forbidden or NotFound.</param>
/// <param name="Text">One sentence with what to do.</param>
public sealed record ReportFailure(string Scope, string Code, string Text);

/// <summary>A geo-replica: has its own units and bill, and is not sized.</summary>
/// <param name="Units">Null where Azure did not say.</param>
public sealed record ReplicaReport(string Name, string Region, int? Units);

/// <summary>
/// The traffic between the service and the app servers in default mode: the metrics count it, the limits of the guides do not.
/// </summary>
/// <param name="InboundBytes">Bytes per second; null = unknown.</param>
/// <param name="OutboundBytes">Bytes per second; null = unknown.</param>
public readonly record struct ServerLeg(double? InboundBytes, double? OutboundBytes);

/// <summary>One resource as one pass saw it.</summary>
public sealed record ResourceReport
{
    public required string Id { get; init; }

    public required string Name { get; init; }

    public required ServiceKind Service { get; init; }

    public required string Region { get; init; }

    /// <summary>The SKU in force.</summary>
    public required string Sku { get; init; }

    /// <summary>The units in force.</summary>
    public required int Units { get; init; }

    public required ReportState State { get; init; }

    /// <summary>Null where <see cref="State"/> is Failed.</summary>
    public Decision? Decision { get; init; }

    /// <summary>Set where <see cref="State"/> is Failed.</summary>
    public ReportFailure? Failure { get; init; }

    /// <summary>What the size in force costs in a month; null where its units have no price.</summary>
    public MonthlyCost? Cost { get; init; }

    /// <summary>What it would cost with the recommendation followed; as now where there is none, null where a price is missing.</summary>
    public MonthlyCost? CostAfter => HasRecommendation ? Decision!.CostAfter : Cost;

    /// <summary>Whether the price of its units is the user's own and not the list price of the rules.</summary>
    public bool HasOwnPrice { get; init; }

    /// <summary>Whose price it is, in words: <see cref="Sku.PriceBasis"/>.</summary>
    public string PriceBasis { get; init; } = "list price";

    /// <summary>The newest minute that was read; null where none was.</summary>
    public MinuteSample? Newest { get; init; }

    /// <summary>Minutes of metrics that the decision could look back on.</summary>
    public int MinutesSeen { get; init; }

    /// <summary>From the oldest metrics that the decision could look back on to the newest; zero where there were none.</summary>
    public TimeSpan History { get; init; }

    /// <summary>Why a recommendation is no more than advice, such as "only 1 h of history"; null where it stands.</summary>
    public string? Advisory { get; init; }

    public ServiceMode ServiceMode { get; init; } = ServiceMode.Default;

    public ResourceSettings Settings { get; init; } = ResourceSettings.Default;

    /// <summary>Name of the enabled Azure autoscale setting on it; null where there is none.</summary>
    public string? AutoscaleSetting { get; init; }

    public IReadOnlyList<ReplicaReport> Replicas { get; init; } = [];

    /// <summary>
    /// The limits with the numbers behind each utilization and the table row it comes from; empty where nothing was read.
    /// </summary>
    public IReadOnlyList<CapacityCitation> Limits { get; init; } = [];

    /// <summary>What holds the load of <see cref="Load"/> against any size; null where nothing was read.</summary>
    public CapacityModel? Model { get; init; }

    /// <summary>The load of the newest minute, client side.</summary>
    public Demand Load { get; init; }

    /// <summary>
    /// What was taken off the traffic that the metrics count, since it passes between the service and the app servers; null where nothing
    /// is.
    /// </summary>
    public ServerLeg? ServerLeg { get; init; }

    /// <summary>Sizes that were asked for, beside the one in force.</summary>
    public IReadOnlyList<WhatIf> WhatIfs { get; init; } = [];

    /// <summary>What the window asked of it, ascending; empty where it was not asked for.</summary>
    public IReadOnlyList<UsagePoint> Usage { get; init; } = [];

    /// <summary>
    /// The workload that the limits are taken for, in words: declared, or inferred and how surely; null where none is known.
    /// </summary>
    public string? WorkloadText { get; init; }

    /// <summary>Whether a person is asked to do something: scale out, scale in, change the tier, or weigh an advice.</summary>
    public bool HasRecommendation => Decision is { Action: not ScalingAction.Hold };

    /// <summary>
    /// Whether its recommendation is something to weigh: a change of tier, what Advisor may not do, or what too little history speaks for.
    /// </summary>
    public bool IsAdvisory =>
        Decision is { Action: ScalingAction.Advise or ScalingAction.ChangeTier } || (HasRecommendation && Advisory is not null);

    /// <summary>The SKU it should have: the one in force where nothing is to change; null where it could not be read.</summary>
    public string? TargetSku => Decision is { } decision ? decision.AdvisorySku ?? decision.Sku : null;

    /// <summary>The units it should have; null where it could not be read.</summary>
    public int? TargetUnits => Decision is { } decision ? decision.AdvisoryUnits ?? decision.Units : null;

    /// <summary>How far the decision can be trusted; null where no limit could be read.</summary>
    public Ratio? Confidence => Decision is { HasAnyUtilization: true } decision ? decision.Confidence : null;
}
