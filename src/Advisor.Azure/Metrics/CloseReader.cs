using System.Text.Json;
using Advisor.Azure.Resilience;
using Advisor.Runtime.Fleet;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads how many connections were closed, by category. A split needs a filter, and a filter refuses metrics without its dimension: so it is a call of its own
/// for each batch. What fails is unknown and hides nothing; where the batch call is refused, no resource is asked one by one for this.
/// </summary>
internal sealed class CloseReader(AzureCalls calls, IMonitorWire wire, AzureEndpoints cloud)
{
    private static readonly MetricPlan Plan = new(["ConnectionCloseCount"], [MetricAggregation.Total]);

    public async Task<ClosesAnswer> ReadAsync(IEnumerable<MetricBatch> batches, IReadOnlyList<string> categories, CancellationToken cancellation)
    {
        var split = new MetricSplit("ConnectionCloseCategory", categories);
        var closes = new Dictionary<string, IReadOnlyDictionary<string, double>>(StringComparer.OrdinalIgnoreCase);
        var made = 0;
        foreach (var batch in batches)
        {
            try
            {
                made++;
                Add(closes, await AskAsync(batch, split, cancellation));
            }
            catch (Exception e) when (e is JsonException || AzureFailures.IsExpected(e, cancellation))
            {
                // Unknown: the alerts about it keep what they knew.
            }
        }

        return new ClosesAnswer(closes, made);
    }

    private async Task<SplitDocument> AskAsync(MetricBatch batch, MetricSplit split, CancellationToken cancellation) => await calls.ReadAsync(
        CallName.MetricBatch,
        new CallTarget(cloud.MetricsEndpoint(batch.Region).Authority, batch.Subscription),
        token => wire.SplitAsync(batch.Subscription, batch.Region, batch.Query(Plan), split, batch.Ids, token),
        cancellation);

    private static void Add(Dictionary<string, IReadOnlyDictionary<string, double>> closes, SplitDocument document)
    {
        var totals = document.Totals.ToLookup(total => total.Id, StringComparer.OrdinalIgnoreCase);
        foreach (var id in document.Answered)
        {
            closes[id] = totals[id]
                .GroupBy(total => total.Value, StringComparer.OrdinalIgnoreCase)
                .ToDictionary(of => of.Key, of => of.Sum(total => total.Total), StringComparer.OrdinalIgnoreCase);
        }
    }
}
