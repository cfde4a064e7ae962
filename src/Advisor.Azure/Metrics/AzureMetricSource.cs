using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads the metrics of a fleet from Azure Monitor in as few calls as possible: up to 50 resources of one subscription, region and type per
/// call; if that call is refused for a subscription, one call per resource. A resource that fails is reported and affects no other.
/// </summary>
public sealed class AzureMetricSource : IMetricSource
{
    private const int MaxParallelCalls = 8;

    // A point takes some 75 bytes on the wire, so this many in flight keep the responses under some tens of MB.
    private const double MaxPointsInFlight = 500_000;

    private readonly Func<MetricReadSession, MetricReader> createReader;
    private readonly ConnectionCloseReader closes;
    private readonly MetricCapabilities learned;
    private readonly TimeProvider time;
    private readonly TimeSpan lag;

    internal AzureMetricSource(AzureCalls calls, IMonitorClient wire, AzureEndpoints cloud, string armHost, TimeProvider time, TimeSpan lag)
    {
        learned = new MetricCapabilities(time);
        createReader = run => new MetricReader(calls, wire, cloud, armHost, learned, run);
        closes = new ConnectionCloseReader(calls, wire, cloud, learned);
        this.time = time;
        this.lag = lag;
    }

    /// <inheritdoc/>
    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    ) => ReadAsync(resources, start, end, TimeSpan.FromMinutes(1), cancellation);

    /// <summary>
    /// Reads buckets of another length in [start, end), for histories of up to 93 days (Azure's retention; an earlier start is moved up).
    /// Totals are per minute of their bucket, so a sample represents each of its minutes. Minutes younger than the lag are not requested.
    /// </summary>
    /// <param name="grain">Bucket length, one of <see cref="MetricGrain.All"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The grain is not supported.</exception>
    public Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    ) => ReadAsync(resources, start, end, grain, new MetricReadNotes(), cancellation);

    /// <inheritdoc/>
    public IMetricRun BeginRun() => new AzureMetricRun(this);

    internal async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        MetricReadNotes notes,
        CancellationToken cancellation
    )
    {
        _ = MetricGrain.ToWireName(grain);
        var now = time.GetUtcNow();
        start = Max(Minutes.Floor(start), Minutes.Floor(now - MetricGrain.Retention + TimeSpan.FromHours(1)));
        end = Min(Minutes.Floor(end), Minutes.Floor(now - lag));
        var run = new MetricReadSession(start, end, notes);
        var batches = CreateBatches(resources, start, end, grain).ToList();
        var one = createReader(run);
        foreach (var part in OrderByCircuit(batches))
        {
            await Parallel.ForEachAsync(
                part,
                CreateParallelOptions(batches, cancellation),
                async (batch, token) => await one.ReadAsync(batch, token)
            );
        }

        return run.ToAnswer();
    }

    /// <inheritdoc/>
    public Task<ConnectionCloses> ReadConnectionClosesAsync(
        IReadOnlyList<(FleetResource Resource, DateTimeOffset Minute)> minutes,
        IReadOnlyList<string> categories,
        CancellationToken cancellation
    ) =>
        minutes.Count == 0
            ? Task.FromResult(ConnectionCloses.Unknown)
            : closes.ReadAsync(
                CreateBatches(
                    [.. minutes.Select(one => one.Resource)],
                    minutes.Min(one => one.Minute),
                    minutes.Max(one => one.Minute).AddMinutes(1),
                    TimeSpan.FromMinutes(1)
                ),
                minutes.ToDictionary(one => one.Resource.Id, one => one.Minute, StringComparer.OrdinalIgnoreCase),
                categories,
                cancellation
            );

    private IEnumerable<MetricBatch> CreateBatches(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain
    ) =>
        from resource in resources.DistinctBy(r => r.Id, StringComparer.OrdinalIgnoreCase)
        group resource.Id by (
            Subscription: resource.SubscriptionId.ToLowerInvariant(),
            Region: resource.Region.ToLowerInvariant(),
            Type: new MetricType(resource.Service, resource.OwnerId is not null),
            MaxIds: learned.FindMaxIdsPerCall(resource.Id)
        ) into place
        from ids in place.Chunk(place.Key.MaxIds)
        from window in MetricGrain.SplitWindow(start, end, grain)
        select new MetricBatch(place.Key.Subscription, place.Key.Region, place.Key.Type, ids, window.Start, window.End, grain);

    // What closes an open circuit is one trial call, beside which all others are refused: one of each circuit comes first.
    private IReadOnlyList<MetricBatch>[] OrderByCircuit(List<MetricBatch> batches)
    {
        var circuits = batches.ToLookup(batch => (batch.Subscription, batch.Region, Part: learned.FindCircuit(batch.Ids)));
        return circuits.All(circuit => circuit.Key.Part is null)
            ? [batches]
            :
            [
                [.. circuits.Select(circuit => circuit.First())],
                [.. circuits.SelectMany(circuit => circuit.Skip(1))],
            ];
    }

    private static ParallelOptions CreateParallelOptions(List<MetricBatch> batches, CancellationToken cancellation)
    {
        var maxPoints = batches.Count == 0 ? 1 : batches.Max(b => b.Points);
        var degree = Math.Clamp((int)(MaxPointsInFlight / Math.Max(1, maxPoints)), 1, MaxParallelCalls);
        return new ParallelOptions { MaxDegreeOfParallelism = degree, CancellationToken = cancellation };
    }

    private static DateTimeOffset Max(DateTimeOffset a, DateTimeOffset b) => a > b ? a : b;

    private static DateTimeOffset Min(DateTimeOffset a, DateTimeOffset b) => a < b ? a : b;
}
