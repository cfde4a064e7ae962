using System.Collections.Concurrent;
using Advisor.Core.Fleet;
using Advisor.Service.Fleet;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Reads of one evaluation from Azure Monitor: a subscription whose batch calls are refused is read per resource from then on, and a metric
/// that is missing in several batches is counted in one note.
/// </summary>
internal sealed class AzureMetricRun(AzureMetricSource source) : IMetricRun
{
    private readonly ConcurrentDictionary<TimeSpan, MetricReadNotes> notesByGrain = new();

    public async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    )
    {
        var notes = notesByGrain.GetOrAdd(grain, _ => new MetricReadNotes());
        var answer = await source.ReadAsync(resources, start, end, grain, notes, cancellation);
        return answer with { Notes = [] };
    }

    public IReadOnlyList<string> ListNotes() =>
        [.. notesByGrain.OrderBy(pair => pair.Key).SelectMany(pair => pair.Value.List()).Distinct(StringComparer.Ordinal)];
}
