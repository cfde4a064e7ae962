using Advisor.Core.Alerting;
using Advisor.Core.Decisions;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Core.Scaling.State;
using Advisor.Service.Approve;
using Advisor.Service.Change;
using Advisor.Service.Fleet;
using Advisor.Service.Notify;
using Advisor.Service.SignedLinks;
using Advisor.State.Changes;
using Advisor.State.Notifications;
using Advisor.State.Resources;

namespace Advisor.Service.Evaluate;

/// <summary>What all resources of a batch share.</summary>
/// <param name="Allowance">What the batch may still order.</param>
/// <param name="Suppressions">Silences and mute windows.</param>
internal sealed record BatchContext(
    EvaluationBatch Batch,
    MetricReadResult Metrics,
    BatchAllowance Allowance,
    AlertSuppression Suppressions,
    DateTimeOffset Now
)
{
    /// <summary>Set while all metrics of the region are zero at once.</summary>
    public ZeroMetrics? Outage { get; init; }
}

/// <summary>A resource that was decided upon and not written yet.</summary>
/// <param name="IsRequested">Whether a change was requested and not started yet.</param>
internal sealed record UnwrittenEvaluation(
    BatchResource Resource,
    bool IsRequested,
    IReadOnlyList<MinuteSample> Series,
    ResourceDecision Result,
    DecisionHandling? Handling
)
{
    /// <summary>
    /// Whether its size is being changed: by a request, by an open change of Advisor, or by others as Azure shows it.
    /// </summary>
    public bool IsChanging => IsRequested || Resource.Stored.OpenChange is not null || Resource.Resource is { IsUpdating: true };

    /// <summary>When the metrics were last other than zero, the new minutes included.</summary>
    public MetricActivity Activity { get; init; } = MetricActivity.Unknown;

    /// <summary>Set where the zeros of this resource are taken for an outage of the metrics.</summary>
    public ZeroMetrics? ZeroMetrics { get; init; }

    /// <summary>Where it stands among the changes of a tick; null where it orders none.</summary>
    public ChangePriority? Priority =>
        Handling is { Applies: true } && Result.Decision is { } decision ? ChangePriorities.FromDecision(decision) : null;
}

/// <summary>Evaluates one resource: decides, evaluates its alerts, and writes all of it in one commit.</summary>
internal sealed class ResourceEvaluator(ServiceDependencies parts)
{
    private static readonly TimeSpan ConnectionsOpenedWindow = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan AuditRepeatInterval = TimeSpan.FromDays(1);

    /// <summary>Decides about a resource whose memory can be read; writes nothing.</summary>
    public async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, BatchResource batchResource, CancellationToken cancellation)
    {
        var id = batchResource.Stored.ResourceId;
        var requested = await IsChangeRequestedAsync(id, batchResource.Document!.Head.RequestedTick, cancellation);
        var failure = batch.Metrics.Failures.FirstOrDefault(f => string.Equals(f.ResourceId, id, StringComparison.OrdinalIgnoreCase));
        var series = failure is null ? batch.Metrics.Series.GetValueOrDefault(id) ?? [] : [];
        var activity = (batchResource.Document.Head.Activity ?? MetricActivity.Unknown).After(series, parts.Rules.Policy.Outage.Gap);
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

    // Metrics of a region do not come back in the same minute everywhere: a held resource with zeros waits for its own.
    private ZeroMetrics? FindZeroMetrics(MetricActivity activity, ZeroMetrics? outage) =>
        !activity.IsZero
            ? null
            : outage
                ?? (
                    activity.HeldAt is { } held
                    && activity.ReadAt - held <= parts.Rules.Policy.Outage.InUseFor
                    && !(activity.ActiveAt > held)
                        ? new ZeroMetrics((activity.ActiveAt ?? held).AddMinutes(1), 0)
                        : null
                );

    private async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, UnwrittenEvaluation evaluation, CancellationToken cancellation)
    {
        var (batchResource, resource, now) = (evaluation.Resource, evaluation.Resource.Resource!, batch.Now);

        // What is not believed is neither learned from nor decided upon: it counts as missing.
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
            parts.Rules,
            resource,
            batchResource.Document!.State,
            believed,
            evaluation.IsChanging,
            fleet,
            now
        );
        var handling = result.Decision is { } decided
            ? ApplySnooze(
                await DecideOutcomeAsync(decided, resource, batchResource.Stored.Tally, now, cancellation),
                decided,
                resource,
                batchResource.Stored.Snooze,
                now
            )
            : null;
        return evaluation with { Result = result, Handling = handling };
    }

    /// <summary>
    /// Writes what was decided. Where the batch has ordered changes since, an order is decided once more with what they leave.
    /// </summary>
    public async Task<(ResourceEvaluation Turn, IReadOnlyList<OutboxKey> Messages)> WriteAsync(
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

        // Whatever became of the metrics, the alerts have their turn: that nothing is known is one of them. Between two minutes there is
        // nothing to know: the time runs on, and the next minute counts all of it. While its metrics are out they stay as they are: the
        // region has an alert.
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
            : [.. AlertStateMachine.ListActive(parts.AlertingRules.Alerts, remembered.Alerts.Alerts).Select(alert => alert.Status)];
        var decision = result.Decision is { } made ? made with { Alerts = statuses } : null;
        var writer = CreateWriter(
            batch,
            remembered,
            resource,
            decision,
            handling,
            decision is null ? null : DescribeCost(resource, decision, result.State)
        );
        var head = writer.Head with
        {
            RequestedTick =
                writer.ChangeRequest is not null ? batch.Batch.Tick
                : requested ? remembered.Head.RequestedTick
                : null,
            IsQuotaCapped =
                IsQuotaCapped(decision) ? true
                : decision is null or { Action: ScalingAction.Hold } ? remembered.Head.IsQuotaCapped
                : null,
            Decisions = decision is null
                ? remembered.Head.Decisions
                : EvaluationRecordBuilder.CountDecision(remembered.Head.Decisions, decision),
            Activity = evaluation.Activity,
            DataAt = EvaluationRecordBuilder.FindDataTime(series, remembered.Head.DataAt),
        };
        var commit = parts
            .State.BeginCommit(id)
            .SaveState(
                batchResource.Stored.State,
                ResourceStateDocument.Version,
                now,
                new ResourceStateDocument(head, result.State, alerts.State).Write()
            )
            .SaveMinutes(batchResource.Stored.Minutes, MinuteSeriesUpdater.Append(parts, evaluation, now), now);
        var messages = writer.WriteTo(commit);
        if (decision is not null || result.Problem is not null)
        {
            // Without a new minute the record of the minute before stands.
            var record = EvaluationRecordBuilder.Create(resource, decision, head, statuses, now);
            commit.Save(EvaluationColumns.Add(record, parts, evaluation, decision));
        }

        // What proposes the change that a person is asked about has the link to the answer, whichever message comes first.
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
        parts.Rules.Catalog(resource.Service).Find(resource.Sku)?.Ladder is { } ladder
        && Idleness.IsIdle(parts.Rules, decision, resource.Settings, ladder.AtLeast(resource.Settings.MinUnits) ?? ladder.Max, now);

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
            remembered = remembered.Observe(parts.Rules.Alerts, sample);
        }

        var situation = new AlertContext
        {
            Rules = parts.AlertingRules,
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
        return AlertEvaluation.Evaluate(situation, remembered, batch.Suppressions, batch.Now);
    }

    // Minutes that were caught up on after a pause are no news.
    private static double? CountRecentlyOpened(IReadOnlyList<MinuteSample> series) =>
        series is [.., var newest]
            ? series.Where(sample => newest.Time - sample.Time < ConnectionsOpenedWindow).Max(sample => sample.Readings.ConnectionOpenCount)
            : null;

    /// <summary>What a decision writes: a line where it says something new, and what follows from it.</summary>
    private EvaluationWriter CreateWriter(
        BatchContext batch,
        ResourceStateDocument remembered,
        FleetResource resource,
        Decision? decision,
        DecisionHandling? handling,
        string? cost
    )
    {
        if (decision is null || handling is null)
        {
            return new EvaluationWriter(remembered.Head);
        }

        var record = CreateRecord(batch.Batch.Tick, decision, resource, handling);
        var line = CreateAuditKey(record);
        if (!handling.Applies && line == remembered.Head.AuditKey && batch.Now - remembered.Head.AuditedAt <= AuditRepeatInterval)
        {
            return new EvaluationWriter(remembered.Head);
        }

        var approval =
            handling.Code == DecisionHandling.AwaitingApproval
                ? parts.CreateApproval?.Invoke(ApprovalPlan.CreateRequest(record, decision, resource, cost))
                : null;
        return new EvaluationWriter(
            remembered.Head with
            {
                AuditKey = line,
                AuditedAt = batch.Now,
                ApprovalLink = approval is null ? null : AppLinks.RemoveToken(approval.Link),
            }
        )
        {
            Record = record,
            Approval = approval,
            ChangeRequest = handling.Applies
                ? CreateChangeRequest(batch, remembered.Head, decision, resource, cost).ToItem(record.ResourceId, batch.Batch.Tick)
                : null,
            Event = DecisionEvents.Create(record, resource, approval, cost)?.ToItem(),
        };
    }

    // What messages about the change say that it costs.
    private string? DescribeCost(FleetResource resource, Decision decision, ResourceState? state) =>
        decision.Action == ScalingAction.Hold
            ? null
            : ChangeCostText.Describe(
                parts.Rules,
                resource,
                decision.AdvisorySku ?? decision.Sku,
                decision.AdvisoryUnits ?? decision.Units,
                state?.MessagesPerMonth,
                state?.MessagesPerMinute
            );

    private static ChangeRequest CreateChangeRequest(
        BatchContext batch,
        ResourceStateHead head,
        Decision decision,
        FleetResource resource,
        string? cost
    ) =>
        ChangeRequest.Create(decision, resource, cost, batch.Now) with
        {
            AsksQuota =
                decision.Units > resource.Units
                && (IsQuotaCapped(decision) || head.IsQuotaCapped == true || batch.Batch.QuotaRefusedAt is not null)
                    ? true
                    : null,
        };

    private static bool IsQuotaCapped(Decision? decision) =>
        decision?.Reasons.Any(reason => reason.Code == ReasonCodes.RegionalQuota) == true;

    /// <summary>Once a day a message says that a resource is not evaluated because its state cannot be read.</summary>
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

        var item = StateEvents.Unreadable(batchResource.Stored.ResourceId, problem, now).ToItem();
        return await parts.State.Outbox.EnqueueAsync(item, cancellation) ? [OutboxKey.FromItem(item)] : [];
    }

    // A change that was requested and not started yet counts as in progress.
    private async Task<bool> IsChangeRequestedAsync(string id, DateTimeOffset? tick, CancellationToken cancellation) =>
        tick is { } given
        && await parts.State.Outbox.FindOpenAsync(OutboxKind.Change, id, given, ChangeRequest.RowId, cancellation) is not null;

    private static DecisionHandling ApplySnooze(
        DecisionHandling handling,
        Decision decision,
        FleetResource resource,
        RecommendationSnooze? snooze,
        DateTimeOffset now
    ) =>
        handling.Code is DecisionHandling.Recommended or DecisionHandling.AwaitingApproval
        && snooze?.Covers(resource.Sku, resource.Units, decision.AdvisorySku ?? decision.Sku, decision.AdvisoryUnits ?? decision.Units, now)
            == true
            ? new DecisionHandling(DecisionHandling.Snoozed, RecommendationSnoozes.CreateReason(snooze))
            : handling;

    private async Task<DecisionHandling> DecideOutcomeAsync(
        Decision decision,
        FleetResource resource,
        ChangeTally? tally,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var free = DecisionHandling.Decide(decision.Action, decision.Units > resource.Units, resource.Settings.Mode, parts.Options, null);
        if (!free.Applies)
        {
            return free;
        }

        var handling = DecisionHandling.Decide(
            decision.Action,
            decision.Units > resource.Units,
            resource.Settings.Mode,
            parts.Options,
            await parts.State.Fleet.FindPauseAsync(cancellation)
        );
        return handling.Applies && FindPauseAfterFailure(tally, now) is { } why
            ? new DecisionHandling(DecisionHandling.Suppressed, why)
            : handling;
    }

    // A lock does not go away by asking every minute; a quota is remembered by its region until the use changes. The tally has how the last
    // change ended and when, however long ago it was decided.
    private Reason? FindPauseAfterFailure(ChangeTally? tally, DateTimeOffset now) =>
        tally is { State: ChangeState.Refused or ChangeState.Failed, Code: not ChangeStateMachine.QuotaCode } last
        && now < last.At + parts.Options.PauseAfterFailure
            ? new Reason(
                "RestingAfterRefusal",
                $"The change to {last.ToUnits} units ended as {last.State} ({last.Code}); "
                    + $"the next is tried from {(last.At + parts.Options.PauseAfterFailure).UtcDateTime:HH:mm} on."
            )
            : null;

    private DecisionRecord CreateRecord(DateTimeOffset tick, Decision decision, FleetResource resource, DecisionHandling handling) =>
        new()
        {
            ResourceId = decision.ResourceId,
            Tick = tick,
            Action = decision.Action,
            Outcome = handling.Code,
            FromSku = resource.Sku,
            FromUnits = resource.Units,
            Sku = decision.AdvisorySku ?? decision.Sku,
            Units = decision.AdvisoryUnits ?? decision.Units,
            Mode = resource.Settings.Mode,
            Reasons = handling.Reason is { } why ? [why, .. decision.Reasons] : [.. decision.Reasons],
            Details = parts.FormatDetails?.Invoke(decision),
            ChangeId =
                handling.Applies || handling.Code == DecisionHandling.AwaitingApproval
                    ? ChangeRecord.CreateId(decision.ResourceId, tick)
                    : null,
        };

    /// <summary>
    /// What distinguishes one line from the next: sizes, what was done and the reason, without figures that move every minute.
    /// </summary>
    private static string CreateAuditKey(DecisionRecord record)
    {
        var reason = record.Reasons is [var first, ..] ? first.Code : null;
        return FormattableString.Invariant($"{record.Action}/{record.Outcome}/{record.FromUnits}/{record.Sku}/{record.Units}/{reason}");
    }
}
