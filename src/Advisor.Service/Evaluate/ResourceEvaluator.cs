using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Service.Change;
using Advisor.Service.Notify;
using Advisor.State.Notifications;

namespace Advisor.Service.Evaluate;

/// <summary>Evaluates one resource: decides, evaluates its alerts, and writes the results in one commit.</summary>
internal sealed class ResourceEvaluator(ServiceDependencies dependencies)
{
    private static readonly TimeSpan ConnectionsOpenedWindow = TimeSpan.FromMinutes(5);

    private readonly DecisionHandlingSelector handlings = new(dependencies);
    private readonly EvaluationWriterBuilder writers = new(dependencies);

    /// <summary>Decides about a resource whose state can be read; writes nothing.</summary>
    public async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, BatchResource batchResource, CancellationToken cancellation)
    {
        var id = batchResource.Stored.ResourceId;
        var requested = await IsChangeRequestedAsync(id, batchResource.Document!.Head.RequestedTick, cancellation);
        var failure = batch.Metrics.Failures.FirstOrDefault(f => string.Equals(f.ResourceId, id, StringComparison.OrdinalIgnoreCase));
        var series = failure is null ? batch.Metrics.Series.GetValueOrDefault(id) ?? [] : [];
        var activity = (batchResource.Document.Head.Activity ?? MetricActivity.Unknown).After(series, dependencies.Rules.Policy.Outage.Gap);
        var zeros = batchResource.IsNew || series.Count == 0 ? null : FindZeroMetrics(activity, batch.Outage);
        var evaluation = new UnwrittenEvaluation(
            batchResource,
            requested,
            series,
            new ResourceDecision(null, batchResource.Document.State, failure?.Text),
            null
        )
        {
            Activity = zeros is { Resources: > 0 } ? activity with { HeldAt = activity.ReadAt } : activity,
            ZeroMetrics = zeros,
        };
        return failure is null ? await DecideAsync(batch, evaluation, cancellation) : evaluation;
    }

    // Metrics of a region do not return everywhere in the same minute: a resource on hold with zeros waits for its own.
    private ZeroMetrics? FindZeroMetrics(MetricActivity activity, ZeroMetrics? outage) =>
        !activity.IsZero
            ? null
            : outage
                ?? (
                    activity.HeldAt is { } held
                    && activity.ReadAt - held <= dependencies.Rules.Policy.Outage.InUseFor
                    && !(activity.ActiveAt > held)
                        ? new ZeroMetrics((activity.ActiveAt ?? held).AddMinutes(1), 0)
                        : null
                );

    private async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, UnwrittenEvaluation evaluation, CancellationToken cancellation)
    {
        var (batchResource, resource, now) = (evaluation.Resource, evaluation.Resource.Resource!, batch.Now);

        // Zeros of an outage count as missing: they update no model and decide nothing.
        IReadOnlyList<MinuteSample> believed = evaluation.ZeroMetrics is { } zeros
            ?
            [
                .. evaluation.Series.Select(sample =>
                    sample.Time >= zeros.Since && sample.Readings.IsZero ? sample with { Readings = default } : sample
                ),
            ]
            : evaluation.Series;
        var fleet = batch.Allowance.FindFor(resource) with { ZeroMetrics = evaluation.ZeroMetrics };
        var result = ResourceDecider.Decide(
            dependencies.Rules,
            resource,
            batchResource.Document!.State,
            believed,
            evaluation.IsChanging,
            fleet,
            now
        );
        var handling = result.Decision is { } decided
            ? await handlings.SelectAsync(decided, resource, batchResource.Stored, now, cancellation)
            : null;
        return evaluation with { Result = result, Handling = handling };
    }

    /// <summary>Writes the result. When the batch has requested changes since, a change is decided again with what they leave.</summary>
    public async Task<(ResourceEvaluation Evaluation, IReadOnlyList<OutboxKey> Messages)> WriteAsync(
        BatchContext batch,
        UnwrittenEvaluation evaluation,
        CancellationToken cancellation
    )
    {
        if (evaluation.Priority is not null && batch.Allowance.IsReduced)
        {
            evaluation = await DecideAsync(batch, evaluation, cancellation);
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
                : EvaluateAlerts(batch, batchResource, resource, result, handling, changing, series);
        IReadOnlyList<AlertStatus> statuses = evaluation.ZeroMetrics is null
            ? [.. alerts.Alerts.Select(alert => alert.Status)]
            : [.. AlertStateMachine.ListActive(dependencies.AlertingRules.Alerts, remembered.Alerts.Alerts).Select(alert => alert.Status)];
        var decision = result.Decision is { } made ? made with { Alerts = statuses } : null;
        var writer = writers.Build(batch, remembered, resource, decision, handling, result.State);
        var head = writer.Head with
        {
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
        if (decision is not null || result.Problem is not null)
        {
            // Without a new minute the record of the previous one is kept.
            var record = EvaluationRecordBuilder.Create(resource, decision, head, statuses, now);
            commit.Save(EvaluationColumns.Add(record, dependencies, evaluation, decision));
            if (decision is not null)
            {
                commit.Save(EvaluationDetailsBuilder.Create(resource, decision, result.State, series, now));
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
                    IsIdle = decision is not null && !changing && IsIdle(resource, decision, now),
                    Approval = writer.Approval,
                },
                messages
            )
            : (new ResourceEvaluation(id), []);
    }

    private bool IsIdle(FleetResource resource, Decision decision, DateTimeOffset now) =>
        dependencies.Rules.Catalog(resource.Service).Find(resource.Sku)?.Ladder is { } ladder
        && Idleness.IsIdle(dependencies.Rules, decision, resource.Settings, ladder.AtLeast(resource.Settings.MinUnits) ?? ladder.Max, now);

    private AlertEvaluation EvaluateAlerts(
        BatchContext batch,
        BatchResource batchResource,
        FleetResource resource,
        ResourceDecision result,
        DecisionHandling? handling,
        bool changing,
        IReadOnlyList<MinuteSample> series
    )
    {
        var remembered = batchResource.Document!.Alerts;
        foreach (var sample in series)
        {
            remembered = remembered.Observe(dependencies.Rules.Alerts, sample);
        }

        var context = new AlertContext
        {
            Rules = dependencies.AlertingRules,
            Resource = resource,
            Decision = result.Decision,
            State = result.State,
            Outcome = handling?.Code,
            SuppressionReason = handling?.Reason,
            IsChanging = changing,
            OpenChange = batchResource.Stored.OpenChange,
            Tally = batchResource.Stored.Tally,
            Closes = batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Id),
            SystemErrorsPercent = series is [.., var newest] ? newest.Readings.SystemErrors : null,
            ConnectionsOpened = CountRecentlyOpened(series),
            RegionalUnitsLeft = batch.Batch.RegionalUnitsLeft,
        };
        return AlertEvaluation.Evaluate(context, remembered, batch.Suppressions, batch.Now);
    }

    // Older minutes, read after a pause, do not describe the present.
    private static double? CountRecentlyOpened(IReadOnlyList<MinuteSample> series) =>
        series is [.., var newest]
            ? series.Where(sample => newest.Time - sample.Time < ConnectionsOpenedWindow).Max(sample => sample.Readings.ConnectionOpenCount)
            : null;

    /// <summary>Reports once a day that a resource is not evaluated because its state cannot be read.</summary>
    public async Task<IReadOnlyList<OutboxKey>> NotifyUnreadableAsync(
        BatchResource batchResource,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        if (batchResource.Stored.State is null || batchResource.Problem is not { } problem)
        {
            return [];
        }

        var item = StateNotices.Unreadable(batchResource.Stored.ResourceId, problem, now).ToItem();
        return await dependencies.State.Outbox.EnqueueAsync(item, cancellation) ? [OutboxKey.FromItem(item)] : [];
    }

    // A change that was requested and not yet started counts as in progress.
    private async Task<bool> IsChangeRequestedAsync(string id, DateTimeOffset? tick, CancellationToken cancellation) =>
        tick is { } given
        && await dependencies.State.Outbox.FindOpenAsync(OutboxKind.Change, id, given, ChangeRequest.RowId, cancellation) is not null;
}
