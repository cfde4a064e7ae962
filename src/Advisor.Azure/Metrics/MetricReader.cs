using Advisor.Azure.Resilience;
using Advisor.Core.Capacity;
using Advisor.Runtime.Fleet;
using Azure;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads batches into a <see cref="MetricRun"/> and copes with what Azure Monitor may answer: a refusal of the batch call, of a metric name, of
/// one resource among fifty; a metric that failed; a cut-off answer. Every resource ends up with a series or with a failure.
/// </summary>
internal sealed class MetricReader(AzureCalls calls, IMonitorWire wire, AzureCloud cloud, string armHost, LearnedMetrics learned, MetricRun run)
{
    private const int MostParallel = 8;

    public async Task ReadAsync(MetricBatch batch, CancellationToken cancellation)
    {
        foreach (var plan in learned.Plans(batch.Service).ToList())
        {
            await AskAsync(batch, plan, cancellation);
        }
    }

    private async Task AskAsync(MetricBatch batch, MetricPlan plan, CancellationToken cancellation)
    {
        if (run.IsSlow(batch.Subscription))
        {
            await EachAsync(batch, plan, cancellation);
            return;
        }

        try
        {
            await TakeAsync(batch, plan, await SendAsync(batch, plan, cancellation), cancellation);
        }
        catch (RequestFailedException failed) when (failed.Status is 400 or 404 && !IsAboutSubscription(failed))
        {
            await RefusedAsync(batch, plan, failed, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            if (SlowReason(batch, exception) is { } why)
            {
                run.GoSlow(batch.Subscription, why);
                await EachAsync(batch, plan, cancellation);
                return;
            }

            Fail(batch.Ids, exception);
        }
    }

    private async Task<MetricsDocument> SendAsync(MetricBatch batch, MetricPlan plan, CancellationToken cancellation) => await calls.ReadAsync(
        CallName.MetricBatch,
        new CallTarget(BatchHost(batch), batch.Subscription),
        token =>
        {
            run.CountCall();
            return wire.BatchAsync(batch.Subscription, batch.Region, batch.Query(plan), batch.Ids, token);
        },
        cancellation);

    /// <summary>Takes what came; asks apart for metrics that do not bear the mixture, and once more for what a cut-off answer lost.</summary>
    private async Task TakeAsync(MetricBatch batch, MetricPlan plan, MetricsDocument document, CancellationToken cancellation)
    {
        var left = batch.Ids.ToHashSet(StringComparer.OrdinalIgnoreCase);
        foreach (var resource in document.Resources)
        {
            if (resource.Id is { } id && left.Remove(id))
            {
                Take(batch, plan, id, resource);
            }
        }

        await AskApartAsync(batch, plan, document, cancellation);
        if (left.Count > 0 && !document.IsWhole && !batch.IsSecondTry)
        {
            await AskAsync(batch with { Ids = [.. left], IsSecondTry = true }, plan, cancellation);
            return;
        }

        foreach (var id in left)
        {
            run.Fail(document.IsWhole
                ? new FleetFailure(id, FailureCodes.NotFound, $"Azure Monitor gave no answer for {id}: it was deleted, moved or has just been created.")
                : Unreadable(id));
        }
    }

    // Errors of metrics that will be asked for apart are not errors yet.
    private void Take(MetricBatch batch, MetricPlan plan, string id, ResourceMetrics answer) =>
        run.Take(id, answer with { Errors = [.. answer.Errors.Where(e => !CanBeApart(batch.Service, plan, e))] }, batch.Grain);

    private async Task AskApartAsync(MetricBatch batch, MetricPlan plan, MetricsDocument document, CancellationToken cancellation)
    {
        var metrics = document.Resources
            .SelectMany(r => r.Errors)
            .Where(e => CanBeApart(batch.Service, plan, e))
            .Select(e => MetricCatalog.For(batch.Service).Find(e.Metric)!)
            .Distinct()
            .ToList();
        metrics.ForEach(m => learned.SetApart(batch.Service, m.Name));
        foreach (var alone in LearnedMetrics.Alone(metrics))
        {
            await AskAsync(batch, alone, cancellation);
        }
    }

    private static bool CanBeApart(ServiceKind service, MetricPlan plan, MetricError error) =>
        plan.Aggregations.Count > 1
        && error.Code.Contains("SamplingType", StringComparison.OrdinalIgnoreCase)
        && MetricCatalog.For(service).Find(error.Metric) is not null;

    /// <summary>A refused batch: an unknown metric name is dropped and the rest asked for again; otherwise halves find the culprit.</summary>
    private async Task RefusedAsync(MetricBatch batch, MetricPlan plan, RequestFailedException failed, CancellationToken cancellation)
    {
        if (WithoutUnknown(batch.Service, plan, failed) is { } rest)
        {
            await AskAsync(batch, rest, cancellation);
            return;
        }

        if (batch.Ids.Length == 1)
        {
            Fail(batch.Ids, failed);
            return;
        }

        var half = batch.Ids.Length / 2;
        await AskAsync(batch with { Ids = batch.Ids[..half] }, plan, cancellation);
        await AskAsync(batch with { Ids = batch.Ids[half..] }, plan, cancellation);
    }

    private MetricPlan? WithoutUnknown(ServiceKind service, MetricPlan plan, RequestFailedException failed)
    {
        var dropped = failed.Status == 400 ? learned.Drop(service, plan.Names, ErrorBody.Of(failed).FullMessage) : [];
        foreach (var name in dropped)
        {
            run.Note($"Azure Monitor does not know the metric {name} of {MetricCatalog.For(service).Namespace}: read without it.");
        }

        return dropped.Count == 0 ? null : plan with { Names = [.. plan.Names.Except(dropped, StringComparer.OrdinalIgnoreCase)] };
    }

    private Task EachAsync(MetricBatch batch, MetricPlan plan, CancellationToken cancellation) => Parallel.ForEachAsync(
        batch.Ids,
        new ParallelOptions { MaxDegreeOfParallelism = MostParallel, CancellationToken = cancellation },
        async (id, token) => await OneAsync(batch with { Ids = [id] }, plan, token));

    private async Task OneAsync(MetricBatch one, MetricPlan plan, CancellationToken cancellation)
    {
        var id = one.Ids[0];
        try
        {
            var document = await SendOneAsync(one, plan, cancellation);
            if (!document.IsWhole || document.Resources.Count == 0)
            {
                run.Fail(Unreadable(id));
                return;
            }

            Take(one, plan, id, document.Resources[0]);
            await AskApartAsync(one, plan, document, cancellation);
        }
        catch (RequestFailedException failed) when (WithoutUnknown(one.Service, plan, failed) is { } rest)
        {
            await OneAsync(one, rest, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            Fail([id], exception);
        }
    }

    private async Task<MetricsDocument> SendOneAsync(MetricBatch one, MetricPlan plan, CancellationToken cancellation) => await calls.ReadAsync(
        CallName.MetricSingle,
        new CallTarget(armHost, one.Subscription),
        token =>
        {
            run.CountCall();
            return wire.SingleAsync(one.Query(plan), one.Ids[0], token);
        },
        cancellation);

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

    private static bool IsAboutSubscription(RequestFailedException failed) =>
        ErrorBody.Of(failed).Code.Contains("Subscription", StringComparison.OrdinalIgnoreCase);

    private static FleetFailure Unreadable(string id) => new(
        id, FailureCodes.BadAnswer, $"The metrics of {id} came cut off or as no valid JSON: try again later; if it lasts, look for a proxy that changes answers.");

    private void Fail(IEnumerable<string> ids, Exception exception)
    {
        foreach (var id in ids)
        {
            run.Fail(AzureFailures.Describe(id, exception, "Monitoring Reader on the subscription, or on the resource"));
        }
    }
}
