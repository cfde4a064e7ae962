using Advisor.Azure.Resilience;
using Advisor.Core.Capacity;
using Advisor.Runtime.Fleet;
using Azure;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Metrics of a fleet from Azure Monitor in as few calls as it allows: up to 50 resources of one subscription, region and type at a time;
/// where that call is refused for a subscription, resource by resource. A resource that fails is told and hides no other.
/// </summary>
public sealed class AzureMetricSource : IMetricSource
{
    private const int MostIds = 50;
    private const int MostParallel = 8;

    // A point is some 75 bytes on the wire; this many at once keep the answers in flight under some tens of MB.
    private const double MostPointsInFlight = 500_000;

    private readonly AzureCalls calls;
    private readonly IMonitorWire wire;
    private readonly TimeProvider time;
    private readonly TimeSpan lag;
    private readonly AzureCloud cloud;
    private readonly string armHost;
    private readonly LearnedMetrics learned = new();

    internal AzureMetricSource(AzureCalls calls, IMonitorWire wire, AzureCloud cloud, string armHost, TimeProvider time, TimeSpan lag)
    {
        this.calls = calls;
        this.wire = wire;
        this.cloud = cloud;
        this.armHost = armHost;
        this.time = time;
        this.lag = lag;
    }

    /// <inheritdoc/>
    public Task<MetricAnswer> ReadAsync(
        IReadOnlyList<FleetResource> resources, DateTimeOffset start, DateTimeOffset end, CancellationToken cancellation) =>
        ReadAsync(resources, start, end, TimeSpan.FromMinutes(1), cancellation);

    /// <summary>
    /// Reads buckets of [start, end) of another length, for histories of up to 93 days (what Azure keeps; an earlier start is moved up). Totals
    /// come per minute of their bucket, so a sample stands for each of its minutes. Minutes younger than the lag are not asked for.
    /// </summary>
    /// <param name="grain">One of <see cref="MetricGrain.All"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">Another grain.</exception>
    public async Task<MetricAnswer> ReadAsync(
        IReadOnlyList<FleetResource> resources, DateTimeOffset start, DateTimeOffset end, TimeSpan grain, CancellationToken cancellation)
    {
        _ = MetricGrain.WireName(grain);
        var now = time.GetUtcNow();
        start = Later(Floor(start), Floor(now - MetricGrain.Retention + TimeSpan.FromHours(1)));
        end = Earlier(Floor(end), Floor(now - lag));
        var run = new MetricRun(start, end);
        var work = Work(resources, start, end, grain).ToList();
        await Parallel.ForEachAsync(work, Options(work, cancellation), async (batch, token) => await BatchAsync(run, batch, token));
        return run.Answer();
    }

    private static IEnumerable<Batch> Work(IReadOnlyList<FleetResource> resources, DateTimeOffset start, DateTimeOffset end, TimeSpan grain) =>
        from resource in resources.DistinctBy(r => r.Id, StringComparer.OrdinalIgnoreCase)
        group resource.Id by (Subscription: resource.SubscriptionId.ToLowerInvariant(), Region: resource.Region.ToLowerInvariant(), resource.Service) into place
        from ids in place.Chunk(MostIds)
        from window in MetricGrain.Windows(start, end, grain)
        select new Batch(place.Key.Subscription, place.Key.Region, place.Key.Service, ids, window.Start, window.End, grain);

    private static ParallelOptions Options(List<Batch> work, CancellationToken cancellation)
    {
        var most = work.Count == 0 ? 1 : work.Max(b => b.Points);
        var degree = Math.Clamp((int)(MostPointsInFlight / Math.Max(1, most)), 1, MostParallel);
        return new ParallelOptions { MaxDegreeOfParallelism = degree, CancellationToken = cancellation };
    }

    private async Task BatchAsync(MetricRun run, Batch batch, CancellationToken cancellation)
    {
        foreach (var plan in learned.Plans(batch.Service).ToList())
        {
            await AskAsync(run, batch, plan.Names, plan.Aggregations, cancellation);
        }
    }

    private async Task AskAsync(
        MetricRun run, Batch batch, IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations, CancellationToken cancellation)
    {
        if (run.IsSlow(batch.Subscription))
        {
            await EachAsync(run, batch, names, aggregations, cancellation);
            return;
        }

        try
        {
            var document = await SendAsync(run, batch, names, aggregations, cancellation);
            await TakeAsync(run, batch, document, names, aggregations, cancellation);
        }
        catch (RequestFailedException failed) when (failed.Status is 400 or 404 && !IsAboutSubscription(failed))
        {
            await RefusedAsync(run, batch, names, aggregations, failed, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            if (SlowReason(batch, exception) is { } why)
            {
                run.GoSlow(batch.Subscription, why);
                await EachAsync(run, batch, names, aggregations, cancellation);
                return;
            }

            Fail(run, batch.Ids, exception);
        }
    }

    private async Task<MetricsDocument> SendAsync(
        MetricRun run, Batch batch, IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations, CancellationToken cancellation)
    {
        var query = batch.Query(names, aggregations);
        return await calls.ReadAsync(
            new CallTarget(cloud.MetricsEndpoint(batch.Region).Host, batch.Subscription),
            token =>
            {
                run.CountCall();
                return wire.BatchAsync(batch.Subscription, batch.Region, query, batch.Ids, token);
            },
            cancellation);
    }

    /// <summary>Takes what came; asks once more for what a cut-off answer lost, and apart for metrics that do not bear the mixture.</summary>
    private async Task TakeAsync(
        MetricRun run, Batch batch, MetricsDocument document, IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations, CancellationToken cancellation)
    {
        var left = batch.Ids.ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var resource in document.Resources)
        {
            if (resource.Id is { } id && left.Remove(id))
            {
                Take(run, batch, id, resource, aggregations);
            }
        }

        await AskApartAsync(run, batch, document, aggregations, cancellation);
        if (left.Count == 0)
        {
            return;
        }

        if (!document.IsWhole && !batch.IsSecondTry)
        {
            await AskAsync(run, batch with { Ids = [.. left], IsSecondTry = true }, names, aggregations, cancellation);
            return;
        }

        foreach (var id in left)
        {
            run.Fail(document.IsWhole
                ? new FleetFailure(id, FailureCodes.NotFound, $"Azure Monitor gave no answer for {id}: it was deleted, moved or has just been created.")
                : new FleetFailure(id, FailureCodes.BadAnswer, $"The metrics of {id} came cut off or as no valid JSON, twice: try again later; if it lasts, look for a proxy that changes answers."));
        }
    }

    private static void Take(MetricRun run, Batch batch, string id, ResourceMetrics answer, IReadOnlyList<MetricAggregation> aggregations)
    {
        // Those that will be asked for apart are not missing yet.
        var final = answer.Errors.Where(e => !CanBeApart(batch.Service, e, aggregations)).ToList();
        run.Take(id, answer with { Errors = final }, batch.Grain);
    }

    private async Task AskApartAsync(MetricRun run, Batch batch, MetricsDocument document, IReadOnlyList<MetricAggregation> aggregations, CancellationToken cancellation)
    {
        var metrics = document.Resources
            .SelectMany(r => r.Errors)
            .Where(e => CanBeApart(batch.Service, e, aggregations))
            .Select(e => MetricCatalog.For(batch.Service).Find(e.Metric)!)
            .Distinct()
            .ToList();
        metrics.ForEach(m => learned.SetApart(batch.Service, m.Name));
        foreach (var (names, alone) in LearnedMetrics.Alone(metrics))
        {
            await AskAsync(run, batch, names, alone, cancellation);
        }
    }

    private static bool CanBeApart(ServiceKind service, MetricError error, IReadOnlyList<MetricAggregation> aggregations) =>
        aggregations.Count > 1
        && error.Code.Contains("SamplingType", StringComparison.OrdinalIgnoreCase)
        && MetricCatalog.For(service).Find(error.Metric) is not null;

    /// <summary>A refused batch: an unknown metric name is dropped and the rest asked for again; otherwise the batch is halved to find the culprit.</summary>
    private async Task RefusedAsync(
        MetricRun run, Batch batch, IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations, RequestFailedException failed, CancellationToken cancellation)
    {
        if (WithoutUnknown(run, batch.Service, names, failed) is { } rest)
        {
            await AskAsync(run, batch, rest, aggregations, cancellation);
            return;
        }

        if (batch.Ids.Length == 1)
        {
            Fail(run, batch.Ids, failed);
            return;
        }

        var half = batch.Ids.Length / 2;
        await AskAsync(run, batch with { Ids = batch.Ids[..half] }, names, aggregations, cancellation);
        await AskAsync(run, batch with { Ids = batch.Ids[half..] }, names, aggregations, cancellation);
    }

    private List<string>? WithoutUnknown(MetricRun run, ServiceKind service, IReadOnlyList<string> names, RequestFailedException failed)
    {
        var dropped = failed.Status == 400 ? learned.Drop(service, names, ErrorBody.Of(failed).FullMessage) : [];
        foreach (var name in dropped)
        {
            run.Note($"Azure Monitor does not know the metric {name} of {MetricCatalog.For(service).Namespace}: read without it.");
        }

        return dropped.Count == 0 ? null : [.. names.Except(dropped, StringComparer.OrdinalIgnoreCase)];
    }

    private Task EachAsync(
        MetricRun run, Batch batch, IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations, CancellationToken cancellation) =>
        Parallel.ForEachAsync(
            batch.Ids,
            new ParallelOptions { MaxDegreeOfParallelism = MostParallel, CancellationToken = cancellation },
            async (id, token) => await OneAsync(run, batch, id, names, aggregations, token));

    private async Task OneAsync(
        MetricRun run, Batch batch, string id, IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations, CancellationToken cancellation)
    {
        try
        {
            var document = await calls.ReadAsync(
                new CallTarget(armHost, batch.Subscription),
                token =>
                {
                    run.CountCall();
                    return wire.SingleAsync(batch.Query(names, aggregations), id, token);
                },
                cancellation);
            if (!document.IsWhole || document.Resources.Count == 0)
            {
                throw new BadAnswerException($"The metrics of {id} came cut off or as no valid JSON: try again later; if it lasts, look for a proxy that changes answers.");
            }

            Take(run, batch, id, document.Resources[0], aggregations);
            await AskApartAsync(run, batch with { Ids = [id] }, document, aggregations, cancellation);
        }
        catch (RequestFailedException failed) when (WithoutUnknown(run, batch.Service, names, failed) is { } rest)
        {
            await OneAsync(run, batch, id, rest, aggregations, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            Fail(run, [id], exception);
        }
    }

    // 403: the batch call wants the right on the subscription itself. Unreachable: a firewall may know Resource Manager and not this host.
    private string? SlowReason(Batch batch, Exception exception) => exception switch
    {
        RequestFailedException { Status: 403 } =>
            $"The batch call for metrics was refused for subscription {batch.Subscription} (403): read one resource at a time, which is slower and "
            + "makes more calls. Grant Monitoring Reader on the subscription itself to be quick again.",
        RequestFailedException { Status: 0 } when !string.Equals(cloud.MetricsEndpoint(batch.Region).Host, armHost, StringComparison.OrdinalIgnoreCase) =>
            $"The batch endpoint {cloud.MetricsEndpoint(batch.Region).Host} could not be reached: subscription {batch.Subscription} was read one resource at a "
            + "time, which is slower and makes more calls. Open the firewall for it to be quick again.",
        _ => null,
    };

    private static bool IsAboutSubscription(RequestFailedException failed) =>
        ErrorBody.Of(failed).Code.Contains("Subscription", StringComparison.OrdinalIgnoreCase);

    private static void Fail(MetricRun run, IEnumerable<string> ids, Exception exception)
    {
        foreach (var id in ids)
        {
            run.Fail(AzureFailures.Describe(id, exception, "Monitoring Reader on the subscription, or on the resource"));
        }
    }

    private static DateTimeOffset Floor(DateTimeOffset at) => new(at.UtcTicks - (at.UtcTicks % TimeSpan.TicksPerMinute), TimeSpan.Zero);

    private static DateTimeOffset Later(DateTimeOffset a, DateTimeOffset b) => a > b ? a : b;

    private static DateTimeOffset Earlier(DateTimeOffset a, DateTimeOffset b) => a < b ? a : b;

    private sealed record Batch(
        string Subscription, string Region, ServiceKind Service, string[] Ids, DateTimeOffset Start, DateTimeOffset End, TimeSpan Grain, bool IsSecondTry = false)
    {
        public double Points => Ids.Length * 6 * ((End - Start) / Grain);

        public MetricQuery Query(IReadOnlyList<string> names, IReadOnlyList<MetricAggregation> aggregations) =>
            new(Service, names, aggregations, Start, End, Grain);
    }
}
