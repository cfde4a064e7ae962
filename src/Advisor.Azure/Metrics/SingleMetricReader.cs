using Advisor.Azure.Resilience;
using Azure;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads one resource at a time through Resource Manager: where the batch call is not to be had, and for a resource that it does not take. This call bears
/// several aggregations at once, so one call is enough as long as Azure does not say otherwise.
/// </summary>
internal sealed class SingleMetricReader(AzureCalls calls, IMonitorWire wire, string armHost, LearnedMetrics learned, MetricRefusals refusals, MetricRun run)
{
    private const int MaxParallel = 8;

    public Task ReadAsync(MetricBatch batch, IReadOnlyList<CatalogMetric> metrics, CancellationToken cancellation) => Parallel.ForEachAsync(
        batch.Ids,
        new ParallelOptions { MaxDegreeOfParallelism = MaxParallel, CancellationToken = cancellation },
        async (id, token) =>
        {
            foreach (var part in learned.Singles(batch.Service, metrics))
            {
                await AskAsync(batch with { Ids = [id] }, part, token);
            }
        });

    private async Task AskAsync(MetricBatch one, IReadOnlyList<CatalogMetric> metrics, CancellationToken cancellation)
    {
        try
        {
            await TakeAsync(one, metrics, await SendAsync(one, metrics, cancellation), cancellation);
        }
        catch (RequestFailedException failed) when (MetricRefusals.IsAboutAggregation(failed))
        {
            Learn(one, metrics);
            await refusals.SplitAsync(one, metrics, failed, part => AskAsync(one, part, cancellation));
        }
        catch (RequestFailedException failed) when (refusals.WithoutUnknown(one, metrics, failed) is { } rest)
        {
            await AskAsync(one, rest, cancellation);
        }
        catch (Exception exception) when (AzureFailures.IsExpected(exception, cancellation))
        {
            run.Fail(one, AzureFailures.Describe(one.Ids[0], exception, MetricReader.Right));
        }
    }

    /// <summary>Takes what came, and asks once more for metrics that did not bear the mixture: their errors are not errors yet.</summary>
    private async Task TakeAsync(MetricBatch one, IReadOnlyList<CatalogMetric> metrics, MetricsDocument document, CancellationToken cancellation)
    {
        var id = one.Ids[0];
        if (!document.IsWhole || document.Resources is not [var answer, ..])
        {
            run.Fail(one, MetricRefusals.Unreadable(id));
            return;
        }

        learned.Answered(one.Service, metrics);
        var isMixed = metrics.Select(m => m.Aggregation).Distinct().Count() > 1;
        var again = metrics.Where(m => isMixed && answer.Errors.Any(e => IsOf(e, m) && MetricRefusals.IsAboutAggregation(e))).ToList();
        run.Take(id, answer with { Errors = [.. answer.Errors.Where(e => !again.Exists(m => IsOf(e, m)))] }, one.Grain);
        foreach (var part in LearnedMetrics.ByAggregation(again))
        {
            Learn(one, metrics);
            await AskAsync(one, part, cancellation);
        }
    }

    private static bool IsOf(MetricError error, CatalogMetric metric) => string.Equals(error.Metric, metric.Name, StringComparison.OrdinalIgnoreCase);

    private void Learn(MetricBatch one, IReadOnlyList<CatalogMetric> metrics)
    {
        if (LearnedMetrics.ByAggregation(metrics).Count > 1)
        {
            learned.SplitSingles(one.Service);
        }
    }

    private async Task<MetricsDocument> SendAsync(MetricBatch one, IReadOnlyList<CatalogMetric> metrics, CancellationToken cancellation) => await calls.ReadAsync(
        CallName.MetricSingle,
        new CallTarget(armHost, one.Subscription),
        token =>
        {
            run.CountCall();
            return wire.SingleAsync(one.Query(metrics), one.Ids[0], token);
        },
        cancellation);
}
