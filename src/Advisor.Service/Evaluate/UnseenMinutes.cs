using System.Threading.Channels;
using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Service.Fleet;

namespace Advisor.Service.Evaluate;

/// <summary>
/// The minutes that a batch needs: those since the last tick of resources that are known, a longer past of those seen for the first time.
/// The past of a large fleet is gigabytes: a process reads it a few resources at a time, each share worked off before the next one is asked
/// for, whatever it has in hand.
/// </summary>
internal sealed class UnseenMinutes(ServiceDependencies dependencies)
{
    // One at a time: who puts something in owns the slot until it is taken out.
    private readonly Channel<bool> slot = Channel.CreateBounded<bool>(1);

    /// <summary>Minutes of known resources, and the closes of the newest one.</summary>
    public async Task<MetricReadResult> ReadSinceLastAsync(
        IReadOnlyCollection<BatchResource> known,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var end = EndAt(now);
        var readable = known.Where(s => s is { Resource: not null, Document.State: not null }).ToList();
        var since = readable.Select(s => s.Document!.State!.Time.AddMinutes(1)).DefaultIfEmpty(end).Min();
        var answer = await ReadAsync(
            readable,
            since > end - dependencies.Options.CatchUpWindow ? since : end - dependencies.Options.CatchUpWindow,
            end,
            cancellation
        );
        var closes = await ReadClosesAsync(readable, answer, end, cancellation);
        return answer with { Calls = answer.Calls + closes.Calls, ClosesByResource = closes.ByResource };
    }

    /// <summary>The past of resources that are new.</summary>
    public Task<MetricReadResult> ReadHistoryAsync(
        IReadOnlyCollection<BatchResource> fresh,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        var history =
            dependencies.Options.HistoryBackfill > TimeSpan.FromMinutes(1) ? dependencies.Options.HistoryBackfill : TimeSpan.FromMinutes(1);
        return ReadAsync(fresh, EndAt(now) - history, EndAt(now), cancellation);
    }

    /// <summary>Waits until this process backfills no other history; dispose of the answer when done with it.</summary>
    public async Task<IDisposable> EnterAsync(CancellationToken cancellation)
    {
        await slot.Writer.WriteAsync(true, cancellation);
        return new Slot(slot.Reader);
    }

    /// <summary>
    /// Closes of the newest minute, of resources whose other metrics of it have come: of the others nothing is known yet.
    /// </summary>
    private async Task<ConnectionCloses> ReadClosesAsync(
        List<BatchResource> known,
        MetricReadResult read,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        var minute = end.AddMinutes(-1);
        var current = known
            .Select(s => s.Resource!)
            .Where(r => read.Series.GetValueOrDefault(r.Id) is [.., var newest] && newest.Time == minute)
            .ToList();
        return current.Count > 0
            ? await dependencies.Metrics.ReadConnectionClosesAsync(current, AlertReadings.CloseCategories, minute, cancellation)
            : ConnectionCloses.Unknown;
    }

    private async Task<MetricReadResult> ReadAsync(
        IReadOnlyCollection<BatchResource> batchResources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    ) =>
        batchResources.Count > 0 && start < end
            ? await dependencies.Metrics.ReadAsync([.. batchResources.Select(s => s.Resource!)], start, end, cancellation)
            : new MetricReadResult(new Dictionary<string, IReadOnlyList<MinuteSample>>(StringComparer.OrdinalIgnoreCase), [], 0, []);

    private DateTimeOffset EndAt(DateTimeOffset now) => Minutes.Floor(now - dependencies.Rules.Policy.MetricLag);

    private sealed class Slot(ChannelReader<bool> reader) : IDisposable
    {
        public void Dispose() => reader.TryRead(out _);
    }
}
