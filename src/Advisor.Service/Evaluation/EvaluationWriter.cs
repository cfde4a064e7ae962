using Advisor.Core.Alerting;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Rules;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Service.Alerts;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Notifications;
using Advisor.Service.Recommendations;
using Advisor.Service.Series;
using Advisor.Service.Store;

namespace Advisor.Service.Evaluation;

/// <summary>Evaluates the alerts of one decided resource, and writes everything that follows from the decision in one commit.</summary>
internal sealed class EvaluationWriter(
    AdvisorState state,
    RuleSet rules,
    NotificationRouting routing,
    AlertEvaluator alertEvaluator,
    DecisionRowsBuilder rowsBuilder
)
{
    private readonly ConnectionDropTracker dropTracker = new(state.Changes);

    /// <returns>The evaluation; without a decision when another instance wrote first.</returns>
    public async Task<ResourceEvaluation> WriteAsync(BatchContext batch, UnwrittenEvaluation evaluation, CancellationToken cancellation)
    {
        evaluation = evaluation with { Month = ComputeMonth(evaluation, batch.Now) };
        var (recommendation, earlier) = AdvanceRecommendation(batch, evaluation);
        var step = EvaluateAlerts(batch, evaluation, recommendation);
        var alerts = ListAlerts(evaluation, step);
        var decision = evaluation.Result.Decision is { } made ? made with { Alerts = alerts } : null;

        // An alert that proposes the change carries the recommendation to people.
        var isSent = step.Events.Any(alert => alert is { Kind: not AlertEventKind.Resolved, Proposal: not null });
        var rows = rowsBuilder.Build(batch, evaluation, decision, isSent ? null : recommendation);
        recommendation = isSent || rows.Notice is not null ? recommendation?.RecordSent(batch.Now) : recommendation;
        var link = rows.Record is null ? evaluation.FindPendingLink(batch.Now) : rows.Head.ApprovalLink;
        var (drops, measured) = await dropTracker.MeasureAsync(batch, evaluation, cancellation);
        var head = CreateHead(batch, evaluation, decision, rows) with
        {
            Drops = drops,
            Recommendation = recommendation is null ? null : recommendation with { ApproveLink = link },
            EarlierRecommendation = earlier,
        };

        var commit = BeginCommit(
            batch,
            evaluation,
            evaluation.Document with
            {
                Head = head,
                State = evaluation.Result.State,
                Alerts = step.State,
            }
        );
        var messages = rows.AddTo(commit);
        if (measured is not null)
        {
            commit.SaveDrop(measured);
        }

        if (FailureSeries.FindEnded(rules.Alerts, evaluation, step.State) is { } tally)
        {
            commit.SaveTally(tally);
        }

        var isAnswered = rows.Record is null && evaluation.Approval is { State: not ApprovalState.Pending };
        AddRecords(commit, batch, evaluation, decision, isAnswered ? head with { Recommendation = null } : head, alerts);
        // An alert that proposes the change awaiting approval carries the link to answer, whichever message comes first.
        commit.Add(step.Events.Select(alert => alert.Proposal is null ? alert : alert with { ApproveLink = link }));
        return (await commit.RunAsync(cancellation)).IsCommitted
            ? new ResourceEvaluation(
                evaluation.Resource.Stored.ResourceId,
                decision,
                rows.Record is null ? null : evaluation.Handling?.Outcome,
                Problem: decision is null ? evaluation.Result.Problem : null
            )
            {
                IsIdle = decision is not null && !evaluation.IsChanging && drops?.Open is null && IsIdle(batch, evaluation, decision),
                OutcomeReason = evaluation.Handling is { Outcome: AuditOutcome.Suppressed } or { AsksAgain: true }
                    ? evaluation.Handling.Reason?.Text
                    : null,
                Approval = rows.Approval,
                Messages = messages,
            }
            : new ResourceEvaluation(evaluation.Resource.Stored.ResourceId);
    }

    // Without a decision, what waits for a person goes on waiting as long as the approval can be answered. What people are asked to approve
    // is what stands, however often it changes.
    private (ActiveRecommendation? Current, ActiveRecommendation? Earlier) AdvanceRecommendation(
        BatchContext batch,
        UnwrittenEvaluation evaluation
    )
    {
        var (head, resource, decision) = (evaluation.Document.Head, evaluation.Resource.Resource!, evaluation.Result.Decision);
        return ActiveRecommendations.Advance(
            head.Recommendation,
            head.EarlierRecommendation,
            ActiveRecommendations.Create(decision, evaluation.Handling, resource, batch.Now),
            isOpen: decision is null or { Action: ScalingAction.Hold },
            resource,
            rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.Ladder,
            decision is null && evaluation.FindPendingLink(batch.Now) is not null ? TimeSpan.MaxValue
                : evaluation.Handling?.Outcome == AuditOutcome.AwaitingApproval ? TimeSpan.Zero
                : rules.Alerts.AdviceSettles,
            batch.Now
        );
    }

    private MonthBill? ComputeMonth(UnwrittenEvaluation evaluation, DateTimeOffset now)
    {
        var (resource, state) = (evaluation.Resource.Resource!, evaluation.Result.State);
        var catalog = rules.GetCatalog(resource.Service, resource.Settings);
        return ResourceState.ComputeMonthBill(state, catalog, resource.Settings.Billing, resource.Size, resource.CreatedAt, now);
    }

    // Alerts are evaluated without metrics too, since missing metrics are an alert. Nothing is evaluated between two minutes: the next
    // minute counts the whole time. During an outage of the metrics the alerts stay as they are: the region has an alert.
    private AlertStep<ResourceAlerts> EvaluateAlerts(
        BatchContext batch,
        UnwrittenEvaluation evaluation,
        ActiveRecommendation? recommendation
    ) =>
        evaluation.ZeroMetrics is not null ? new(evaluation.Document.Alerts with { NewestMetricsAt = evaluation.Activity.ReadAt }, [], [])
        : evaluation.Result.IsCurrent ? new(evaluation.Document.Alerts, [], [])
        : alertEvaluator.Evaluate(batch, evaluation, recommendation);

    private IReadOnlyList<Alert> ListAlerts(UnwrittenEvaluation evaluation, AlertStep<ResourceAlerts> step) =>
        evaluation.ZeroMetrics is null ? step.Alerts : AlertStateMachine.ListActive(rules.Alerts, evaluation.Document.Alerts.Alerts);

    private ResourceStateHead CreateHead(BatchContext batch, UnwrittenEvaluation evaluation, Decision? decision, DecisionRows rows)
    {
        var before = evaluation.Document.Head;
        return rows.Head with
        {
            RequestedTick =
                rows.ChangeRequest is not null ? batch.Batch.Tick
                : evaluation.IsRequested ? before.RequestedTick
                : null,
            IsQuotaCapped =
                DecisionRowsBuilder.IsQuotaCapped(decision) ? true
                : decision is null or { Action: ScalingAction.Hold } ? before.IsQuotaCapped
                : null,
            OwnUnits = evaluation.Result.IsCurrent || decision is null ? before.OwnUnits : decision.OwnUnits,
            Decisions = decision is null ? before.Decisions : EvaluationRecordBuilder.CountDecision(before.Decisions, decision),
            Activity = evaluation.Activity,
            ChangedBy = evaluation.ChangedBy,
            Basis =
                before.Basis is null || evaluation.Document.State is null || evaluation.Result.HasLearnedPast
                    ? RequirementBasis.Compute(rules, evaluation.Resource.Resource!)
                    : before.Basis,
            DataAt = EvaluationRecordBuilder.FindDataTime(evaluation.Series, before.DataAt),
        };
    }

    private ResourceCommit BeginCommit(BatchContext batch, UnwrittenEvaluation evaluation, ResourceStateDocument document)
    {
        var stored = evaluation.Resource.Stored;
        return state
            .BeginCommit(stored.ResourceId)
            .Save(stored.State, document, batch.Now)
            .SaveMinutes(stored.Minutes, MinuteSeriesUpdater.Append(rules, evaluation, batch.Now), batch.Now);
    }

    // Without a new minute the record of the previous one is kept.
    private void AddRecords(
        ResourceCommit commit,
        BatchContext batch,
        UnwrittenEvaluation evaluation,
        Decision? decision,
        ResourceStateHead head,
        IReadOnlyList<Alert> alerts
    )
    {
        var (resource, result) = (evaluation.Resource.Resource!, evaluation.Result);
        if (decision is null && result.Problem is null)
        {
            return;
        }

        commit.Save(EvaluationRecordBuilder.Create(rules, routing, evaluation, decision, head, alerts, batch.Now));
        if (decision is not null)
        {
            commit.Save(EvaluationDetailsBuilder.Create(resource, decision, result.State, evaluation.Series, evaluation.Month, batch.Now));
        }
    }

    private bool IsIdle(BatchContext batch, UnwrittenEvaluation evaluation, Decision decision)
    {
        var (resource, now) = (evaluation.Resource.Resource!, batch.Now);
        return rules.GetCatalog(resource.Service, resource.Settings).Find(resource.Sku)?.Ladder is { } ladder
            && Idleness.IsIdle(
                rules,
                decision,
                resource.Settings,
                ladder.FindStepAtLeast(resource.Settings.FindMinUnits(now, rules.Policy.AnnouncedAhead).Units) ?? ladder.Max,
                now
            );
    }
}
