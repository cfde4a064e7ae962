using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Service.Change;
using Advisor.Service.Fleet;
using Advisor.Service.Notify;
using Advisor.State.Changes;
using Advisor.State.Fleet;
using Advisor.State.Resources;
using Advisor.State.Rows;

namespace Advisor.Service.Evaluate;

/// <summary>
/// Evaluates up to 50 resources: follows their changes, reads the unseen minutes, decides, and writes the state, audit record and messages
/// of each in one commit under the state's ETag. When another instance was first, this evaluation is dropped. A resource whose rows cannot
/// be read, or whose evaluation fails, is reported and retried at the next tick; the others are not affected.
/// </summary>
public sealed class BatchEvaluator(ServiceDependencies dependencies)
{
    private const int MaxSingleNotifications = 5;

    // One day of minutes of ten resources is about 10 MB on the wire.
    private const int MaxHistories = 10;

    private readonly ChangeStateMachine changes = new(dependencies);
    private readonly ResourceEvaluator evaluator = new(dependencies);
    private readonly UnseenMinutes minutes = new(dependencies);
    private readonly ClockCheck clock = new(dependencies);

    public async Task<BatchResult> RunAsync(EvaluationBatch batch, DateTimeOffset now, CancellationToken cancellation)
    {
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.evaluate");
        span?.SetTag("advisor.tick", batch.Tick.UtcDateTime.ToString("O")).SetTag("advisor.resources", batch.ResourceIds.Count);
        if (await dependencies.State.Ticks.IsBatchDoneAsync(batch.Tick, batch.Name, cancellation))
        {
            return new BatchResult(true, [], [], 0);
        }

        if (await clock.FindAsync(now, cancellation) is { } wrong)
        {
            return CreateHeld(wrong, [], 0);
        }

        var followed = new List<ResourceEvaluation>();
        var faults = new List<ResourceEvaluation>();
        var resources = new List<BatchResource>();
        foreach (var (id, memory, unread) in await LoadAsync(batch.ResourceIds, cancellation))
        {
            var (batchResource, fault) = memory is null
                ? (null, unread)
                : await FaultIsolation.RunAsync(() => FollowChangeAsync(memory, followed, now, cancellation));
            resources.AddRange(batchResource is null || batch.IsFollowUpOnly ? [] : [batchResource]);
            faults.AddRange(batchResource is null ? [new ResourceEvaluation(id, Problem: fault)] : []);
        }

        var allowance = new BatchAllowance(batch, dependencies.Options, await ReadUsageAsync(resources, now, cancellation), now);
        var known = resources.Where(s => !s.IsNew).ToList();
        var view = new BatchContext(
            batch,
            await minutes.ReadSinceLastAsync(known, now, cancellation),
            allowance,
            await ActiveSuppressions.ReadAsync(dependencies, now, cancellation),
            now
        );
        var activity = CombineActivity(known, view.Metrics);
        view = view with
        {
            Outage = RegionActivity
                .Continue(activity, batch.PreviousActivity, dependencies.Rules.Policy.Outage)
                ?.FindOutage(dependencies.Rules.Policy.Outage),
        };
        if (await clock.FindAsync(view.Metrics, now, cancellation) is { } since)
        {
            return CreateHeld(since, followed, view.Metrics.Calls);
        }

        var done = await EvaluateAsync(view, known, faults, cancellation);
        var calls = view.Metrics.Calls;
        foreach (var some in resources.Where(s => s.IsNew).Chunk(MaxHistories))
        {
            using (await minutes.EnterAsync(cancellation))
            {
                var past = view with { Metrics = await minutes.ReadHistoryAsync(some, now, cancellation) };
                done.AddRange(await EvaluateAsync(past, some, faults, cancellation));
                calls += past.Metrics.Calls;
            }
        }

        faults.ForEach(_ => ServiceTelemetry.RecordEvaluation("failed"));
        OutboxKey[] notified =
        [
            .. await NotifyFaultsAsync(batch, faults, now, cancellation),
            .. await NotifyResetsAsync(resources, batch, now, cancellation),
        ];
        var failures = faults.Count + done.Count(d => d.Evaluation.Problem is not null);
        var record = new BatchRecord(batch.Tick, batch.Name, now, done.Count + faults.Count, failures)
        {
            IdleResources = [.. done.Where(d => d.Evaluation.IsIdle).Select(d => EvaluationBatch.ComputeIdleKey(d.Evaluation.ResourceId))],
            MetricCalls = calls,
            Activity = activity,
        };
        await dependencies.State.Ticks.CompleteBatchAsync(record, cancellation);
        return new BatchResult(
            false,
            [.. followed, .. faults, .. FindResets(resources, now), .. InOrder(batch, done)],
            [.. notified, .. done.SelectMany(d => d.Messages)],
            calls
        );
    }

    /// <summary>Combines when the metrics of these resources were last other than zero.</summary>
    private RegionActivity? CombineActivity(List<BatchResource> known, MetricReadResult metrics) =>
        RegionActivity.Compute(
            [
                .. known
                    .Where(s => s is { Resource: not null, Document: not null })
                    .Select(s =>
                        (s.Document!.Head.Activity ?? MetricActivity.Unknown).After(
                            metrics.Series.GetValueOrDefault(s.Stored.ResourceId) ?? [],
                            dependencies.Rules.Policy.Outage.Gap
                        )
                    ),
            ],
            dependencies.Rules.Policy.Outage
        );

    private static IEnumerable<ResourceEvaluation> InOrder(
        EvaluationBatch batch,
        IEnumerable<(ResourceEvaluation Evaluation, IReadOnlyList<OutboxKey> Messages)> done
    )
    {
        var places = batch.ResourceIds.Index().ToDictionary(place => place.Item, place => place.Index, StringComparer.OrdinalIgnoreCase);
        return done.Select(d => d.Evaluation).OrderBy(evaluation => places.GetValueOrDefault(evaluation.ResourceId));
    }

    private static BatchResult CreateHeld(ClockFault fault, IReadOnlyList<ResourceEvaluation> followed, int calls) =>
        new(false, followed, [], calls) { HoldReason = fault.Text };

    /// <summary>
    /// Evaluates resources; a fault of one does not affect the others. All are decided first, then written in the order of
    /// <see cref="ChangePriority"/>, so that the most urgent changes get what is left of quota and limits.
    /// </summary>
    private async Task<List<(ResourceEvaluation Evaluation, IReadOnlyList<OutboxKey> Messages)>> EvaluateAsync(
        BatchContext view,
        IEnumerable<BatchResource> batchResources,
        List<ResourceEvaluation> faults,
        CancellationToken cancellation
    )
    {
        var (decided, done) = (new List<UnwrittenEvaluation>(), new List<(ResourceEvaluation, IReadOnlyList<OutboxKey>)>());
        foreach (var batchResource in batchResources.Where(s => s.Resource is not null || s.Problem is not null))
        {
            if (batchResource is not { Resource: not null, Document: not null })
            {
                await IsolatedAsync(
                    batchResource,
                    async () =>
                        done.Add(
                            (
                                new ResourceEvaluation(batchResource.Stored.ResourceId, Problem: batchResource.Problem),
                                await evaluator.NotifyUnreadableAsync(batchResource, view.Now, cancellation)
                            )
                        )
                );
                continue;
            }

            await IsolatedAsync(batchResource, async () => decided.Add(await evaluator.DecideAsync(view, batchResource, cancellation)));
        }

        foreach (var unwritten in decided.OrderBy(evaluation => evaluation.Priority is null).ThenBy(evaluation => evaluation.Priority))
        {
            await IsolatedAsync(
                unwritten.Resource,
                async () =>
                {
                    var written = await evaluator.WriteAsync(view, unwritten, cancellation);
                    Count(written.Evaluation, unwritten.Resource, view.Metrics, view.Now);
                    done.Add(written);
                }
            );
        }

        return done;

        async Task IsolatedAsync(BatchResource batchResource, Func<Task> work)
        {
            var (_, fault) = await FaultIsolation.RunAsync(async () =>
            {
                await work();
                return batchResource;
            });
            faults.AddRange(fault is null ? [] : [new ResourceEvaluation(batchResource.Stored.ResourceId, Problem: fault)]);
        }
    }

    /// <summary>Loads the stored rows of all resources, one by one when reading them together fails.</summary>
    private async Task<IEnumerable<(string Id, StoredResource? Memory, string? Fault)>> LoadAsync(
        IReadOnlyList<string> ids,
        CancellationToken cancellation
    )
    {
        try
        {
            return (await dependencies.State.LoadAsync(ids, cancellation)).Select(memory =>
                (memory.ResourceId, (StoredResource?)memory, (string?)null)
            );
        }
        catch (StateStoreException e) when (!e.IsTransient)
        {
            var loaded = new List<(string, StoredResource?, string?)>();
            foreach (var id in ids)
            {
                var (memory, fault) = await FaultIsolation.RunAsync(() => dependencies.State.LoadAsync(id, cancellation));
                loaded.Add((id, memory, fault));
            }

            return loaded;
        }
    }

    private async Task<BatchResource> FollowChangeAsync(
        StoredResource memory,
        List<ResourceEvaluation> followed,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var change = memory.OpenChange is { } open ? await changes.AdvanceAsync(open, now, cancellation) : null;
        followed.AddRange(change is null ? [] : [new ResourceEvaluation(memory.ResourceId, Change: change)]);
        return CreateResource(
            change is { IsOpen: false } ? await dependencies.State.LoadAsync(memory.ResourceId, cancellation) : memory,
            now
        );
    }

    /// <summary>Reports faults once a day: per resource, or per batch when there are more than a few.</summary>
    private async Task<IReadOnlyList<OutboxKey>> NotifyFaultsAsync(
        EvaluationBatch batch,
        List<ResourceEvaluation> faults,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var items =
            faults.Count > MaxSingleNotifications
                ? [BatchNotices.NotEvaluated(batch, faults, now).ToItem()]
                : faults.ConvertAll(fault => StateNotices.Unreadable(fault.ResourceId, fault.Problem!, now).ToItem());
        foreach (var item in items)
        {
            await dependencies.State.Outbox.EnqueueAsync(item, cancellation);
        }

        return [.. items.Select(OutboxKey.FromItem)];
    }

    private static IEnumerable<ResourceEvaluation> FindResets(List<BatchResource> batchResources, DateTimeOffset now) =>
        from subject in batchResources
        where subject.Reset is not null
        select new ResourceEvaluation(subject.Stored.ResourceId, Problem: BatchNotices.DescribeReset(subject.Reset!.Value, now));

    /// <summary>Reports state dated in the future that was reset, in one notice per batch.</summary>
    private async Task<IReadOnlyList<OutboxKey>> NotifyResetsAsync(
        List<BatchResource> batchResources,
        EvaluationBatch batch,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var reset = batchResources.FindAll(s => s.Reset is not null);
        if (reset.Count == 0)
        {
            return [];
        }

        var item = BatchNotices.StateReset(batch, [.. reset.Select(s => s.Stored.ResourceId)], reset[0].Reset!.Value, now).ToItem();
        await dependencies.State.Outbox.EnqueueAsync(item, cancellation);
        return [OutboxKey.FromItem(item)];
    }

    private static void Count(ResourceEvaluation evaluation, BatchResource batchResource, MetricReadResult metrics, DateTimeOffset now)
    {
        ServiceTelemetry.RecordEvaluation(
            evaluation.Problem is not null ? "failed"
            : evaluation.Decision is null ? "waiting"
            : "decided"
        );
        if (evaluation.Decision is { } decision)
        {
            ServiceTelemetry.RecordDecision(decision.Action.ToString(), decision.Reasons.Count > 0 ? decision.Reasons[0].Code : null);
        }

        var newest = metrics.Series.GetValueOrDefault(evaluation.ResourceId) is [.., var last]
            ? last.Time
            : batchResource.Document?.State?.Time;
        if (newest is { } minute)
        {
            ServiceTelemetry.RecordDataAge(now - minute);
        }
    }

    private BatchResource CreateResource(StoredResource memory, DateTimeOffset now)
    {
        if (memory.Snapshot is null || ResourceSnapshot.Read(memory.Snapshot.Version, memory.Snapshot.Content) is not { } resource)
        {
            // An orphaned change is only followed to completion.
            return new BatchResource(
                memory,
                null,
                null,
                memory.OpenChange is null && memory.State is null ? "It is not in the fleet inventory yet." : null
            );
        }

        var (remembered, problem) = ResourceStateDocument.Read(memory.State);
        var configured = ScalingPauses.Apply(dependencies.WithPlannedSettings(resource, memory.Tally, now), memory.Pause);
        return remembered?.State is { } state && state.LatestTime > now + ClockMark.Tolerance
            ? new BatchResource(memory, configured, remembered.DropFuture(now), null) { Reset = state.LatestTime }
            : new BatchResource(memory, configured, remembered, problem);
    }

    private async Task<ChangeRateUsage?> ReadUsageAsync(
        List<BatchResource> batchResources,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        dependencies.Options.LimitsChanges && batchResources.Find(s => s.Resource is not null) is { } any
            ? await dependencies.State.ChangeRate.GetUsageAsync(ResourceIds.GetSubscription(any.Stored.ResourceId), now, cancellation)
            : null;
}
