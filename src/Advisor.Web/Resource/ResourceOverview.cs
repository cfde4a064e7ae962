using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Service;
using Advisor.Service.Alerts;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Store;
using Advisor.Web.Fleet;

namespace Advisor.Web.Resource;

/// <summary>State of one resource, read for its page.</summary>
/// <param name="Details">Input of the newest evaluation; null when not known.</param>
/// <param name="Pause">The pause set by a person; null when none is in force.</param>
/// <param name="Recommended">The current recommendation, snoozed or not; null when there is none.</param>
/// <param name="Approval">The newest pending approval; null when there is none.</param>
internal sealed record ResourceOverview(
    FleetResource Resource,
    DateTimeOffset ListedAt,
    FleetEntry Entry,
    EvaluationDetails? Details,
    ScalingPause? Pause,
    IReadOnlyList<Alert> Alerts,
    IReadOnlyList<DecisionRecord> Decisions,
    IReadOnlyList<ChangeRecord> Changes,
    DecisionRecord? Recommended,
    RecommendationSnooze? Snooze,
    ApprovalRecord? Approval
)
{
    private const int MaxDecisions = 20;

    /// <summary>The pause that a person set for this resource itself, not for the one that a geo-replica belongs to; null = none.</summary>
    public ScalingPause? OwnPause => string.Equals(Pause?.ResourceId, Resource.Id, StringComparison.OrdinalIgnoreCase) ? Pause : null;

    private static readonly TimeSpan HistoryWindow = TimeSpan.FromDays(30);

    /// <summary>Reads the overview; null when no resource with this id is known.</summary>
    public static async Task<ResourceOverview?> ReadAsync(
        ServiceSetup service,
        string id,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var state = service.State;
        if (await FindResourceAsync(state, id, cancellation) is not var (resource, stored, evaluation))
        {
            return null;
        }

        var (from, before) = (now - HistoryWindow, now.AddDays(1));
        var decisions = await state.Decisions.QueryAsync(id, new(from, before, null, MaxDecisions), cancellation);
        var changes = await state.Changes.QueryAsync(id, new(from, before, null, MaxDecisions), cancellation);
        var recommended = await RecommendationSnoozes.FindRecommendedAsync(state, id, now, cancellation);
        return new ResourceOverview(
            resource,
            stored.Snapshot?.At ?? evaluation!.At,
            evaluation is null ? FleetEntry.Create(resource) : FleetEntry.Create(evaluation, now),
            evaluation is null ? null : await state.Evaluations.FindDetailsAsync(id, cancellation),
            await ScalingPauses.FindAsync(state, id, stored.Pause, now, cancellation),
            CurrentAlerts.Read(service.Rules, stored.State, evaluation),
            decisions.Records,
            changes.Records,
            recommended,
            recommended is { } r && stored.Snooze is { } known && known.Covers(r.From, r.To, now) ? known : null,
            await state.Approvals.FindOpenAsync(id, now, cancellation)
        );
    }

    /// <summary>Reads the resource and its stored state; null when no resource with this id is known.</summary>
    public static async Task<(FleetResource Resource, StoredResource Memory, EvaluationRecord? Evaluation)?> FindResourceAsync(
        AdvisorState state,
        string id,
        CancellationToken cancellation
    )
    {
        var stored = await state.LoadAsync(id, cancellation);
        var evaluation = await state.Evaluations.FindAsync(id, cancellation);
        var resource = stored.Snapshot?.ReadResource();
        resource ??= evaluation is null ? null : Describe(evaluation);
        return resource is null ? null : (resource, stored, evaluation);
    }

    // Without a readable snapshot, the evaluation is sufficient.
    private static FleetResource Describe(EvaluationRecord record) =>
        new()
        {
            Id = record.ResourceId,
            Name = ResourceIds.GetName(record.ResourceId),
            SubscriptionId = ResourceIds.GetSubscription(record.ResourceId),
            ResourceGroup = ResourceIds.GetResourceGroup(record.ResourceId),
            Service = record.GetServiceKind(),
            Region = record.Region,
            Sku = record.Sku,
            Units = record.Units,
            ProvisioningState = "",
        };
}
