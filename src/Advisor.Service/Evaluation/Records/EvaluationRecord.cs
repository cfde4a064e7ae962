using System.Text.Json.Serialization;
using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Costs;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Service.Recommendations;

namespace Advisor.Service.Evaluation.Records;

/// <summary>
/// Newest evaluation of a resource in numbers, for dashboards and other monitoring. Replaced by every evaluation; the audit trail has the
/// reasons in words.
/// </summary>
public sealed record EvaluationRecord
{
    /// <summary>Interval of <see cref="Week"/>.</summary>
    public static readonly TimeSpan WeekStep = TimeSpan.FromHours(4);

    public required string ResourceId { get; init; }

    /// <summary>signalr or webpubsub.</summary>
    public required string Service { get; init; }

    public required string Region { get; init; }

    /// <summary>SKU in force.</summary>
    public required string Sku { get; init; }

    /// <summary>Units in force.</summary>
    public required int Units { get; init; }

    /// <summary>Time of the evaluation.</summary>
    public required DateTimeOffset At { get; init; }

    /// <summary>Newest minute with any metric from Azure; null = none.</summary>
    public DateTimeOffset? DataAt { get; init; }

    /// <summary>SKU that the decision names, including advisories; null = no decision was possible.</summary>
    public string? RecommendedSku { get; init; }

    /// <summary>Units that the decision names, including advisories; null = no decision was possible.</summary>
    public int? RecommendedUnits { get; init; }

    [JsonIgnore]
    public Size Size => new(Sku, Units);

    /// <summary>Size that the decision names, including advisories; null = no decision was possible.</summary>
    [JsonIgnore]
    public Size? Recommended => this is { RecommendedSku: { } sku, RecommendedUnits: { } units } ? new(sku, units) : null;

    /// <summary>Used / (target x limit) at the size in force, 1 = at the target; unknown limits are omitted.</summary>
    public IReadOnlyDictionary<Limit, double> Utilization { get; init; } = new Dictionary<Limit, double>();

    /// <summary>Units that each limit requires to stay at its target, not rounded; unknown limits are omitted.</summary>
    public IReadOnlyDictionary<Limit, double> RequiredUnits { get; init; } = new Dictionary<Limit, double>();

    /// <summary>Whether the size was full: <see cref="RequiredUnits"/> are lower bounds.</summary>
    [JsonIgnore]
    public bool IsFull => Reason.ShowFullSize(Reasons);

    /// <summary>Highest required units over horizons from now.</summary>
    public IReadOnlyList<ForecastQuantiles> Forecast { get; init; } = [];

    /// <summary>
    /// Highest required units of each <see cref="WeekStep"/> of the last 7 days, oldest first; null = no metrics in it. Null in a row
    /// of an older version.
    /// </summary>
    public IReadOnlyList<double?>? Week { get; init; }

    /// <summary>Number of decisions since the first evaluation of the resource.</summary>
    public IReadOnlyList<DecisionCount> Decisions { get; init; } = [];

    /// <summary>Alerts that are pending, firing or without data.</summary>
    public IReadOnlyList<Alert> Alerts { get; init; } = [];

    /// <summary>Result of the evaluation and state of its data; null in a row of an older version.</summary>
    public EvaluationState? State { get; init; }

    /// <summary>Reason why the evaluation failed, as a sentence; null if it did not.</summary>
    public string? Problem { get; init; }

    /// <summary>Action of the decision; null = no decision was possible.</summary>
    public ScalingAction? Action { get; init; }

    /// <summary>Outcome of the decision, as in the audit trail; null if there is no decision.</summary>
    public AuditOutcome? Outcome { get; init; }

    /// <summary>First reasons, most important first; the audit trail has all.</summary>
    public IReadOnlyList<Reason> Reasons { get; init; } = [];

    /// <summary>Confidence, 0 to 1; null = no decision was possible, or no limit is known.</summary>
    public double? Confidence { get; init; }

    /// <summary>Limit with the highest utilization, None if all are low; null = no decision was possible.</summary>
    public Limit? LimitingFactor { get; init; }

    /// <summary>Monthly cost of the size in force; null when its units have no price.</summary>
    public EvaluationCost? CostNow { get; init; }

    /// <summary>Monthly cost of the recommended size; null when unknown.</summary>
    public EvaluationCost? CostAfter { get; init; }

    /// <summary>Source and date of the price in the costs; null in a row of an older version.</summary>
    public EvaluationPrices? Prices { get; init; }

    /// <summary>Bill of the month in progress; null when the units in force have no price, or in a row of an older version.</summary>
    public EvaluationMonth? Month { get; init; }

    /// <summary>Actual cost of past days; null when it is not asked for, or not known.</summary>
    public PastCost? PastCost { get; init; }

    /// <summary>Mode of the resource; null in a row of an older version.</summary>
    public AdvisorMode? Mode { get; init; }

    /// <summary>Name of the endpoint group; null = none, and in a row of an older version.</summary>
    public string? EndpointGroup { get; init; }

    /// <summary>Team to notify; null in a row of an older version.</summary>
    public string? Team { get; init; }

    /// <summary>Whether a change of size is in progress, by Advisor or by others.</summary>
    public bool IsChanging { get; init; }

    /// <summary>Directions paused by a tag or a setting; null if none.</summary>
    public PausedScaling? Paused { get; init; }

    /// <summary>Whether the recommendation is snoozed or dismissed.</summary>
    public bool IsSnoozed { get; init; }

    /// <summary>End of the snooze; null if there is none, or the recommendation was dismissed.</summary>
    public DateTimeOffset? SnoozedUntil { get; init; }

    /// <summary>What is recommended to people, and since when; null when nothing is, or in a row of an older version.</summary>
    public ActiveRecommendation? Recommendation { get; init; }

    /// <summary>
    /// Connections that scale-ins drop, measured; see <see cref="DroppedConnections.FindShare"/>. Null until enough are known, or in a
    /// row of an older version.
    /// </summary>
    public double? DropRatio { get; init; }

    /// <summary>Returns the kind of <see cref="Service"/>.</summary>
    public ServiceKind GetServiceKind() => Service == "webpubsub" ? ServiceKind.WebPubSub : ServiceKind.SignalR;

    /// <summary>Returns what a budget counts of it.</summary>
    internal EvaluationRecord KeepBill() =>
        new()
        {
            ResourceId = ResourceId,
            Service = Service,
            Region = Region,
            Sku = Sku,
            Units = Units,
            At = At,
            DataAt = DataAt,
            Month = Month,
            Team = Team,
        };

    /// <summary>Whether a size other than the one in force is recommended.</summary>
    public bool IsRecommended() => Recommended is { } recommended && !recommended.IsSame(Size);

    /// <summary>Whether a person has snoozed, dismissed or declined what is recommended.</summary>
    public bool IsSetAside() => IsSnoozed || Outcome == AuditOutcome.Declined;

    /// <summary>Whether a size is recommended that no person has set aside.</summary>
    public bool IsOpen() => IsRecommended() && !IsSetAside();

    /// <summary>Change of the monthly bill by the decision, negative = saved, 0 without a change; null when a cost is unknown.</summary>
    public decimal? FindCostChange() =>
        this is { CostNow: { } now, CostAfter: { } after } && now.Currency == after.Currency ? after.Total - now.Total : null;

    /// <summary>
    /// Limit that decides the size: that of the decision, otherwise the one that requires the most units; None if none is known.
    /// </summary>
    public Limit FindLimitingFactor() =>
        LimitingFactor is { } named and not Limit.None ? named
        : RequiredUnits.Count > 0 ? RequiredUnits.MaxBy(pair => pair.Value).Key
        : Limit.None;

    /// <summary>Whether no number of units carries what a limit requires: its utilization is known, and no units required.</summary>
    public bool IsBeyondAnySize(Limit limit) => Utilization.ContainsKey(limit) && !RequiredUnits.ContainsKey(limit);

    /// <summary>Whether the limiting factor, the highest trusted utilization, exceeds its target.</summary>
    public bool IsAboveTarget() => Utilization.TryGetValue(FindLimitingFactor(), out var value) && value > 1;

    public bool HasCriticalAlert() => Alerts.Any(alert => alert is { IsFiring: true, Severity: AlertSeverity.Critical });

    /// <summary>Whether the size is too small for the limiting factor, or a critical alert fires; false for a failed evaluation.</summary>
    public bool IsAtRisk() => State != EvaluationState.Failed && (IsAboveTarget() || HasCriticalAlert());
}

/// <summary>Number of a resource's decisions with one action and first reason.</summary>
/// <param name="Reason">Code of the first reason.</param>
/// <param name="Count">Number of decisions with this action and first reason.</param>
public sealed record DecisionCount(ScalingAction Action, string Reason, long Count);
