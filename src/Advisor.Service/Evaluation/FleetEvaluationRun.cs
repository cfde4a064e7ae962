using System.Collections.Concurrent;
using Advisor.Core.Fleet;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Evaluates the resources of a fleet one batch at a time: reads the metrics of up to 50, decides on them, keeps the reports and drops the
/// metrics, so that memory is that of two batches. While one batch is decided, the next is read.
/// </summary>
internal sealed class FleetEvaluationRun(
    RuleSet rules,
    IMetricRun metrics,
    RegionalHeadroom regionalHeadroom,
    IProgress<EvaluationProgress>? progress
) : IDisposable
{
    // While one is decided, the next is read; each holds the metrics of its resources, some 10 MB.
    private const int BatchesInFlight = 2;

    // A response about two weeks has some 20 MB: one at a time.
    private readonly SemaphoreSlim historyReads = new(1);
    private readonly Lock progressLock = new();
    private readonly ConcurrentDictionary<int, Func<ResourceReport>> members = new(); // by position; decided again at the end
    private MemberNeeds needs = MemberNeeds.Unknown;
    private int calls;
    private int evaluated;

    public required DateTimeOffset HistoryStart { get; init; }

    public required DateTimeOffset MinutesStart { get; init; }

    public required DateTimeOffset MinutesEnd { get; init; }

    public required DateTimeOffset Now { get; init; }

    /// <summary>Whether the reports contain the required units of every interval of the past.</summary>
    public bool KeepsUsage { get; init; }

    /// <summary>Other loads and sizes to compare with those of today.</summary>
    public IReadOnlyList<WhatIfCase> WhatIfs { get; init; } = [];

    /// <summary>
    /// Returns what is kept of a report; called on several threads at once, and once more for a resource that is decided on again.
    /// </summary>
    public required Func<ResourceReport, ResourceReport> Keep { get; init; }

    /// <summary>Number of metric calls made.</summary>
    public int Calls => calls;

    /// <summary>Length of the buckets of the history before the minutes; null if there is none.</summary>
    public TimeSpan? CoarseGrain => CoarseHistory.FindGrain(HistoryStart, MinutesStart);

    public IReadOnlyList<string> ListNotes() => metrics.ListNotes();

    public void Dispose() => historyReads.Dispose();

    /// <summary>Returns the report of each resource, in the order given.</summary>
    public async Task<ResourceReport[]> EvaluateAsync(IReadOnlyList<FleetResource> resources, CancellationToken cancellation)
    {
        progress?.Report(new EvaluationProgress("Evaluating", 0, resources.Count));
        var reports = new ResourceReport[resources.Count];
        await Parallel.ForEachAsync(
            SplitIntoBatches(resources),
            new ParallelOptions { MaxDegreeOfParallelism = BatchesInFlight, CancellationToken = cancellation },
            async (batch, token) => await EvaluateAsync(resources, batch, reports, token)
        );
        await EvaluateGroupsAsync(resources, reports, cancellation);
        return reports;
    }

    /// <summary>
    /// Decides again on the members of resources with geo-replicas and of endpoint groups, now that it is known what each of them requires.
    /// </summary>
    private Task EvaluateGroupsAsync(IReadOnlyList<FleetResource> resources, ResourceReport[] reports, CancellationToken cancellation)
    {
        needs = new MemberNeeds(
            members.Keys.ToDictionary(
                position => resources[position].Id,
                position => new MemberNeed(reports[position].FailoverLoad, reports[position].Decision?.OwnUnits),
                StringComparer.OrdinalIgnoreCase
            )
        );
        return Parallel.ForEachAsync(
            members,
            cancellation,
            (member, _) =>
            {
                reports[member.Key] = member.Value();
                return ValueTask.CompletedTask;
            }
        );
    }

    /// <summary>Splits the resources as Azure Monitor takes them in one call, by their positions.</summary>
    private static IEnumerable<int[]> SplitIntoBatches(IReadOnlyList<FleetResource> resources) =>
        from position in Enumerable.Range(0, resources.Count)
        group position by (
            Subscription: resources[position].SubscriptionId.ToLowerInvariant(),
            Region: resources[position].Region.ToLowerInvariant(),
            resources[position].Service
        ) into place
        from batch in place.Chunk(ServiceOptions.MaxBatchSize)
        select batch;

    private async Task EvaluateAsync(
        IReadOnlyList<FleetResource> all,
        int[] positions,
        ResourceReport[] reports,
        CancellationToken cancellation
    )
    {
        await EvaluateAsync([.. positions.Select(position => all[position])], positions, reports, cancellation);

        if (all.Count > ServiceOptions.MaxBatchSize)
        {
            // The metrics are large arrays, which the collector would leave for long: 320 MB at the peak of 1,000 resources.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        }

        lock (progressLock)
        {
            evaluated += positions.Length;
            progress?.Report(new EvaluationProgress("Evaluating", evaluated, all.Count));
        }
    }

    private async Task EvaluateAsync(FleetResource[] batch, int[] positions, ResourceReport[] reports, CancellationToken cancellation)
    {
        var minutes = await metrics.ReadAsync(batch, MinutesStart, MinutesEnd, TimeSpan.FromMinutes(1), cancellation);
        var history = await ReadHistoryAsync(batch, cancellation);
        var failures = minutes
            .Failures.GroupBy(f => f.ResourceId, StringComparer.OrdinalIgnoreCase)
            .ToDictionary(g => g.Key, g => g.First(), StringComparer.OrdinalIgnoreCase);
        Parallel.For(
            0,
            batch.Length,
            new ParallelOptions { CancellationToken = cancellation },
            i => reports[positions[i]] = Evaluate(batch[i], minutes, history, failures.GetValueOrDefault(batch[i].Id))
        );
        foreach (var (i, resource) in batch.Index().Where(pair => MemberNeeds.IsMember(pair.Item)))
        {
            members[positions[i]] = () => Evaluate(resource, minutes, history, failures.GetValueOrDefault(resource.Id));
        }

        Interlocked.Add(ref calls, minutes.Calls + history.Calls);
    }

    private async Task<CoarseHistory> ReadHistoryAsync(FleetResource[] batch, CancellationToken cancellation)
    {
        await historyReads.WaitAsync(cancellation);
        try
        {
            return await CoarseHistory.ReadAsync(metrics, batch, HistoryStart, MinutesStart, cancellation);
        }
        finally
        {
            historyReads.Release();
        }
    }

    private ResourceReport Evaluate(FleetResource resource, MetricReadResult minutes, CoarseHistory history, FleetFailure? failure) =>
        Keep(TryDecide(resource, minutes, history, failure));

    private ResourceReport TryDecide(FleetResource resource, MetricReadResult minutes, CoarseHistory history, FleetFailure? failure)
    {
        try
        {
            return Decide(resource, minutes, history, failure);
        }
        catch (Exception fault) when (fault is not OperationCanceledException and not OutOfMemoryException)
        {
            return ResourceReportBuilder.BuildFailed(
                rules,
                resource,
                new ReportFailure(resource.Id, nameof(FailureCode.Fault), FaultIsolation.Describe(fault))
            );
        }
    }

    private ResourceReport Decide(FleetResource resource, MetricReadResult minutes, CoarseHistory history, FleetFailure? failure)
    {
        var series = minutes.Series.GetValueOrDefault(resource.Id);
        return failure is not null && series is not { Count: > 0 }
            ? ResourceReportBuilder.BuildFailed(rules, resource, FleetEvaluator.ToReport(failure))
            : ResourceReportBuilder.Build(
                rules,
                resource,
                history.Find(resource),
                series ?? [],
                needs.AddTo(regionalHeadroom.Find(resource), resource),
                Now,
                KeepsUsage,
                whatIfs: WhatIfs
            );
    }
}
