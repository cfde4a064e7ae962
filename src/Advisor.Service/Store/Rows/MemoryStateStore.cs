namespace Advisor.Service.Store.Rows;

/// <summary>In-memory store, for one-off runs and tests. Meets the contract of <see cref="IStateStore"/> except durability.</summary>
public sealed class MemoryStateStore : IStateStore
{
    private readonly Lock gate = new();
    private readonly Dictionary<string, SortedList<string, Row>> partitions = new(StringComparer.Ordinal);
    private long lastETag;

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        RowLimits.CheckName(partition, nameof(partition));
        RowLimits.CheckName(key, nameof(key));
        cancellation.ThrowIfCancellationRequested();
        lock (gate)
        {
            return Task.FromResult(GetRows(partition).GetValueOrDefault(key));
        }
    }

    public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        RowLimits.CheckCommit(partition, writes);
        cancellation.ThrowIfCancellationRequested();
        lock (gate)
        {
            var rows = GetRows(partition);
            for (var i = 0; i < writes.Count; i++)
            {
                if (writes[i].Check(rows.GetValueOrDefault(writes[i].Key)?.ETag) is var failure and not CommitFailure.None)
                {
                    return Task.FromResult(CommitResult.Failed(failure, i));
                }
            }

            return Task.FromResult(CommitResult.Done([.. writes.Select(write => Apply(partition, rows, write))]));
        }
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        RowLimits.CheckQuery(query);
        cancellation.ThrowIfCancellationRequested();
        lock (gate)
        {
            var rows = GetRows(query.Partition);
            var first = FindFirst(rows.Keys, string.CompareOrdinal(query.After, query.From) > 0 ? query.After! : query.From);
            var found = Enumerable
                .Range(first, rows.Count - first)
                .Select(rows.GetValueAtIndex)
                .TakeWhile(row => string.CompareOrdinal(row.Key, query.Before) < 0)
                .Where(row => query.After is null || string.CompareOrdinal(row.Key, query.After) > 0)
                .Take(query.Limit + 1)
                .Select(row => query.KeysOnly ? row with { Payload = default } : row)
                .ToList();
            return Task.FromResult(
                found.Count > query.Limit ? new RowPage(found[..query.Limit], found[query.Limit - 1].Key) : new RowPage(found, null)
            );
        }
    }

    /// <summary>Finds the first of the sorted keys that is not before a key; their count when there is none.</summary>
    private static int FindFirst(IList<string> keys, string from)
    {
        var (low, high) = (0, keys.Count);
        while (low < high)
        {
            var middle = low + ((high - low) / 2);
            (low, high) = string.CompareOrdinal(keys[middle], from) < 0 ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    private string? Apply(string partition, SortedList<string, Row> rows, RowWrite write)
    {
        if (write.Kind == WriteKind.Delete)
        {
            rows.Remove(write.Key);
            return null;
        }

        var etag = (++lastETag).ToString();
        rows[write.Key] = new Row(partition, write.Key, write.Version, write.At, write.Payload.ToArray(), etag);
        return etag;
    }

    private SortedList<string, Row> GetRows(string partition) =>
        partitions.TryGetValue(partition, out var rows)
            ? rows
            : partitions[partition] = new SortedList<string, Row>(StringComparer.Ordinal);
}
