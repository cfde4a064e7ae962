using Advisor.Service.Change;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluate;

/// <summary>Evaluates the resources of a batch so that a fault of one does not affect the others.</summary>
internal sealed class IsolatedEvaluations(ServiceDependencies dependencies)
{
    private readonly ResourceEvaluator evaluator = new(dependencies);
    private readonly BatchNotifier notifier = new(dependencies);

    /// <summary>
    /// All are decided first, in parallel, since a resource with hours or days of unseen minutes takes long. Then they are written in the
    /// order of <see cref="ChangePriority"/>, so that the most urgent changes get what is left of quota and limits.
    /// </summary>
    public async Task<List<(ResourceEvaluation Evaluation, IReadOnlyList<OutboxKey> Messages)>> RunAsync(
        BatchContext view,
        IEnumerable<BatchResource> batchResources,
        List<ResourceEvaluation> faults,
        CancellationToken cancellation
    )
    {
        var (readable, done) = (new List<BatchResource>(), new List<(ResourceEvaluation, IReadOnlyList<OutboxKey>)>());
        foreach (var batchResource in batchResources.Where(s => s.Resource is not null || s.Problem is not null))
        {
            if (batchResource is not { Resource: not null, Document: not null })
            {
                await IsolateAsync(
                    batchResource,
                    async () =>
                        done.Add(
                            (
                                new ResourceEvaluation(batchResource.Stored.ResourceId, Problem: batchResource.Problem),
                                await notifier.NotifyUnreadableAsync(batchResource, view.Now, cancellation)
                            )
                        )
                );
                continue;
            }

            readable.Add(batchResource);
        }

        var decided = new (UnwrittenEvaluation? Evaluation, string? Fault)[readable.Count];
        await Parallel.ForEachAsync(
            Enumerable.Range(0, readable.Count),
            cancellation,
            async (i, cancel) => decided[i] = await FaultIsolation.RunAsync(() => evaluator.DecideAsync(view, readable[i], cancel))
        );
        faults.AddRange(
            decided.Index().Where(one => one.Item.Fault is not null).Select(one => CreateFault(readable[one.Index], one.Item.Fault!))
        );

        var unwrittenEvaluations = decided.Select(one => one.Evaluation).OfType<UnwrittenEvaluation>();
        foreach (
            var unwritten in unwrittenEvaluations
                .OrderBy(evaluation => evaluation.Priority is null)
                .ThenBy(evaluation => evaluation.Priority)
        )
        {
            await IsolateAsync(
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

        async Task IsolateAsync(BatchResource batchResource, Func<Task> work)
        {
            var (_, fault) = await FaultIsolation.RunAsync(async () =>
            {
                await work();
                return batchResource;
            });
            faults.AddRange(fault is null ? [] : [CreateFault(batchResource, fault)]);
        }
    }

    private static ResourceEvaluation CreateFault(BatchResource batchResource, string fault) =>
        new(batchResource.Stored.ResourceId, Problem: fault);

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
}
