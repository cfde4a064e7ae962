using Advisor.Azure.Resilience;
using Advisor.Core.Fleet;
using Advisor.Core.Metrics;
using Azure;
using Polly.CircuitBreaker;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads batches into a <see cref="MetricReadSession"/> and handles the possible responses of Azure Monitor: refusal of the batch call, of
/// a metric name, of an aggregation, or of one resource among fifty; a failed metric; a truncated response. Every resource ends with a
/// series or a failure.
/// </summary>
internal sealed class MetricReader(
    AzureCalls calls,
    IMonitorClient wire,
    AzureEndpoints cloud,
    string armHost,
    MetricCapabilities learned,
    MetricReadSession run
)
{
    /// <summary>Role to name for a 403.</summary>
    public const string RequiredRole = "Monitoring Reader on the subscription, or on the resource";

    private readonly MetricRefusals refusals = new(learned, run);
    private readonly SingleMetricReader single = new(calls, wire, armHost, learned, new MetricRefusals(learned, run), run);

    public async Task ReadAsync(MetricBatch batch, CancellationToken cancellation)
    {
        var plans = learned.GroupForBatch(batch.Type);
        for (var i = 0; i < plans.Count; i++)
        {
            // A resource that one call could not read is left out of the next ones, since partial results are not used.
            batch = batch with
            {
                Ids = [.. batch.Ids.Where(id => !run.HasFailed(batch, id))],
            };
            var alone = batch with { Ids = [.. batch.Ids.Where(learned.IsExcludedFromBatch)] };
            var together = batch with { Ids = [.. batch.Ids.Except(alone.Ids)] };
            await single.ReadAsync(alone, plans[i], cancellation);
            if (!await TryReadBatchAsync(together, plans[i], cancellation))
            {
                // One call per resource returns everything that remains to be read for it.
                await single.ReadAsync(together, [.. plans.Skip(i).SelectMany(plan => plan)], cancellation);
                batch = alone;
            }
        }

        foreach (var id in batch.Ids.Where(id => learned.IsFailing(id) && !learned.IsExcludedFromBatch(id) && !run.HasFailed(batch, id)))
        {
            learned.MarkRead(id);
        }
    }

    /// <summary>Makes a batch call; false if it is unavailable for the subscription or a resource, and nothing was read.</summary>
    private async Task<bool> TryReadBatchAsync(MetricBatch batch, IReadOnlyList<Metric> metrics, CancellationToken cancellation)
    {
        if (batch.Ids.Length == 0 || run.Notes.IsReadOneByOne(batch.Subscription))
        {
            return batch.Ids.Length == 0;
        }

        try
        {
            await AcceptAsync(batch, metrics, await SendAsync(batch, metrics, cancellation), cancellation);
        }
        catch (RequestFailedException failed) when (MetricRefusals.IsAboutAggregation(failed))
        {
            await refusals.RetryInPartsAsync(batch, metrics, failed, part => ReadPartAsync(batch, part, cancellation));
        }
        catch (RequestFailedException failed)
            when (MetricRefusals.MayBeAboutOneResource(failed) || (failed.Status == 500 && IsAlone(batch)))
        {
            await HandleRefusalAsync(batch, metrics, failed, cancellation);
        }
        catch (BrokenCircuitException) when (IsAlone(batch))
        {
            // Others like it have just failed: it is not tried now, and so keeps failing.
            return false;
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            if (MetricRefusals.FindFallbackReason(batch, exception, cloud, armHost) is { } why)
            {
                run.Notes.FallBackToOneByOne(batch.Subscription, why);
                return false;
            }

            FailAll(batch, exception);
        }

        return true;
    }

    /// <summary>Repeats a failed batch call for some of its resources or metrics.</summary>
    private async Task ReadPartAsync(MetricBatch batch, IReadOnlyList<Metric> metrics, CancellationToken cancellation)
    {
        if (!await TryReadBatchAsync(batch, metrics, cancellation))
        {
            await single.ReadAsync(batch, metrics, cancellation);
        }
    }

    // Whether batch calls with the resource have failed for so long that it is the only one of its call.
    private bool IsAlone(MetricBatch batch) => batch.Ids is [var only] && learned.FindMaxIdsPerCall(only) == 1;

    // Without retries where Azure has been asked often enough: they would open the circuit of the region.
    private async Task<MetricsDocument> SendAsync(MetricBatch batch, IReadOnlyList<Metric> metrics, CancellationToken cancellation)
    {
        var target = new CallTarget(GetBatchHost(batch), batch.Subscription) { Part = learned.FindCircuit(batch.Ids), FailsAlone = true };
        return learned.FindMaxIdsPerCall(batch.Ids[0]) < MetricCapabilities.MaxIdsPerCall
            ? await calls.SendOnceAsync(CallName.MetricBatch, target, CallAsync, cancellation)
            : await calls.ReadAsync(CallName.MetricBatch, target, CallAsync, cancellation);

        async Task<MetricsDocument> CallAsync(CancellationToken token)
        {
            run.CountCall();
            try
            {
                return await wire.ReadBatchAsync(batch.CreateQuery(metrics), token);
            }
            catch (RequestFailedException failed) when (failed.Status == 500)
            {
                // Here, since the call itself may end with the open circuit.
                learned.MarkFailing(batch.Ids);
                throw;
            }
        }
    }

    /// <summary>Adds a response, and repeats the call once for what a truncated response lost.</summary>
    private async Task AcceptAsync(
        MetricBatch batch,
        IReadOnlyList<Metric> metrics,
        MetricsDocument document,
        CancellationToken cancellation
    )
    {
        learned.MarkAnswered(batch.Type, metrics);
        var left = batch.Ids.ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var resource in document.Resources)
        {
            if (resource.Id is { } id && left.Remove(id))
            {
                run.AddSamples(id, resource, batch.Grain);
            }
        }

        foreach (var id in document.Unreadable.OfType<string>().Where(left.Remove))
        {
            run.Fail(batch, MetricRefusals.CreateUnreadableFailure(id));
        }

        if (left.Count > 0 && !document.IsWhole && !batch.IsRetry)
        {
            await ReadPartAsync(batch with { Ids = [.. left], IsRetry = true }, metrics, cancellation);
            return;
        }

        foreach (var id in left)
        {
            run.Fail(
                batch,
                document.IsWhole && !document.Unreadable.Contains(null)
                    ? new FleetFailure(
                        id,
                        FailureCode.NotFound,
                        $"Azure Monitor returned nothing for {id}: it was deleted, moved or just created."
                    )
                    : MetricRefusals.CreateUnreadableFailure(id)
            );
        }
    }

    /// <summary>
    /// Handles a refused batch, or one of a single resource that has failed for minutes: an unknown metric name is dropped and the call
    /// repeated; otherwise the batch is halved until the resource at fault is found, which is then read separately for an hour, since the
    /// batch call lacks some resources that Resource Manager has.
    /// </summary>
    private async Task HandleRefusalAsync(
        MetricBatch batch,
        IReadOnlyList<Metric> metrics,
        RequestFailedException failed,
        CancellationToken cancellation
    )
    {
        if (refusals.DropUnknownMetrics(batch, metrics, failed) is { } rest)
        {
            await ReadPartAsync(batch, rest, cancellation);
            return;
        }

        if (batch.Ids.Length == 1)
        {
            learned.ExcludeFromBatch(batch.Ids[0]);
            await single.ReadAsync(batch, metrics, cancellation);
            return;
        }

        var half = batch.Ids.Length / 2;
        await ReadPartAsync(batch with { Ids = batch.Ids[..half] }, metrics, cancellation);
        await ReadPartAsync(batch with { Ids = batch.Ids[half..] }, metrics, cancellation);
    }

    private string GetBatchHost(MetricBatch batch) => cloud.GetMetricsEndpoint(batch.Region).Authority;

    private void FailAll(MetricBatch batch, Exception exception)
    {
        foreach (var id in batch.Ids)
        {
            run.Fail(batch, AzureFailures.Describe(id, exception, RequiredRole));
        }
    }
}
