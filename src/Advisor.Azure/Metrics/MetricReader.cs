using Advisor.Azure.Resilience;
using Advisor.Runtime.Fleet;
using Azure;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads batches into a <see cref="MetricRun"/> and copes with what Azure Monitor may answer: a refusal of the batch call, of a metric name, of an
/// aggregation, of one resource among fifty; a metric that failed; a cut-off answer. Every resource ends up with a series or with a failure.
/// </summary>
internal sealed class MetricReader(
    AzureCalls calls, IMonitorWire wire, AzureEndpoints cloud, string armHost, LearnedMetrics learned, MetricRun run)
{
    /// <summary>The right whose lack a 403 means.</summary>
    public const string Right = "Monitoring Reader on the subscription, or on the resource";

    private readonly MetricRefusals refusals = new(learned, run);
    private readonly SingleMetricReader single = new(calls, wire, armHost, learned, new MetricRefusals(learned, run), run);

    public async Task ReadAsync(MetricBatch batch, CancellationToken cancellation)
    {
        var plans = learned.Batches(batch.Service);
        for (var i = 0; i < plans.Count; i++)
        {
            // What one call could not read is of no use by half: the next one does not ask for it.
            batch = batch with { Ids = [.. batch.Ids.Where(id => !run.IsLost(batch, id))] };
            var alone = batch with { Ids = [.. batch.Ids.Where(learned.IsAlone)] };
            var together = batch with { Ids = [.. batch.Ids.Except(alone.Ids)] };
            await single.ReadAsync(alone, plans[i], cancellation);
            if (!await AskAsync(together, plans[i], cancellation))
            {
                // One call for each resource brings all that is still to be read of it.
                await single.ReadAsync(together, [.. plans.Skip(i).SelectMany(plan => plan)], cancellation);
                batch = alone;
            }
        }
    }

    /// <summary>Makes a batch call; false where it is not to be had for the subscription, and nothing was read.</summary>
    private async Task<bool> AskAsync(MetricBatch batch, IReadOnlyList<CatalogMetric> metrics, CancellationToken cancellation)
    {
        if (batch.Ids.Length == 0 || run.IsSlow(batch.Subscription))
        {
            return batch.Ids.Length == 0;
        }

        try
        {
            await TakeAsync(batch, metrics, await SendAsync(batch, metrics, cancellation), cancellation);
        }
        catch (RequestFailedException failed) when (MetricRefusals.IsAboutAggregation(failed))
        {
            await refusals.SplitAsync(batch, metrics, failed, part => AskPartAsync(batch, part, cancellation));
        }
        catch (RequestFailedException failed) when (MetricRefusals.MayBeAboutOneResource(failed))
        {
            await RefusedAsync(batch, metrics, failed, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            if (SlowReason(batch, exception) is { } why)
            {
                run.GoSlow(batch.Subscription, why);
                return false;
            }

            Fail(batch, exception);
        }

        return true;
    }

    /// <summary>Asks for some of the resources or metrics of a batch call that went wrong.</summary>
    private async Task AskPartAsync(MetricBatch batch, IReadOnlyList<CatalogMetric> metrics, CancellationToken cancellation)
    {
        if (!await AskAsync(batch, metrics, cancellation))
        {
            await single.ReadAsync(batch, metrics, cancellation);
        }
    }

    private async Task<MetricsDocument> SendAsync(MetricBatch batch, IReadOnlyList<CatalogMetric> metrics, CancellationToken cancellation) => await calls.ReadAsync(
        CallName.MetricBatch,
        new CallTarget(BatchHost(batch), batch.Subscription),
        token =>
        {
            run.CountCall();
            return wire.BatchAsync(batch.Subscription, batch.Region, batch.Query(metrics), batch.Ids, token);
        },
        cancellation);

    /// <summary>Takes what came; asks once more for what a cut-off answer lost.</summary>
    private async Task TakeAsync(MetricBatch batch, IReadOnlyList<CatalogMetric> metrics, MetricsDocument document, CancellationToken cancellation)
    {
        learned.Answered(batch.Service, metrics);
        var left = batch.Ids.ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var resource in document.Resources)
        {
            if (resource.Id is { } id && left.Remove(id))
            {
                run.Take(id, resource, batch.Grain);
            }
        }

        foreach (var id in document.Unreadable.OfType<string>().Where(left.Remove))
        {
            run.Fail(batch, MetricRefusals.Unreadable(id));
        }

        if (left.Count > 0 && !document.IsWhole && !batch.IsSecondTry)
        {
            await AskPartAsync(batch with { Ids = [.. left], IsSecondTry = true }, metrics, cancellation);
            return;
        }

        foreach (var id in left)
        {
            run.Fail(batch, document.IsWhole && !document.Unreadable.Contains(null)
                ? new FleetFailure(id, FailureCodes.NotFound, $"Azure Monitor gave no answer for {id}: it was deleted, moved or has just been created.")
                : MetricRefusals.Unreadable(id));
        }
    }

    /// <summary>
    /// A refused batch: an unknown metric name is dropped and the rest asked for again; otherwise halves find the culprit, which is asked for by itself, now and
    /// for an hour: the batch call lacks resources that Resource Manager knows.
    /// </summary>
    private async Task RefusedAsync(MetricBatch batch, IReadOnlyList<CatalogMetric> metrics, RequestFailedException failed, CancellationToken cancellation)
    {
        if (refusals.WithoutUnknown(batch, metrics, failed) is { } rest)
        {
            await AskPartAsync(batch, rest, cancellation);
            return;
        }

        if (batch.Ids.Length == 1)
        {
            learned.SetAlone(batch.Ids[0]);
            await single.ReadAsync(batch, metrics, cancellation);
            return;
        }

        var half = batch.Ids.Length / 2;
        await AskPartAsync(batch with { Ids = batch.Ids[..half] }, metrics, cancellation);
        await AskPartAsync(batch with { Ids = batch.Ids[half..] }, metrics, cancellation);
    }

    // 403: the batch call wants the right on the subscription itself. Unreachable: a firewall may know Resource Manager and not this host.
    private string? SlowReason(MetricBatch batch, Exception exception) => exception switch
    {
        RequestFailedException { Status: 403 } =>
            $"The batch call for metrics was refused for subscription {batch.Subscription} (403): read one resource at a time, which is slower and "
            + "makes more calls. Grant Monitoring Reader on the subscription itself to be quick again.",
        RequestFailedException { Status: 0 } when !string.Equals(BatchHost(batch), armHost, StringComparison.OrdinalIgnoreCase) =>
            $"The batch endpoint {BatchHost(batch)} could not be reached: subscription {batch.Subscription} was read one resource at a time, which is "
            + "slower and makes more calls. Open the firewall for it to be quick again.",
        _ => null,
    };

    private string BatchHost(MetricBatch batch) => cloud.MetricsEndpoint(batch.Region).Authority;

    private void Fail(MetricBatch batch, Exception exception)
    {
        foreach (var id in batch.Ids)
        {
            run.Fail(batch, AzureFailures.Describe(id, exception, Right));
        }
    }
}
