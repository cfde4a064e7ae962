using System.Collections.Concurrent;
using Advisor.Core.Fleet;

namespace Advisor.Service.Fleet;

/// <summary>Run of a source whose batches learn nothing from each other.</summary>
internal sealed class IndependentReads(IMetricSource source) : IMetricRun
{
    private readonly ConcurrentQueue<(TimeSpan Grain, string Text)> notes = new();

    public async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    )
    {
        var answer =
            grain == TimeSpan.FromMinutes(1)
                ? await source.ReadAsync(resources, start, end, cancellation)
                : await source.ReadAsync(resources, start, end, grain, cancellation);
        foreach (var note in answer.Notes)
        {
            notes.Enqueue((grain, note));
        }

        return answer with
        {
            Notes = [],
        };
    }

    public IReadOnlyList<string> ListNotes() => [.. notes.OrderBy(n => n.Grain).Select(n => n.Text).Distinct(StringComparer.Ordinal)];
}
