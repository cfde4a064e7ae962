using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Advisor.Core.Observations;
using Advisor.Core.Rules;
using Advisor.Service.Changes;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Silences;
using Advisor.Service.Store;
using Advisor.Service.Telemetry;
using Advisor.Service.Tick;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Evaluates up to 50 resources: follows their changes, reads the unseen minutes, decides, and writes the state, audit record and messages
/// of each in one commit under the state's ETag. When another instance was first, this evaluation is dropped. A resource whose rows cannot
/// be read, or whose evaluation fails, is reported and retried at the next tick; the others are not affected.
/// </summary>
internal sealed class BatchEvaluator(
    AdvisorState state,
    RuleSet rules,
    ServiceOptions options,
    ClockCheck clock,
    ActiveSuppressions activeSuppressions,
    BatchLoader loader,
    UnseenMinutes minutes,
    ResourceEvaluator evaluator,
    BatchNotifier notifier
)
{
    // One day of minutes of ten resources is about 10 MB on the wire.
    private const int MaxHistories = 10;

    // Time of the last tick that read a history.
    private long backfilledTick;

    /// <param name="isOverdue">
    /// Whether the tick has taken its time: histories that are not read yet are left to the next ticks, of which each reads a few. Null =
    /// it takes as long as it takes.
    /// </param>
    public async Task<BatchResult> RunAsync(
        EvaluationBatch batch,
        DateTimeOffset now,
        CancellationToken cancellation,
        Func<bool>? isOverdue = null
    )
    {
        using var span = ServiceTelemetry.Activities.StartActivity("advisor.evaluate");
        span?.SetTag("advisor.tick", batch.Tick.UtcDateTime.ToString("O")).SetTag("advisor.resources", batch.ResourceIds.Count);
        if (await state.Ticks.IsBatchDoneAsync(batch.Tick, batch.Name, cancellation))
        {
            return new BatchResult(true, [], [], 0);
        }

        if (await clock.FindAsync(now, cancellation) is { } wrong)
        {
            return CreateHeld(wrong, [], 0);
        }

        var (resources, followed, faults) = await loader.RunAsync(batch, now, cancellation);
        var allowance = new BatchAllowance(batch, options, await ReadUsageAsync(resources, now, cancellation), now);
        var (silent, again) = FindRereads(resources);
        using var rereads = again.Count > 0 ? minutes.TryEnterReread() : null;
        List<BatchResource> fresh = [.. resources.Where(s => s.NeedsHistory(rules)), .. silent, .. rereads is null ? [] : again];
        var known = resources.FindAll(s => !fresh.Exists(one => ReferenceEquals(one, s)));
        var view = new BatchContext(
            batch,
            await minutes.ReadSinceLastAsync(known, now, cancellation),
            allowance,
            await activeSuppressions.ReadAsync(now, cancellation),
            now
        )
        {
            Members = await MemberNeeds.ReadAsync(state, resources, now, cancellation),
        };
        var activity = CombineActivity(known, view.Metrics);
        view = view with
        {
            Outage = RegionActivity.Continue(activity, batch.PreviousActivity, rules.Policy.Outage)?.FindOutage(rules.Policy.Outage),
        };
        if (await clock.FindAsync(view.Metrics, now, cancellation) is { } since)
        {
            return CreateHeld(since, followed, view.Metrics.Calls);
        }

        var done = await evaluator.RunAsync(view, known, faults, cancellation);
        var (empty, newest) = await minutes.ReadStillEmptyAsync(fresh, now, cancellation);
        done.AddRange(await evaluator.RunAsync(view with { Metrics = newest }, empty, faults, cancellation));
        var calls = view.Metrics.Calls + newest.Calls;
        IReadOnlyList<string> notes = [.. view.Metrics.Notes, .. newest.Notes];
        foreach (var chunk in fresh.Except(empty).Chunk(MaxHistories))
        {
            using (var turn = await minutes.EnterAsync(cancellation))
            {
                if (backfilledTick == batch.Tick.UtcTicks && isOverdue?.Invoke() == true)
                {
                    break;
                }

                backfilledTick = batch.Tick.UtcTicks;
                var (history, earlier) = await minutes.ReadHistoryAsync(turn, chunk, now, cancellation);
                done.AddRange(await evaluator.RunAsync(view with { Metrics = history, Past = earlier }, chunk, faults, cancellation));
                calls += history.Calls + earlier.Calls;
                notes = [.. notes, .. history.Notes];
            }
        }

        faults.ForEach(_ => ServiceTelemetry.RecordEvaluation("failed"));
        OutboxKey[] notified =
        [
            .. await notifier.NotifyFaultsAsync(batch, faults, now, cancellation),
            .. await notifier.NotifyUnknownSizesAsync(batch, FindUnknownSizes(resources, done), now, cancellation),
            .. await notifier.NotifyResetsAsync(resources, batch, cancellation),
        ];
        var failures = faults.Count + done.Count(d => d.Problem is not null);
        var record = new BatchRecord(batch.Tick, batch.Name, now, done.Count + faults.Count, failures)
        {
            IdleResources = [.. done.Where(d => d.IsIdle).Select(d => EvaluationBatch.ComputeIdleKey(d.ResourceId))],
            MetricCalls = calls,
            Activity = activity,
            Generation = ResourceStateDocument.Generation,
        };
        await state.Ticks.CompleteBatchAsync(record, cancellation);
        return new BatchResult(
            false,
            [.. followed, .. faults, .. BatchNotifier.FindResets(resources), .. SortByBatchOrder(batch, done)],
            [.. notified, .. done.SelectMany(d => d.Messages)],
            calls
        )
        {
            Notes = notes,
        };
    }

    /// <summary>
    /// Finds the resources whose past is to be read again: those that had no metrics, and a few of the others. Settings may change for a
    /// whole fleet at once; the rest is decided on as before.
    /// </summary>
    private (List<BatchResource> Silent, List<BatchResource> Again) FindRereads(List<BatchResource> resources)
    {
        if (options.HistoryBackfill == TimeSpan.Zero)
        {
            return ([], []);
        }

        var found = resources.Where(s => s.HasOtherBasis(rules) && !s.NeedsHistory(rules)).ToLookup(minutes.IsHistoryEmpty);
        return ([.. found[true]], [.. found[false].Where(s => !minutes.HasJustFailed(s)).Take(MaxHistories)]);
    }

    private List<(FleetResource Resource, string Problem)> FindUnknownSizes(List<BatchResource> resources, List<ResourceEvaluation> done)
    {
        var problems = done.Where(d => d.Problem is not null)
            .ToDictionary(d => d.ResourceId, d => d.Problem!, StringComparer.OrdinalIgnoreCase);
        return
        [
            .. from subject in resources
            where subject.Resource is not null && !subject.HasKnownSize(rules) && problems.ContainsKey(subject.Stored.ResourceId)
            select (subject.Resource!, problems[subject.Stored.ResourceId]),
        ];
    }

    /// <summary>Combines when the metrics of these resources were last other than zero.</summary>
    private RegionActivity? CombineActivity(List<BatchResource> known, MetricReadResult metrics) =>
        RegionActivity.Compute(
            [
                .. known
                    .Where(s => s is { Resource: not null, Document: not null })
                    .Select(s =>
                        (s.Document!.Head.Activity ?? MetricActivity.Unknown).Observe(
                            metrics.Series.GetValueOrDefault(s.Stored.ResourceId) ?? [],
                            rules.Policy.Outage.Gap
                        )
                    ),
            ],
            rules.Policy.Outage
        );

    private static IEnumerable<ResourceEvaluation> SortByBatchOrder(EvaluationBatch batch, IEnumerable<ResourceEvaluation> done)
    {
        var places = batch.ResourceIds.Index().ToDictionary(place => place.Item, place => place.Index, StringComparer.OrdinalIgnoreCase);
        return done.OrderBy(evaluation => places.GetValueOrDefault(evaluation.ResourceId));
    }

    private static BatchResult CreateHeld(ClockFault fault, IReadOnlyList<ResourceEvaluation> followed, int calls) =>
        new(false, followed, [], calls) { HoldReason = fault.Text };

    private async Task<ChangeRateUsage?> ReadUsageAsync(
        List<BatchResource> batchResources,
        DateTimeOffset now,
        CancellationToken cancellation
    ) =>
        options.LimitsChanges && batchResources.Find(s => s.Resource is not null) is { } any
            ? await state.ChangeRate.GetUsageAsync(ResourceIds.GetSubscription(any.Stored.ResourceId), now, cancellation)
            : null;
}
