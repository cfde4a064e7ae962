using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.SignedLinks;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Evaluates the resources of a batch, so that a fault of one does not affect the others: reads the series of each, sets zeros of an outage
/// aside, decides, selects how the decision is handled, and writes.
/// </summary>
internal sealed class ResourceEvaluator(
    AdvisorState state,
    RuleSet rules,
    DecisionHandlingSelector handlings,
    OutsideChanges outsideChanges,
    EvaluationWriter writer,
    BatchNotifier notifier
)
{
    private const int MaxWrites = 8;

    /// <summary>
    /// All are decided first, in parallel, since a resource with hours or days of unseen minutes takes long. Then those that change are
    /// written in the order of <see cref="ChangePriority"/>, so that the most urgent changes get what is left of quota and limits, and
    /// the others in parallel: a write is a wait for the network or the disk.
    /// </summary>
    /// <param name="faults">Receives the resources whose evaluation failed.</param>
    public async Task<List<ResourceEvaluation>> RunAsync(
        BatchContext batch,
        IEnumerable<BatchResource> batchResources,
        List<ResourceEvaluation> faults,
        CancellationToken cancellation
    )
    {
        var (readable, done) = (new List<BatchResource>(), new List<ResourceEvaluation>());
        foreach (var batchResource in batchResources.Where(s => s.Resource is not null || s.Problem is not null))
        {
            if (batchResource is { Resource: not null, Document: not null })
            {
                readable.Add(batchResource);
            }
            else
            {
                Add(batchResource, await FaultIsolation.RunAsync(() => ReportUnreadableAsync(batch, batchResource, cancellation)), done);
            }
        }

        var decided = new (UnwrittenEvaluation? Evaluation, string? Fault)[readable.Count];
        await Parallel.ForEachAsync(
            Enumerable.Range(0, readable.Count),
            cancellation,
            async (i, cancel) => decided[i] = await FaultIsolation.RunAsync(() => DecideAsync(batch, readable[i], cancel))
        );
        var unwritten = new List<UnwrittenEvaluation>();
        foreach (var (i, one) in decided.Index())
        {
            Add(readable[i], one, unwritten);
        }

        foreach (var evaluation in unwritten.Where(one => one.Priority is not null).OrderBy(one => one.Priority))
        {
            Add(evaluation.Resource, await FaultIsolation.RunAsync(() => WriteAsync(batch, evaluation, cancellation)), done);
        }

        var others = unwritten.Where(one => one.Priority is null).ToList();
        var written = new (ResourceEvaluation? Evaluation, string? Fault)[others.Count];
        await Parallel.ForEachAsync(
            Enumerable.Range(0, others.Count),
            new ParallelOptions { MaxDegreeOfParallelism = MaxWrites, CancellationToken = cancellation },
            async (i, cancel) => written[i] = await FaultIsolation.RunAsync(() => WriteAsync(batch, others[i], cancel))
        );
        foreach (var (i, one) in written.Index())
        {
            Add(others[i].Resource, one, done);
        }

        return done;

        void Add<T>(BatchResource batchResource, (T? Result, string? Fault) isolated, List<T> results)
        {
            results.AddRange(isolated.Result is { } result ? [result] : []);
            faults.AddRange(isolated.Fault is { } fault ? [new ResourceEvaluation(batchResource.Stored.ResourceId, Problem: fault)] : []);
        }
    }

    private async Task<ResourceEvaluation> ReportUnreadableAsync(
        BatchContext batch,
        BatchResource batchResource,
        CancellationToken cancellation
    ) =>
        new(batchResource.Stored.ResourceId, Problem: batchResource.Problem)
        {
            Messages = await notifier.NotifyUnreadableAsync(batchResource, batch.Now, cancellation),
        };

    /// <summary>Decides about a resource whose state can be read; writes nothing.</summary>
    private async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, BatchResource batchResource, CancellationToken cancellation)
    {
        var id = batchResource.Stored.ResourceId;
        var requested = await IsChangeRequestedAsync(batchResource, cancellation);
        var failure = batch.Metrics.FindFailure(id);
        var series = failure is null ? batch.Metrics.Series.GetValueOrDefault(id) ?? [] : [];
        var activity = (batchResource.Document!.Head.Activity ?? MetricActivity.Unknown).Observe(series, rules.Policy.Outage.Gap);
        var zeros = batchResource.IsNew || series.Count == 0 ? null : FindZeroMetrics(activity, batch.Outage);
        var link = batchResource.Document.Head.ApprovalLink;
        var approval = await state.Approvals.ReadAsync(link is null ? "" : AppLinks.FindApprovalId(link) ?? "", cancellation);
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
            Approval = approval.Records.SingleOrDefault(),
            ApprovalProblem = approval.Problems.SingleOrDefault(),
        };
        evaluation = failure is null ? await DecideAsync(batch, evaluation, cancellation) : evaluation;
        var before = batchResource.Document.Head.ChangedBy;
        var changedBy = await outsideChanges.AdvanceAsync(before, evaluation.Result.State, id, batch.Now, cancellation);
        return evaluation with { ChangedBy = changedBy };
    }

    /// <summary>Decides, also a second time, with what the changes of the batch have left.</summary>
    private async Task<UnwrittenEvaluation> DecideAsync(BatchContext batch, UnwrittenEvaluation evaluation, CancellationToken cancellation)
    {
        var (batchResource, resource, now) = (evaluation.Resource, evaluation.Resource.Resource!, batch.Now);

        // Zeros of an outage count as missing: they update no model and decide nothing.
        IReadOnlyList<MinuteSample> accepted = evaluation.ZeroMetrics is { } zeros
            ?
            [
                .. evaluation.Series.Select(sample =>
                    sample.Time >= zeros.Since && sample.Readings.IsZero ? sample with { Readings = default } : sample
                ),
            ]
            : evaluation.Series;
        var fleet = batch.Members.AddTo(batch.Allowance.FindFor(resource), resource) with
        {
            ZeroMetrics = evaluation.ZeroMetrics,
            ChangedBy = batchResource.Document!.Head.ChangedBy?.DescribeCaller(),
        };
        var decider = new ResourceDecider(
            rules,
            resource,
            batchResource.Document!.State,
            batch.FindPast(batchResource, rules),
            evaluation.IsChanging,
            fleet,
            now
        );
        var throttled = batch.Metrics.ClosesByResource.GetValueOrDefault(resource.Id)?.GetValueOrDefault(CloseCategory.Throttled);
        var result = decider.Decide(accepted, evaluation.Activity.WholeAt, throttled);
        var handling = result.Decision is { } decided ? await handlings.SelectAsync(decided, evaluation, now, cancellation) : null;
        return evaluation with { Result = result, Handling = handling };
    }

    /// <summary>Writes the result. When the batch has requested changes since, a change is decided again with what they leave.</summary>
    private async Task<ResourceEvaluation> WriteAsync(BatchContext batch, UnwrittenEvaluation evaluation, CancellationToken cancellation)
    {
        if (evaluation.Priority is not null && batch.Allowance.IsReduced)
        {
            evaluation = await DecideAsync(batch, evaluation, cancellation);
        }

        if (evaluation.Priority is not null)
        {
            batch.Allowance.Deduct(evaluation.Result.Decision!, evaluation.Resource.Resource!);
        }

        var written = await writer.WriteAsync(batch, evaluation, cancellation);
        var newest = batch.Metrics.Series.GetValueOrDefault(written.ResourceId) is [.., var last]
            ? last.Time
            : evaluation.Document.State?.Time;
        ServiceTelemetry.RecordEvaluation(written, batch.Now - newest);
        return written;
    }

    // Metrics of a region do not return everywhere in the same minute: a resource on hold with zeros waits for its own.
    private ZeroMetrics? FindZeroMetrics(MetricActivity activity, ZeroMetrics? outage) =>
        !activity.IsZero
            ? null
            : outage
                ?? (
                    activity.HeldAt is { } held && activity.ReadAt - held <= rules.Policy.Outage.InUseFor && !(activity.ActiveAt > held)
                        ? new ZeroMetrics((activity.ActiveAt ?? held).AddMinutes(1), 0)
                        : null
                );

    // A change that was requested and not yet started counts as in progress, also where it started after the resource was loaded.
    private async Task<bool> IsChangeRequestedAsync(BatchResource batchResource, CancellationToken cancellation)
    {
        var stored = batchResource.Stored;
        if (batchResource.Document!.Head.RequestedTick is not { } tick)
        {
            return false;
        }

        return await state.Outbox.FindOpenAsync(
                new OutboxKey(OutboxKind.Change, stored.ResourceId, tick, ChangeRequest.RowId),
                cancellation
            )
                is not null
            || (
                stored.OpenChange is null
                && (await state.Changes.ReadAsync(ChangeRecord.CreateId(stored.ResourceId, tick), cancellation)).Records
                    is [{ IsOpen: true }]
            );
    }
}
