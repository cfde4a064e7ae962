using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Settings;

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

    /// <summary>SKU in force.</summary>
    public required string Sku { get; init; }

    /// <summary>Units in force.</summary>
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

    /// <summary>Whether the evaluation succeeded, and on what data; null in a row of an older program.</summary>
    public EvaluationState? State { get; init; }

    /// <summary>Why the evaluation failed, as a sentence; null where it did not.</summary>
    public string? Problem { get; init; }

    /// <summary>What the decision says to do; null = this evaluation could not decide.</summary>
    public ScalingAction? Action { get; init; }

    /// <summary>
    /// What is done with it: recommended, awaitingApproval, applying ...; as in <see cref="DecisionRecord.Outcome"/>. Null where nothing
    /// was decided.
    /// </summary>
    public string? Outcome { get; init; }

    /// <summary>The first reasons, most important first; the audit trail has all.</summary>
    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    /// <summary>0 to 1; null = this evaluation could not decide, or no limit is known.</summary>
    public double? Confidence { get; init; }

    /// <summary>The limit with the highest utilization, None where all are low; null = this evaluation could not decide.</summary>
    public Limit? LimitingFactor { get; init; }

    /// <summary>Monthly cost of the size in force; null when its units have no price.</summary>
    public EvaluationCost? CostNow { get; init; }

    /// <summary>What the recommended size costs in a month; null where it is not known.</summary>
    public EvaluationCost? CostAfter { get; init; }

    /// <summary>The mode of the resource; null in a row of an older program.</summary>
    public AdvisorMode? Mode { get; init; }

    /// <summary>The team that is notified; null in a row of an older program.</summary>
    public string? Team { get; init; }

    /// <summary>Whether its size is being changed, by Advisor or by others.</summary>
    public bool IsChanging { get; init; }

    /// <summary>The directions that a tag or a setting pauses; null where none is.</summary>
    public PausedScaling? Paused { get; init; }

    /// <summary>Whether what is recommended is snoozed or dismissed.</summary>
    public bool IsSnoozed { get; init; }

    /// <summary>When the snooze ends; null where there is none, or where the recommendation was dismissed.</summary>
    public DateTimeOffset? SnoozedUntil { get; init; }
}

/// <param name="Reason">The code of the first reason.</param>
/// <param name="Count">How many decisions had this action and first reason.</param>
public sealed record DecisionCount(ScalingAction Action, string Reason, long Count);
