using Advisor.Core.Capacity;

namespace Advisor.State.Resources;

/// <summary>
/// What the newest evaluation of a resource was computed from, for its page; lists of the fleet do without it. Written over with every
/// evaluation that decided.
/// </summary>
public sealed record EvaluationDetails
{
    public required string ResourceId { get; init; }

    /// <summary>When the resource was evaluated.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Each limit with what is used of it; limits that are not known are left out.</summary>
    public IReadOnlyList<LimitDetails> Limits { get; init; } = [];

    /// <summary>The sizes around those in force and decided on, ascending.</summary>
    public IReadOnlyList<SizeDetails> Sizes { get; init; } = [];

    /// <summary>What can be done where more units of the SKU do not help.</summary>
    public IReadOnlyList<AlternativeDetails> Alternatives { get; init; } = [];

    /// <summary>The parts that the confidence is the product of, a line each.</summary>
    public IReadOnlyList<string> ConfidenceFactors { get; init; } = [];
}

/// <summary>A limit at the size in force: used / (target x limit) = utilization.</summary>
/// <param name="Used">Percent, connections, bytes per second or messages per second.</param>
/// <param name="TargetLimit">Target x limit in the same unit; null where the workload has no such limit.</param>
/// <param name="Target">The target, 1 = all of the limit.</param>
/// <param name="IsOwnTarget">Whether the target is the resource's own and not that of the policy.</param>
/// <param name="Rows">The rules behind the limit, such as signalr.echo; empty where it comes from no table.</param>
/// <param name="IsInterpolated">Whether a row has no column of its own for this size.</param>
public sealed record LimitDetails(
    Limit Limit,
    double Used,
    double? TargetLimit,
    double Target,
    bool IsOwnTarget,
    IReadOnlyList<string> Rows,
    bool IsInterpolated
);

/// <summary>What a size is expected to cost over the next hour in prices of the objective, and in a month in money.</summary>
/// <param name="UnitPrice">Of the units in force.</param>
/// <param name="OverloadPrice">Of the units that are missing where more are required.</param>
/// <param name="RemovalPrice">Of the units removed to reach it.</param>
/// <param name="Cost">Units and messages for a month; null where no price is known.</param>
public sealed record SizeDetails(int Units, double UnitPrice, double OverloadPrice, double RemovalPrice, EvaluationCost? Cost);

/// <summary>Another way to serve the load than more units of the SKU.</summary>
/// <param name="Kind">premiumP2, split or largerGroups.</param>
/// <param name="Sku">The SKU to buy; null where it is no purchase.</param>
/// <param name="Units">Units of it for each instance.</param>
/// <param name="Demands">What it demands of the app and of the subscription.</param>
/// <param name="Cost">Units and messages of all of it for a month; null where no price is known.</param>
public sealed record AlternativeDetails(
    string Kind,
    string Text,
    string? Sku,
    int? Units,
    int Instances,
    string Demands,
    EvaluationCost? Cost
);
