using System.Collections.Concurrent;
using Advisor.Core.Fleet;
using Advisor.Core.Observations;
using Advisor.Core.Reports;
using Advisor.Core.Rules;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluation;

/// <summary>
/// Evaluates the resources of a fleet one batch at a time: reads the metrics of up to 50, decides on them, keeps the reports and drops the
/// metrics, so that memory is that of two batches. While one batch is decided, the next is read. Resources that serve the same clients are
/// reported when the last of them is known.
/// </summary>
internal sealed class FleetEvaluationRun(
    RuleSet rules,
    IReadOnlyList<FleetResource> resources,
    IMetricRun metrics,
    IReadOnlyList<RegionalUsage> uses,
    IProgress<EvaluationProgress>? progress
) : IDisposable
{
    // While one is decided, the next is read; each holds the metrics of its resources, some 10 MB.
    private const int BatchesInFlight = 2;

    // A response about two weeks has some 20 MB: one at a time.
    private readonly SemaphoreSlim historyReads = new(1);
    private readonly Lock progressLock = new();
    private readonly ConcurrentDictionary<int, (FleetMember Member, MemberNeed Need)> waiting = new(); // by position
    private readonly MemberGroups groups = new(resources);
    private readonly ResourceReport[] reports = new ResourceReport[resources.Count];
    private int calls;
    private int evaluated;

    public required DateTimeOffset HistoryStart { get; init; }

    public required DateTimeOffset MinutesStart { get; init; }

    public required DateTimeOffset MinutesEnd { get; init; }

    public required DateTimeOffset Now { get; init; }

    public required ReportParts Parts { get; init; }

    /// <summary>Returns what is kept of a report; called on several threads at once, once for each resource.</summary>
    public required Func<ResourceReport, ResourceReport> Keep { get; init; }

    /// <summary>Number of metric calls made.</summary>
    public int Calls => calls;

    /// <summary>Length of the buckets of the history before the minutes; null if there is none.</summary>
    public TimeSpan? CoarseGrain => CoarseHistory.FindGrain(HistoryStart, MinutesStart);

    public IReadOnlyList<string> ListNotes() => metrics.ListNotes();

    public void Dispose() => historyReads.Dispose();

    /// <summary>Returns the report of each resource, in the order given.</summary>
    public async Task<ResourceReport[]> EvaluateAsync(CancellationToken cancellation)
    {
        progress?.Report(new EvaluationProgress("Evaluating", 0, resources.Count));
        await Parallel.ForEachAsync(
            SplitIntoBatches(),
            new ParallelOptions { MaxDegreeOfParallelism = BatchesInFlight, CancellationToken = cancellation },
            async (batch, token) => await EvaluateAsync(batch, token)
        );
        return reports;
    }

    /// <summary>
    /// Splits the resources as Azure Monitor takes them in one call, by their positions. Those of a group are read soon after each other,
    /// whatever their regions, since each waits for the others.
    /// </summary>
    private IEnumerable<int[]> SplitIntoBatches() =>
        from batch in (
            from position in Enumerable.Range(0, resources.Count)
            orderby groups.FindFirst(position)
            group position by (
                Subscription: resources[position].SubscriptionId.ToLowerInvariant(),
                Region: resources[position].Region.ToLowerInvariant(),
                resources[position].Service
            ) into place
            from batch in place.Chunk(ServiceOptions.MaxBatchSize)
            select batch
        )
        orderby groups.FindFirst(batch[0])
        select batch;

    private async Task EvaluateAsync(int[] positions, CancellationToken cancellation)
    {
        await EvaluateAsync([.. positions.Select(position => resources[position])], positions, cancellation);

        if (resources.Count > ServiceOptions.MaxBatchSize)
        {
            // The metrics are large arrays, which the collector would leave for long: 320 MB at the peak of 1,000 resources.
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        }

        lock (progressLock)
        {
            evaluated += positions.Length;
            progress?.Report(new EvaluationProgress("Evaluating", evaluated, resources.Count));
        }
    }

    private async Task EvaluateAsync(FleetResource[] batch, int[] positions, CancellationToken cancellation)
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
            i => Report(positions[i], Learn(batch[i], minutes, history, failures.GetValueOrDefault(batch[i].Id)))
        );
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

    private FleetMember Learn(FleetResource resource, MetricReadResult minutes, CoarseHistory history, FleetFailure? failure)
    {
        var (series, fleet) = (minutes.Series.GetValueOrDefault(resource.Id) ?? [], FindConstraints(resource));
        return failure is not null && series.Count == 0
            ? new FleetMember(rules, resource, fleet, FleetEvaluator.ToReport(failure))
            : FleetMember.Learn(rules, resource, fleet, history.Find(resource), series, Now, Parts);
    }

    /// <summary>Returns the constraints by the rest of the fleet: the units of the regional quota that are not in use.</summary>
    private FleetConstraints FindConstraints(FleetResource resource)
    {
        var use = uses.FirstOrDefault(use => use.Includes(resource));
        return new(RegionalUnitsLeft: use?.Remaining, AutoscaleEnabled: resource.AutoscaleSetting is not null) { Quota = use?.Quota };
    }

    /// <summary>Reports on a resource; on one of a group when all of them are known, and then on all of them.</summary>
    private void Report(int position, FleetMember one)
    {
        if (groups.IsAlone(position))
        {
            reports[position] = Keep(one.Report(MemberNeeds.Unknown));
            return;
        }

        waiting[position] = (one, one.FindNeed());
        if (!groups.Complete(position))
        {
            return;
        }

        var members = groups.List(position);
        var needs = new MemberNeeds(
            members.ToDictionary(member => waiting[member].Member.Id, member => waiting[member].Need, StringComparer.OrdinalIgnoreCase)
        );
        Parallel.ForEach(
            members,
            member =>
            {
                if (waiting.TryRemove(member, out var known))
                {
                    reports[member] = Keep(known.Member.Report(needs));
                }
            }
        );
    }
}
