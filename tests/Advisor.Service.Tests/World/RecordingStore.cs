using System.Text.Json;
using Advisor.Core.Alerting;
using Advisor.Service.Alerts;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tests.World;

/// <summary>A store that remembers the alert events that were written to it, since grouping removes them.</summary>
internal sealed class RecordingStore(IStateStore inner) : IStateStore
{
    private readonly List<AlertEvent> reports = [];

    /// <summary>In the order in which they were written; each once.</summary>
    public IReadOnlyList<AlertEvent> Reports
    {
        get
        {
            lock (reports)
            {
                return [.. reports.OrderBy(report => report.At)];
            }
        }
    }

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) =>
        inner.GetAsync(partition, key, cancellation);

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        var result = await inner.CommitAsync(partition, writes, cancellation);
        lock (reports)
        {
            reports.AddRange(
                result.IsCommitted
                    ? writes
                        .Where(write => write.Kind == WriteKind.Insert && write.Key.StartsWith("g-", StringComparison.Ordinal))
                        .Select(FindReport)
                        .OfType<AlertEvent>()
                    : []
            );
        }

        return result;
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation) => inner.QueryAsync(query, cancellation);

    private static AlertEvent? FindReport(RowWrite write)
    {
        using var item = JsonDocument.Parse(write.Payload);
        return item.RootElement.GetProperty("kind").GetString() == nameof(OutboxKind.Alert)
            ? AlertItems.Parse(item.RootElement.GetProperty("payload").GetString()!)
            : null;
    }
}
