using Advisor.Core.Capacity;
using Advisor.Core.Decisions;

namespace Advisor.State.Resources;

/// <summary>
/// The newest evaluation of a resource in numbers, for dashboards and for other monitoring. Written over with every evaluation; the audit
/// trail has the reasons in words.
/// </summary>
public sealed record EvaluationRecord
{
    public required string ResourceId { get; init; }

    /// <summary>signalr or webpubsub.</summary>
    public required string Service { get; init; }

    public required string Region { get; init; }

    /// <summary>The SKU in force.</summary>
    public required string Sku { get; init; }

    /// <summary>The units in force.</summary>
    public required int Units { get; init; }

    /// <summary>When the resource was evaluated.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>The newest minute in which Azure reported any metric; null = none was seen.</summary>
    public DateTimeOffset? DataAt { get; init; }

    /// <summary>The SKU that the decision names, advice included; null = this evaluation could not decide.</summary>
    public string? RecommendedSku { get; init; }

    /// <summary>The units that the decision names, advice included; null = this evaluation could not decide.</summary>
    public int? RecommendedUnits { get; init; }

    /// <summary>Used / (target x limit) at the size in force, 1 = at the target; limits that are not known are left out.</summary>
    public IReadOnlyDictionary<Limit, double> Utilization { get; init; } = new Dictionary<Limit, double>();

    /// <summary>Units that each limit requires to stay at its target, not rounded; limits that are not known are left out.</summary>
    public IReadOnlyDictionary<Limit, double> RequiredUnits { get; init; } = new Dictionary<Limit, double>();

    /// <summary>Maximum of the required units over horizons from now.</summary>
    public IReadOnlyList<ForecastQuantiles> Forecast { get; init; } = [];

    /// <summary>Decisions since the resource was first seen.</summary>
    public IReadOnlyList<DecisionCount> Decisions { get; init; } = [];

    /// <summary>Alerts that are pending, firing or without data.</summary>
    public IReadOnlyList<AlertStatus> Alerts { get; init; } = [];
}

/// <param name="Reason">The code of the first reason.</param>
/// <param name="Count">How many decisions had this action and first reason.</param>
public sealed record DecisionCount(ScalingAction Action, string Reason, long Count);
