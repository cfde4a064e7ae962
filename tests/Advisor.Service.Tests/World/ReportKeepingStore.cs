using System.Text.Json;
using Advisor.Runtime.Alerts;
using Advisor.Runtime.State;

namespace Advisor.Service.Tests.World;

/// <summary>A store that remembers the reports of alerts that were written to it, since gathering takes them away.</summary>
internal sealed class ReportKeepingStore(IStateStore inner) : IStateStore
{
    private readonly List<AlertReport> reports = [];

    /// <summary>In the order in which they were written; each once.</summary>
    public IReadOnlyList<AlertReport> Reports
    {
        get
        {
            lock (reports)
            {
                return [.. reports.OrderBy(report => report.Alert.At)];
            }
        }
    }

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation) => inner.GetAsync(partition, key, cancellation);

    public async Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        var result = await inner.CommitAsync(partition, writes, cancellation);
        lock (reports)
        {
            reports.AddRange(result.Committed ? writes.Where(write => write.Kind == WriteKind.Insert && write.Key.StartsWith("g-", StringComparison.Ordinal)).Select(Report).OfType<AlertReport>() : []);
        }

        return result;
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation) => inner.QueryAsync(query, cancellation);

    private static AlertReport? Report(RowWrite write)
    {
        using var item = JsonDocument.Parse(write.Payload);
        return item.RootElement.GetProperty("kind").GetString() == nameof(OutboxKind.Alert) ? AlertReport.Parse(item.RootElement.GetProperty("payload").GetString()!) : null;
    }
}
