using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Rules;
using Advisor.Core.Scaling.State;
using Advisor.Service.Alerts;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Recommendations;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>Rows that one decision writes besides the state.</summary>
/// <param name="Head">Header of the state document, with the last audit record.</param>
internal sealed record DecisionRows(ResourceStateHead Head)
{
    /// <summary>The audit record; null when it would repeat the last one.</summary>
    public DecisionRecord? Record { get; init; }

    public RequestedApproval? Approval { get; init; }

    /// <summary>The change request; null when there is none.</summary>
    public OutboxItem? ChangeRequest { get; init; }

    /// <summary>The notice about the decision; null when there is none.</summary>
    public OutboxItem? Notice { get; init; }

    /// <summary>Adds the rows to a commit; returns those whose messages are sent once it succeeds.</summary>
    public IReadOnlyList<OutboxKey> AddTo(ResourceCommit commit)
    {
        if (Record is not null)
        {
            commit.Append(Record);
        }

        if (Approval is not null)
        {
            commit.RequestApproval(Approval.Record);
        }

        OutboxItem[] items = [.. new[] { ChangeRequest, Notice }.OfType<OutboxItem>()];
        foreach (var item in items)
        {
            commit.Enqueue(item);
        }

        return [.. items.Select(OutboxKey.FromItem)];
    }
}

/// <summary>Builds what a decision writes: the audit record, the change request, the approval and the notice.</summary>
internal sealed class DecisionRowsBuilder(
    RuleSet rules,
    Func<ApprovalRequest, RequestedApproval>? createApproval,
    Func<Decision, string>? formatDetails
)
{
    /// <summary>Builds the rows of a decision: an audit record when it differs from the last one, and what follows from it.</summary>
    /// <param name="unsent">What is recommended to people, unless an alert of this evaluation carries it; null = nothing.</param>
    public DecisionRows Build(BatchContext batch, UnwrittenEvaluation evaluation, Decision? decision, ActiveRecommendation? unsent)
    {
        var (head, resource, handling) = (evaluation.Document.Head, evaluation.Resource.Resource!, evaluation.Handling);
        if (decision is null || handling is null)
        {
            return new DecisionRows(head);
        }

        var (cost, drop) = (DescribeCost(resource, decision, evaluation.Result.State), head.Drops?.FindMeanRatio());
        var record = CreateRecord(batch.Batch.Tick, decision, resource, handling);
        var key = AuditKey.Create(decision, resource, handling);
        if (handling.IsAnswer || (!handling.Applies && !handling.AsksAgain && AuditKey.IsRepeated(head, key, batch.Now)))
        {
            return new DecisionRows(head)
            {
                Notice = RecommendationNotices.CreateRecommendation(record, unsent, resource, cost, drop)?.ToItem(),
            };
        }

        var approval =
            handling.Outcome == AuditOutcome.AwaitingApproval
                ? createApproval?.Invoke(ApprovalPlan.CreateRequest(record, decision, resource, cost, drop))
                : null;
        return new DecisionRows(
            head with
            {
                AuditKey = key,
                AuditedAt = batch.Now,
                ApprovalLink = approval is null ? null : AppLinks.RemoveToken(approval.Link),
            }
        )
        {
            Record = record,
            Approval = approval,
            ChangeRequest = handling.Applies
                ? CreateChangeRequest(batch, head, decision, resource, cost).ToItem(record.ResourceId, batch.Batch.Tick)
                : null,
            Notice = (
                handling.Outcome == AuditOutcome.AwaitingApproval
                    ? RecommendationNotices.CreateApproval(record, resource, approval, cost, drop)
                    : RecommendationNotices.CreateRecommendation(record, unsent, resource, cost, drop)
            )?.ToItem(),
        };
    }

    // Cost named in the notifications about the change.
    private string? DescribeCost(FleetResource resource, Decision decision, ResourceState? state) =>
        decision.Action == ScalingAction.Hold
            ? null
            : ChangeCostText.Describe(rules, resource, decision.Target.Sku, decision.Target.Units, state?.Messages);

    private static ChangeRequest CreateChangeRequest(
        BatchContext batch,
        ResourceStateHead head,
        Decision decision,
        FleetResource resource,
        string? cost
    ) =>
        ChangeRequest.Create(decision, resource, cost, batch.Now) with
        {
            EvaluatedAt = batch.Now == batch.Batch.Tick ? null : batch.Now,
            ExceedsKnownQuota =
                decision.Units > resource.Units
                && (IsQuotaCapped(decision) || head.IsQuotaCapped == true || batch.Batch.QuotaRefusedAt is not null)
                    ? true
                    : null,
        };

    /// <summary>Whether the regional quota capped the scale-out.</summary>
    public static bool IsQuotaCapped(Decision? decision) =>
        decision?.Reasons.Any(reason => reason.Code == ReasonCodes.RegionalQuota) == true;

    private DecisionRecord CreateRecord(DateTimeOffset tick, Decision decision, FleetResource resource, DecisionHandling handling) =>
        new()
        {
            ResourceId = decision.ResourceId,
            Tick = tick,
            Action = decision.Action,
            Outcome = handling.Outcome,
            FromSku = resource.Sku,
            FromUnits = resource.Units,
            Sku = decision.Target.Sku,
            Units = decision.Target.Units,
            Mode = resource.Settings.Mode,
            Reasons = handling.Reason is { } why ? [why, .. decision.Reasons] : [.. decision.Reasons],
            Details = formatDetails?.Invoke(decision),
            ChangeId =
                handling.Applies || handling.Outcome == AuditOutcome.AwaitingApproval
                    ? ChangeRecord.CreateId(decision.ResourceId, tick)
                    : null,
        };
}
