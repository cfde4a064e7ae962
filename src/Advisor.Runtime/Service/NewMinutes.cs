using System.Threading.Channels;
using Advisor.Core.Alerting;
using Advisor.Core.Metrics;
using Advisor.Core.Quantities;
using Advisor.Runtime.Fleet;

namespace Advisor.Runtime.Service;

/// <summary>
/// The minutes that a batch needs: those since the last tick of resources that are known, a longer past of those seen for the first time. The past of a large
/// fleet is gigabytes: a process reads it a few resources at a time, each share worked off before the next one is asked for, whatever it has in hand.
/// </summary>
internal sealed class NewMinutes(ServiceParts parts)
{
    // Room for one: whoever puts something in has the turn until it is taken out.
    private readonly Channel<bool> turn = Channel.CreateBounded<bool>(1);

    /// <summary>Minutes of known resources, and the closes of the newest one.</summary>
    public async Task<MetricAnswer> SinceLastAsync(IReadOnlyCollection<Subject> known, DateTimeOffset now, CancellationToken cancellation)
    {
        var end = EndOf(now);
        var readable = known.Where(s => s is { Resource: not null, Remembered.State: not null }).ToList();
        var since = readable.Select(s => s.Remembered!.State!.Time.AddMinutes(1)).DefaultIfEmpty(end).Min();
        var answer = await ReadAsync(readable, since > end - parts.Options.CatchUp ? since : end - parts.Options.CatchUp, end, cancellation);
        var closes = await ClosesAsync(readable, answer, end, cancellation);
        return answer with { Calls = answer.Calls + closes.Calls, Closes = closes.Of };
    }

    /// <summary>The past of resources that are new.</summary>
    public Task<MetricAnswer> PastAsync(IReadOnlyCollection<Subject> fresh, DateTimeOffset now, CancellationToken cancellation)
    {
        var history = parts.Options.HistoryOnFirstSight > TimeSpan.FromMinutes(1) ? parts.Options.HistoryOnFirstSight : TimeSpan.FromMinutes(1);
        return ReadAsync(fresh, EndOf(now) - history, EndOf(now), cancellation);
    }

    /// <summary>Waits until nobody else of this process has a past in hand; dispose of the answer when done with it.</summary>
    public async Task<IDisposable> OneAtATimeAsync(CancellationToken cancellation)
    {
        await turn.Writer.WriteAsync(true, cancellation);
        return new Held(turn.Reader);
    }

    /// <summary>Closes of the newest minute, of resources whose other metrics of it have come: of the others nothing is known yet.</summary>
    private async Task<ClosesAnswer> ClosesAsync(List<Subject> known, MetricAnswer read, DateTimeOffset end, CancellationToken cancellation)
    {
        var minute = end.AddMinutes(-1);
        var current = known.Select(s => s.Resource!).Where(r => read.Series.GetValueOrDefault(r.Id) is [.., var newest] && newest.Time == minute).ToList();
        return current.Count > 0 ? await parts.Metrics.ReadClosesAsync(current, AlertReadings.CloseCategories, minute, cancellation) : ClosesAnswer.Unknown;
    }

    private async Task<MetricAnswer> ReadAsync(IReadOnlyCollection<Subject> subjects, DateTimeOffset start, DateTimeOffset end, CancellationToken cancellation) =>
        subjects.Count > 0 && start < end
            ? await parts.Metrics.ReadAsync([.. subjects.Select(s => s.Resource!)], start, end, cancellation)
            : new MetricAnswer(new Dictionary<string, IReadOnlyList<MinuteSample>>(StringComparer.OrdinalIgnoreCase), [], 0, []);

    private DateTimeOffset EndOf(DateTimeOffset now) => Minutes.Floor(now - parts.Rules.Policy.MetricLag);

    private sealed class Held(ChannelReader<bool> turn) : IDisposable
    {
        public void Dispose() => turn.TryRead(out _);
    }
}
