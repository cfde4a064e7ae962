using Advisor.Azure.Resilience;
using Advisor.Core.Metrics;
using Azure;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads single resources through Resource Manager: if the batch call is unavailable, or for a resource that it does not accept. This call
/// supports several aggregations at once, so one call suffices until Azure refuses the mixture.
/// </summary>
internal sealed class SingleMetricReader(
    AzureCalls calls,
    IMonitorClient wire,
    string armHost,
    MetricCapabilities learned,
    MetricRefusals refusals,
    MetricReadSession run
)
{
    private const int MaxParallel = 8;

    public Task ReadAsync(MetricBatch batch, IReadOnlyList<Metric> metrics, CancellationToken cancellation) =>
        Parallel.ForEachAsync(
            batch.Ids,
            new ParallelOptions { MaxDegreeOfParallelism = MaxParallel, CancellationToken = cancellation },
            async (id, token) =>
            {
                foreach (var part in learned.GroupForSingle(batch.Type, metrics))
                {
                    await FetchAsync(batch with { Ids = [id] }, part, token);
                }
            }
        );

    private async Task FetchAsync(MetricBatch one, IReadOnlyList<Metric> metrics, CancellationToken cancellation)
    {
        try
        {
            await AcceptAsync(one, metrics, await SendAsync(one, metrics, cancellation), cancellation);
        }
        catch (RequestFailedException failed) when (MetricRefusals.IsAboutAggregation(failed))
        {
            RememberCapabilities(one, metrics);
            await refusals.RetryInPartsAsync(one, metrics, failed, part => FetchAsync(one, part, cancellation));
        }
        catch (RequestFailedException failed) when (refusals.DropUnknownMetrics(one, metrics, failed) is { } rest)
        {
            await FetchAsync(one, rest, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            run.Fail(one, AzureFailures.Describe(one.Ids[0], exception, MetricReader.RequiredRole));
        }
    }

    /// <summary>Adds a response, and repeats the call once for metrics that failed because of the mixed aggregations.</summary>
    private async Task AcceptAsync(MetricBatch one, IReadOnlyList<Metric> metrics, MetricsDocument document, CancellationToken cancellation)
    {
        var id = one.Ids[0];
        if (document.Resources is not [var answer, ..])
        {
            run.Fail(one, MetricRefusals.CreateUnreadableFailure(id));
            return;
        }

        learned.MarkAnswered(one.Type, metrics);
        var isMixed = metrics.Select(m => m.Aggregation).Distinct().Count() > 1;
        var again = metrics.Where(m => isMixed && answer.Errors.Any(e => IsFor(e, m) && MetricRefusals.IsAboutAggregation(e))).ToList();
        run.AddSamples(id, answer with { Errors = [.. answer.Errors.Where(e => !again.Exists(m => IsFor(e, m)))] }, one.Grain);
        foreach (var part in MetricCapabilities.GroupByAggregation(again))
        {
            RememberCapabilities(one, metrics);
            await FetchAsync(one, part, cancellation);
        }
    }

    private static bool IsFor(MetricError error, Metric metric) =>
        string.Equals(error.Metric, metric.Name, StringComparison.OrdinalIgnoreCase);

    private void RememberCapabilities(MetricBatch one, IReadOnlyList<Metric> metrics)
    {
        if (MetricCapabilities.GroupByAggregation(metrics).Count > 1)
        {
            learned.RequireOneAggregation(one.Type);
        }
    }

    private async Task<MetricsDocument> SendAsync(MetricBatch one, IReadOnlyList<Metric> metrics, CancellationToken cancellation) =>
        await calls.ReadAsync(
            CallName.MetricSingle,
            // An outage of the metrics of a region opens no circuit of the listings and changes of all others.
            new CallTarget(armHost, one.Subscription) { Part = "metrics " + one.Region, FailsAlone = true },
            token =>
            {
                run.CountCall();
                return wire.ReadSingleAsync(one.CreateQuery(metrics), token);
            },
            cancellation
        );
}
