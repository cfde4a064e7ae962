using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Reporting;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Recommendations;

namespace Advisor.Web.Fleet;

/// <summary>State of a resource, in order of attention.</summary>
internal enum FleetEntryState
{
    Failed,
    AtRisk,
    NoData,
    Changing,

    /// <summary>A change waits for a person's approval.</summary>
    Approval,
    Recommendation,
    Ok,
}

/// <summary>A row of the fleet table, to sort, filter and show.</summary>
/// <param name="Evaluation">The newest evaluation; null when the resource was listed and not yet evaluated.</param>
internal sealed record FleetEntry(string Id, string Region, string Sku, int Units, EvaluationRecord? Evaluation)
{
    private static readonly TimeSpan MaxDataAge = TimeSpan.FromMinutes(15);

    public Size Size => new(Sku, Units);

    public string Name { get; } = ResourceIds.GetName(Id);

    public string Group { get; } = ResourceIds.GetResourceGroup(Id);

    public string Subscription { get; } = ResourceIds.GetSubscription(Id);

    public string Team => Evaluation?.Team ?? "";

    /// <summary>Name of the endpoint group; empty = none.</summary>
    public string EndpointGroup => Evaluation?.EndpointGroup ?? "";

    public FleetEntryState State { get; private init; } = FleetEntryState.NoData;

    /// <summary>Reason for the state, as a sentence; null when the state explains itself.</summary>
    public string? StateReason { get; private init; }

    /// <summary>The maximum utilization; null when none is known.</summary>
    public double? MaxUtilization => Evaluation is { Utilization.Count: > 0 } known ? known.Utilization.Values.Max() : null;

    /// <summary>
    /// Units required by the limiting factor: a suspect reading is no limiting factor. Null when unknown, or when no size carries it.
    /// </summary>
    public double? RequiredUnits =>
        Evaluation is { } known && known.RequiredUnits.TryGetValue(LimitingFactor, out var units) ? units : null;

    /// <summary>What keeps the size from the one that the load requires, briefly; null when nothing does.</summary>
    public string? Obstacle =>
        IsRecommended
            ? null
            : Evaluation?.Reasons.Select(reason => NoChangeReason.FindPhrase(reason.Code)).FirstOrDefault(why => why is not null);

    /// <summary>Utilization of the limiting factor; null when unknown.</summary>
    public double? LimitingUtilization =>
        Evaluation is { } known && known.Utilization.TryGetValue(LimitingFactor, out var utilization) ? utilization : null;

    /// <summary>Whether no number of units carries the load.</summary>
    public bool IsBeyondAnySize => Evaluation?.IsBeyondAnySize(LimitingFactor) == true;

    /// <summary>Whether the size is full, and <see cref="RequiredUnits"/> a lower bound.</summary>
    public bool IsFull => Evaluation is { IsFull: true };

    public Limit LimitingFactor { get; } = Evaluation?.FindLimitingFactor() ?? Limit.None;

    public bool IsRecommended { get; } = Evaluation?.IsRecommended() == true;

    /// <summary>
    /// What the newest evaluation recommends to people and nobody has set aside; null when it recommends nothing, or could not decide.
    /// </summary>
    public ActiveRecommendation? Recommendation => IsRecommended && Evaluation is { IsSnoozed: false } ? Standing : null;

    /// <summary>What a pending approval is about, also while evaluations fail; null when no approval is pending.</summary>
    public ActiveRecommendation? Approval => Standing is { ApproveLink: not null } pending ? pending : null;

    // The approval is of the newest decision, which its row shows; what messages repeat follows it once it has settled.
    private ActiveRecommendation? Standing =>
        Evaluation is { Recommendation: { } standing } known && IsRecommended && known.Recommended is { } size && !size.IsSame(standing.To)
            ? standing with
            {
                Sku = size.Sku,
                Units = size.Units,
                CostChange = known.FindCostChange(),
                Currency = known.CostNow?.Currency,
            }
            : Evaluation?.Recommendation;

    /// <summary>Change of the monthly cost; negative = saving. Null when nothing is recommended or a price is not known.</summary>
    public decimal? CostChange => IsRecommended ? Evaluation!.FindCostChange() : null;

    /// <summary>
    /// Whether a filter selects the resource: one that changes, waits for an approval or has a recommendation does so in a more urgent
    /// state too.
    /// </summary>
    public bool IsIn(FleetEntryState filter) =>
        filter == State
        || filter switch
        {
            FleetEntryState.Changing => Evaluation is { IsChanging: true },
            FleetEntryState.Approval => Approval is not null,
            FleetEntryState.Recommendation => IsRecommended,
            _ => false,
        };

    public int FiringAlerts => Evaluation?.Alerts.Count(alert => alert.IsFiring) ?? 0;

    public bool HasCritical => Evaluation?.HasCriticalAlert() == true;

    /// <summary>Returns all resources, including those that are listed and not yet evaluated.</summary>
    public static FleetEntry[] ListAll(KnownFleet known, DateTimeOffset now) =>
        [.. known.Evaluations.Select(record => Create(record, now)), .. known.ListNotEvaluated().Select(Create)];

    public static FleetEntry Create(EvaluationRecord record, DateTimeOffset now) =>
        new FleetEntry(record.ResourceId, record.Region, record.Sku, record.Units, record).Judge(now);

    public static FleetEntry Create(FleetResource resource) =>
        new(resource.Id, resource.Region, resource.Sku, resource.Units, null) { StateReason = "Not evaluated yet." };

    private FleetEntry Judge(DateTimeOffset now)
    {
        var record = Evaluation!;
        var (state, why) =
            record.State == EvaluationState.Failed ? (FleetEntryState.Failed, record.Problem)
            : FindRisk(record) is { } risk ? (FleetEntryState.AtRisk, risk)
            : record.DataAt is null ? (FleetEntryState.NoData, "Azure has reported no metric yet.")
            : now - record.DataAt > MaxDataAge || record.State == EvaluationState.StaleMetrics
                ? (FleetEntryState.NoData, "The newest metrics are too old to act on.")
            : record.State is EvaluationState.InsufficientData or EvaluationState.SuspectMetric or EvaluationState.MetricsOutage
                ? (FleetEntryState.NoData, record.Reasons.Where(IsAboutMetrics).Concat(record.Reasons).FirstOrDefault()?.Text)
            : record.IsChanging ? (FleetEntryState.Changing, "Its size is being changed.")
            : Approval is not null ? (FleetEntryState.Approval, "A change is waiting for approval.")
            : IsRecommended ? (FleetEntryState.Recommendation, null)
            : (FleetEntryState.Ok, (string?)null);
        return this with { State = state, StateReason = why };
    }

    // A guard that keeps the size comes before what is wrong with the metrics.
    private static bool IsAboutMetrics(Reason reason) =>
        reason.Code is ReasonCodes.MetricsOutage or ReasonCodes.SuspectReading or ReasonCodes.SuspectMetric or ReasonCodes.InsufficientData;

    // The limiting factor is the highest of the trusted readings.
    private string? FindRisk(EvaluationRecord record) =>
        record.IsAboveTarget()
            ? $"{FleetText.FormatLimit(LimitingFactor)}: "
                + $"{Wording.FormatUtilization(new(record.Utilization[LimitingFactor]))} of the target."
        : HasCritical ? "A critical alert is firing."
        : null;
}
