using Advisor.Core.Capacity;

namespace Advisor.Service.Evaluation.Records;

/// <summary>
/// Inputs of the newest evaluation of a resource, for its page; fleet lists do not need them. Replaced by every evaluation with a decision.
/// </summary>
public sealed record EvaluationDetails
{
    public required string ResourceId { get; init; }

    /// <summary>Time of the evaluation.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Utilization of each limit; unknown limits are omitted.</summary>
    public IReadOnlyList<LimitDetails> Limits { get; init; } = [];

    /// <summary>Sizes around the one in force and the one decided on, ascending.</summary>
    public IReadOnlyList<SizeDetails> Sizes { get; init; } = [];

    /// <summary>Days over which the sizes were compared for the size to keep; null where every minute has its own size.</summary>
    public double? LookBackDays { get; init; }

    /// <summary>Alternatives if more units of the SKU do not help.</summary>
    public IReadOnlyList<AlternativeDetails> Alternatives { get; init; } = [];

    /// <summary>Load of the counted days, such as "5,012 connections and 30,000 messages of 2 KB a minute"; null when unknown.</summary>
    public string? Load { get; init; }

    /// <summary>Cost per 1,000 connections and per million messages, in words; null when unknown.</summary>
    public string? CostRates { get; init; }

    /// <summary>Bill of the month in progress, in words; null when unknown.</summary>
    public string? Month { get; init; }

    /// <summary>Factors whose product is the confidence, one line each.</summary>
    public IReadOnlyList<string> ConfidenceFactors { get; init; } = [];
}

/// <summary>Limit at the size in force: used / (target x limit) = utilization.</summary>
/// <param name="Used">Amount in use: percent, connections, bytes per second or messages per second.</param>
/// <param name="TargetLimit">Target x limit in the same unit; null when the workload has no such limit.</param>
/// <param name="Target">Target, 1 = the full limit.</param>
/// <param name="IsOwnTarget">Whether the target is the resource's own instead of the policy's.</param>
/// <param name="Rows">Ids of the rules behind the limit, such as signalr.echo; empty when no table defines it.</param>
/// <param name="IsInterpolated">Whether the figures are interpolated because a row has no column for this size.</param>
public sealed record LimitDetails(
    Limit Limit,
    double Used,
    double? TargetLimit,
    double Target,
    bool IsOwnTarget,
    IReadOnlyList<string> Rows,
    bool IsInterpolated
);

/// <summary>Expected cost of a size over the next hour, in prices of the objective, and per month in money.</summary>
/// <param name="UnitPrice">Price of the units.</param>
/// <param name="OverloadPrice">Price of overload: of the required units, while the size is too small.</param>
/// <param name="RemovalPrice">Price of the units removed to reach the size.</param>
/// <param name="Cost">Units and messages for a month; null when no price is known.</param>
public sealed record SizeDetails(int Units, double UnitPrice, double OverloadPrice, double RemovalPrice, EvaluationCost? Cost)
{
    /// <summary>Utilization of each limit by the capacity model, 1 = at the target; null in a row of an older version.</summary>
    public IReadOnlyDictionary<Limit, double>? Utilization { get; init; }

    /// <summary>Minutes of the look-back that required more; null without one, or where the SKU has no such size.</summary>
    public int? OverloadedMinutes { get; init; }

    /// <summary>Of these, minutes well above target: connections would have been beyond their limit. Null as above.</summary>
    public int? BeyondLimitMinutes { get; init; }
}

/// <summary>Alternative to more units of the SKU.</summary>
/// <param name="Kind">premiumP2, split or largerGroups.</param>
/// <param name="Sku">SKU to buy; null when nothing is bought.</param>
/// <param name="Units">Units of <paramref name="Sku"/> per instance.</param>
/// <param name="Demands">Demands on the app and the subscription.</param>
/// <param name="Cost">Units and messages of all instances for a month; null when no price is known.</param>
public sealed record AlternativeDetails(
    string Kind,
    string Text,
    string? Sku,
    int? Units,
    int Instances,
    string Demands,
    EvaluationCost? Cost
);
