using Advisor.Azure.Resilience;
using Advisor.Core.Metrics;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads the number of closed connections by category. A split needs a filter, and a filter is refused for metrics without its dimension,
/// so it takes a separate call per batch. On failure the counts are unknown and nothing else is affected; if the batch call is refused,
/// there are no calls per resource.
/// </summary>
/// <param name="learned">Resources that the batch call does not accept, known from other metrics: they would hide the rest.</param>
internal sealed class ConnectionCloseReader(AzureCalls calls, IMonitorClient wire, AzureEndpoints cloud, MetricCapabilities learned)
{
    private const string Metric = "ConnectionCloseCount";

    /// <param name="minuteById">The minute to read of each resource; the batches may have others beside.</param>
    public async Task<ConnectionCloses> ReadAsync(
        IEnumerable<MetricBatch> batches,
        IReadOnlyDictionary<string, DateTimeOffset> minuteById,
        IReadOnlyList<string> categories,
        CancellationToken cancellation
    )
    {
        var split = new MetricSplit("ConnectionCloseCategory", categories);
        var closes = new Dictionary<string, IReadOnlyDictionary<string, double>>(StringComparer.OrdinalIgnoreCase);
        var made = 0;
        foreach (var batch in batches.Select(DropExcluded).Where(batch => batch.Ids.Length > 0))
        {
            try
            {
                made++;
                AddTotals(closes, await FetchAsync(batch, split, cancellation), minuteById);
            }
            catch (Exception e) when (AzureFailures.IsExpected(e, cancellation))
            {
                // Unknown: the alerts keep their last values.
            }
        }

        return new ConnectionCloses(closes, made);
    }

    private MetricBatch DropExcluded(MetricBatch batch) =>
        batch with
        {
            Ids = [.. batch.Ids.Where(id => !learned.IsExcludedFromBatch(id))],
        };

    private async Task<SplitDocument> FetchAsync(MetricBatch batch, MetricSplit split, CancellationToken cancellation) =>
        await calls.ReadAsync(
            CallName.MetricBatch,
            new CallTarget(cloud.GetMetricsEndpoint(batch.Region).Authority, batch.Subscription) { FailsAlone = true },
            token => wire.ReadSplitAsync(new MetricQuery(batch, [Metric], [MetricAggregation.Total]), split, token),
            cancellation
        );

    private static void AddTotals(
        Dictionary<string, IReadOnlyDictionary<string, double>> closes,
        SplitDocument document,
        IReadOnlyDictionary<string, DateTimeOffset> minuteById
    )
    {
        var totals = document.Totals.ToLookup(total => total.Id, StringComparer.OrdinalIgnoreCase);
        foreach (var id in document.Answered)
        {
            closes[id] = totals[id]
                .Where(of => minuteById.TryGetValue(id, out var minute) && of.Minute == minute)
                .GroupBy(total => total.Value, StringComparer.OrdinalIgnoreCase)
                .ToDictionary(of => of.Key, of => of.Sum(total => total.Total), StringComparer.OrdinalIgnoreCase);
        }
    }
}
