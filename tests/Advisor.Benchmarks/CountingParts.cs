using Advisor.Core.Fleet;
using Advisor.Service.Fleet;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Benchmarks;

/// <summary>Every method is one request of the table service; a query one for each page.</summary>
internal sealed class CountingStore(IStateStore inner) : IStateStore
{
    private int calls;
    private long bytesRead;
    private long bytesWritten;

    public int Calls => calls;

    /// <summary>Payloads of all rows that were read, and of those that were written.</summary>
    public (long Read, long Written) Bytes => (bytesRead, bytesWritten);

    public async Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        var row = await Count(inner.GetAsync(partition, key, cancellation));
        Interlocked.Add(ref bytesRead, row?.Payload.Length ?? 0);
        return row;
    }

    public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        Interlocked.Add(ref bytesWritten, writes.Sum(write => write.Payload.Length));
        return Count(inner.CommitAsync(partition, writes, cancellation));
    }

    public async Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        var page = await Count(inner.QueryAsync(query, cancellation));
        Interlocked.Add(ref bytesRead, page.Rows.Sum(row => row.Payload.Length));
        return page;
    }

    private T Count<T>(T call)
    {
        Interlocked.Increment(ref calls);
        return call;
    }
}

/// <summary>After the first tick each batch reads once.</summary>
internal sealed class CountingMetrics(IMetricSource inner) : IMetricSource
{
    public int Batches { get; private set; }

    public int Calls { get; private set; }

    public async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        CancellationToken cancellation
    )
    {
        var answer = await inner.ReadAsync(resources, start, end, cancellation);
        (Batches, Calls) = (Batches + 1, Calls + answer.Calls);
        return answer;
    }

    public async Task<MetricReadResult> ReadAsync(
        IReadOnlyList<FleetResource> resources,
        DateTimeOffset start,
        DateTimeOffset end,
        TimeSpan grain,
        CancellationToken cancellation
    )
    {
        var answer = await inner.ReadAsync(resources, start, end, grain, cancellation);
        Calls += answer.Calls;
        return answer;
    }

    public async Task<ConnectionCloses> ReadConnectionClosesAsync(
        IReadOnlyList<(FleetResource Resource, DateTimeOffset Minute)> minutes,
        IReadOnlyList<string> categories,
        CancellationToken cancellation
    )
    {
        var answer = await inner.ReadConnectionClosesAsync(minutes, categories, cancellation);
        Calls += answer.Calls;
        return answer;
    }
}

internal sealed class CountingChannel : INotificationChannel
{
    public string Name => "console";

    public int Sent { get; private set; }

    /// <summary>Resources that the messages were about, together.</summary>
    public int Resources { get; private set; }

    public Task<DeliveryResult> SendAsync(Notification message, CancellationToken cancellation)
    {
        Sent++;
        Resources += message.ResourceCount ?? message.Resources.Count;
        return Task.FromResult(DeliveryResult.Delivered);
    }
}
