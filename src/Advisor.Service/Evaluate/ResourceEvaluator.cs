using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Scaling;
using Advisor.Service.Change;
using Advisor.Service.Notify;
using Advisor.Service.Recommend;
using Advisor.State.Changes;

namespace Advisor.Service.Evaluate;

/// <summary>Evaluates one resource: decides, evaluates its alerts, and writes the results in one commit.</summary>
internal sealed class ResourceEvaluator(ServiceDependencies dependencies)
{
    private readonly EvaluationDecider decider = new(dependencies);
    private readonly AlertEvaluator alertEvaluator = new(dependencies);
    private readonly EvaluationWriterBuilder writers = new(dependencies);

    /// <summary>Decides about a resource whose state can be read; writes nothing.</summary>
    public Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, BatchResource batchResource, CancellationToken cancellation) =>
        decider.DecideAsync(batch, batchResource, cancellation);

    /// <summary>Writes the result. When the batch has requested changes since, a change is decided again with what they leave.</summary>
    public async Task<(ResourceEvaluation Evaluation, IReadOnlyList<OutboxKey> Messages)> WriteAsync(
        BatchContext batch,
        UnwrittenEvaluation evaluation,
        CancellationToken cancellation
    )
    {
        if (evaluation.Priority is not null && batch.Allowance.IsReduced)
        {
            evaluation = await decider.DecideAsync(batch, evaluation, cancellation);
        }

        var (batchResource, series, result, handling, requested) = (
            evaluation.Resource,
            evaluation.Series,
            evaluation.Result,
            evaluation.Handling,
            evaluation.IsRequested
        );
        var (id, now, resource, remembered, changing) = (
            batchResource.Stored.ResourceId,
            batch.Now,
            batchResource.Resource!,
            batchResource.Document!,
            evaluation.IsChanging
        );
        if (evaluation.Priority is not null)
        {
            batch.Allowance.Deduct(result.Decision!, resource);
        }

        var (recommendation, earlier) = ActiveRecommendations.Advance(
            remembered.Head.Recommendation,
            remembered.Head.EarlierRecommendation,
            ActiveRecommendations.Create(result.Decision, handling, resource, now),
            isOpen: result.Decision is null or { Action: ScalingAction.Hold },
            resource,
            dependencies.Rules.GetCatalog(resource.Service).Find(resource.Sku)?.Ladder,
            dependencies.Rules.Alerts.AdviceSettles,
            now
        );

        // Alerts are evaluated without metrics too, since missing metrics are an alert. Nothing is evaluated between two minutes: the next
        // minute counts the whole time. During an outage of the metrics the alerts stay as they are: the region has an alert.
        var alerts =
            result.IsCurrent || evaluation.ZeroMetrics is not null
                ? new AlertEvaluation(
                    evaluation.ZeroMetrics is null
                        ? remembered.Alerts
                        : remembered.Alerts with
                        {
                            NewestMetricsAt = evaluation.Activity.ReadAt,
                        },
                    [],
                    []
                )
                : alertEvaluator.Evaluate(batch, batchResource, resource, result, handling, changing, series, recommendation);
        IReadOnlyList<AlertStatus> statuses = evaluation.ZeroMetrics is null
            ? [.. alerts.Alerts.Select(alert => alert.Status)]
            : [.. AlertStateMachine.ListActive(dependencies.AlertingRules.Alerts, remembered.Alerts.Alerts).Select(alert => alert.Status)];
        var decision = result.Decision is { } made ? made with { Alerts = statuses } : null;
        var sends = alerts.Events.Any(alert => alert is { Kind: not AlertEventKind.Resolved, Proposal: not null });
        var writer = writers.Build(batch, remembered, resource, decision, handling, result.State, sends ? null : recommendation);
        recommendation = sends || writer.Notice is not null ? recommendation?.RecordSent(now) : recommendation;
        recommendation = recommendation is null
            ? null
            : recommendation with
            {
                ApproveLink = handling?.Code == DecisionHandling.AwaitingApproval ? writer.Head.ApprovalLink : null,
            };
        var (drops, measured) = await MeasureDropAsync(batch, evaluation, cancellation);
        var head = writer.Head with
        {
            Drops = drops,
            Recommendation = recommendation,
            EarlierRecommendation = earlier,
            RequestedTick =
                writer.ChangeRequest is not null ? batch.Batch.Tick
                : requested ? remembered.Head.RequestedTick
                : null,
            IsQuotaCapped =
                EvaluationWriterBuilder.IsQuotaCapped(decision) ? true
                : decision is null or { Action: ScalingAction.Hold } ? remembered.Head.IsQuotaCapped
                : null,
            Decisions = decision is null
                ? remembered.Head.Decisions
                : EvaluationRecordBuilder.CountDecision(remembered.Head.Decisions, decision),
            Activity = evaluation.Activity,
            DataAt = EvaluationRecordBuilder.FindDataTime(series, remembered.Head.DataAt),
        };
        var commit = dependencies
            .State.BeginCommit(id)
            .SaveState(
                batchResource.Stored.State,
                ResourceStateDocument.Version,
                now,
                new ResourceStateDocument(head, result.State, alerts.State).Write()
            )
            .SaveMinutes(batchResource.Stored.Minutes, MinuteSeriesUpdater.Append(dependencies, evaluation, now), now);
        var messages = writer.WriteTo(commit);
        if (measured is not null)
        {
            commit.SaveDrop(measured);
        }

        if (decision is not null || result.Problem is not null)
        {
            // Without a new minute the record of the previous one is kept.
            var record = EvaluationRecordBuilder.Create(resource, decision, result.State, head, statuses, now) with
            {
                Recommendation = recommendation,
                DropRatio = drops?.FindMeanRatio(),
            };
            commit.Save(EvaluationColumns.Add(record, dependencies, evaluation, decision));
            if (decision is not null)
            {
                commit.Save(EvaluationDetailsBuilder.Create(dependencies.Rules, resource, decision, result.State, series, now));
            }
        }

        // An alert that proposes the change awaiting approval carries the link to answer, whichever message comes first.
        var question = handling?.Code == DecisionHandling.AwaitingApproval ? head.ApprovalLink : null;
        foreach (var alert in alerts.Events)
        {
            commit.Record(alert);
            commit.Enqueue((alert.Proposal is null ? alert : alert with { ApproveLink = question }).ToItem());
        }

        return (await commit.RunAsync(cancellation)).IsCommitted
            ? (
                new ResourceEvaluation(
                    id,
                    decision,
                    writer.Record is null ? null : handling?.Code,
                    Problem: decision is null ? result.Problem : null
                )
                {
                    IsIdle = decision is not null && !changing && drops?.Open is null && IsIdle(resource, decision, now),
                    Approval = writer.Approval,
                },
                messages
            )
            : (new ResourceEvaluation(id), []);
    }

    /// <summary>Counts the connections dropped in the newest minute. Returns the change whose count is complete, with its result.</summary>
    private async Task<(ConnectionDropMemory? Memory, ChangeRecord? Measured)> MeasureDropAsync(
        BatchContext batch,
        UnwrittenEvaluation evaluation,
        CancellationToken cancellation
    )
    {
        var (resource, before) = (evaluation.Resource, evaluation.Resource.Document!.Head.Drops);
        var closes = evaluation.ZeroMetrics is null ? batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Stored.ResourceId) : null;
        if ((closes is null && before is null) || evaluation.Series is not [.., var newest])
        {
            return (before, null);
        }

        var connections = newest.Readings.ConnectionCount;
        var (memory, complete) = (before ?? new()).Follow(resource.Change, connections).Read(newest.Time, closes, connections);
        if (complete is null || await dependencies.State.Changes.FindAsync(complete.ChangeId, cancellation) is not { } change)
        {
            return (memory, null);
        }

        var drop = complete.GetResult();
        return (memory.Add(drop.FindRatio(change.From, change.To)), change with { Drop = drop });
    }

    private bool IsIdle(FleetResource resource, Decision decision, DateTimeOffset now) =>
        dependencies.Rules.GetCatalog(resource.Service).Find(resource.Sku)?.Ladder is { } ladder
        && Idleness.IsIdle(
            dependencies.Rules,
            decision,
            resource.Settings,
            ladder.FindStepAtLeast(resource.Settings.FindMinUnits(now, dependencies.Rules.Policy.AnnouncedAhead).Units) ?? ladder.Max,
            now
        );
}
