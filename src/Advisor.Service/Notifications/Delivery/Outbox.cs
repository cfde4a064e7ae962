using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Delivery;

/// <summary>
/// Outbox of messages to send. Items are written with their cause, leased for a limited time, and completed exactly once; an item that is
/// not completed in time is sent again with the same deduplication key.
/// </summary>
public sealed class Outbox
{
    // An item has two rows, an open one and a mark; this many items fit in a commit.
    private const int ItemsPerCommit = RowLimits.MaxCommitWrites / 2;

    private readonly BucketedRows rows;

    internal Outbox(BucketedRows rows) => this.rows = rows;

    /// <summary>Key prefixes of open items: change requests, items to be grouped, and deliveries.</summary>
    internal static IReadOnlyList<string> OpenPrefixes { get; } =
    [StateKeys.OpenChangeRequests, StateKeys.OpenSources, StateKeys.OpenDeliveries];

    /// <summary>Enqueues an item; false if it was enqueued before, whether it is still open or completed.</summary>
    public async Task<bool> EnqueueAsync(OutboxItem item, CancellationToken cancellation) =>
        (await rows.CommitAsync(StateKeys.Hash(item.Scope), OutboxRows.CreateEnqueueWrites(item), cancellation)).IsCommitted;

    /// <summary>
    /// Enqueues several items; those enqueued before are skipped. Within a scope, items are enqueued in the order of the list.
    /// </summary>
    internal Task EnqueueAsync(IReadOnlyList<OutboxItem> items, CancellationToken cancellation) =>
        ForEachPartitionAsync(
            items,
            async (partition, chunk, cancel) =>
            {
                RowWrite[] writes = [.. chunk.SelectMany(OutboxRows.CreateEnqueueWrites)];
                if (
                    writes.Sum(write => write.Payload.Length) <= RowLimits.MaxCommitBytes
                    && (await rows.CommitToAsync(partition, writes, null, cancel)).IsCommitted
                )
                {
                    return;
                }

                foreach (var item in chunk)
                {
                    await rows.CommitToAsync(partition, OutboxRows.CreateEnqueueWrites(item), null, cancel);
                }
            },
            cancellation
        );

    /// <summary>Returns the item while it is open; null if it is completed or was never enqueued.</summary>
    public async Task<OutboxItem?> FindOpenAsync(OutboxKey key, CancellationToken cancellation) =>
        RecordCodecs.Outbox.ReadIfAny(await rows.GetAsync(StateKeys.Hash(key.Scope), OutboxRows.CreateOpenKey(key), cancellation));

    /// <summary>
    /// Lists open items of all kinds, oldest first, without those that cannot be read. Of each kind and bucket, no more than
    /// <paramref name="limit"/> are read.
    /// </summary>
    /// <param name="limit">Maximum number of items.</param>
    public async Task<IReadOnlyList<OutboxItem>> ListOpenAsync(int limit, CancellationToken cancellation)
    {
        var buckets = await rows.Open.ListAsync(cancellation);
        var found = new List<OutboxItem>();
        foreach (var prefix in OpenPrefixes)
        {
            var read = await rows.ListAsync(buckets, prefix, limit, cancellation);
            found.AddRange(RecordCodecs.Outbox.ReadAll(read).Records);
        }

        return [.. found.OrderBy(item => item.CreatedAt).Take(limit)];
    }

    /// <summary>Counts the open items, by a keys-only query for each bucket that may have some.</summary>
    public async Task<OutboxCounts> CountOpenAsync(CancellationToken cancellation)
    {
        var counts = new OutboxCounts(0, 0, 0, null);
        foreach (var bucket in await rows.Open.ListAsync(cancellation))
        {
            var range = new RowQuery(StateKeys.CreateBucketPartition(bucket), StateKeys.OpenChanges, StateKeys.OpenEnd, KeysOnly: true);
            counts = await rows.EnumerateAsync(range, cancellation).AggregateAsync(counts, (sum, row) => sum.Add(row), cancellation);
        }

        return counts;
    }

    /// <summary>Lists alerts and notices that are not grouped yet, oldest first, at most <paramref name="limit"/> per bucket.</summary>
    /// <param name="buckets">Buckets to query; null = all that may have open rows.</param>
    internal async Task<IReadOnlyList<OutboxItem>> ListSourcesAsync(
        int limit,
        IReadOnlyCollection<int>? buckets,
        CancellationToken cancellation
    )
    {
        var found = await rows.ListAsync(buckets ?? await rows.Open.ListAsync(cancellation), StateKeys.OpenSources, limit, cancellation);
        return [.. RecordCodecs.Outbox.ReadAll(found).Records.OrderBy(item => item.CreatedAt)];
    }

    /// <summary>
    /// Lists the open deliveries of a scope, oldest first, at most <paramref name="limit"/>, without those that cannot be read.
    /// </summary>
    internal async Task<IReadOnlyList<OutboxItem>> ListDeliveriesAsync(string scope, int limit, CancellationToken cancellation)
    {
        var hash = StateKeys.Hash(scope);
        var page = await rows.Store.QueryAsync(
            RowQuery.FromPrefix(rows.GetPartition(hash), $"{StateKeys.OpenDeliveries}{hash}-", limit: limit),
            cancellation
        );
        return RecordCodecs.Outbox.ReadAll(page.Rows).Records;
    }

    /// <summary>
    /// Leases an open item for delivery until an instant, and counts the attempt. Null if another call leased or completed it first, or if
    /// it is not due.
    /// </summary>
    public Task<OutboxItem?> LeaseAsync(OutboxItem item, DateTimeOffset now, DateTimeOffset until, CancellationToken cancellation) =>
        item.IsDue(now)
            ? SaveAsync(
                item with
                {
                    Attempts = item.Attempts + 1,
                    SentAt = now,
                    DueAt = item.NextAttemptAt,
                    NextAttemptAt = until,
                },
                cancellation
            )
            : Task.FromResult<OutboxItem?>(null);

    /// <summary>Records a step of an open item, such as the time of its next attempt. Null if another writer was first.</summary>
    public async Task<OutboxItem?> SaveAsync(OutboxItem item, CancellationToken cancellation)
    {
        var write = RecordCodecs.Outbox.Replace(OutboxRows.CreateOpenKey(item), item.CreatedAt, item, item.ETag);
        var result = await rows.CommitAsync(StateKeys.Hash(item.Scope), [write], cancellation);
        return result.IsCommitted ? item with { ETag = result.ETags[0] } : null;
    }

    /// <summary>Completes an item; no effect if it has changed since it was read, or is already completed.</summary>
    public Task CompleteAsync(OutboxItem item, CancellationToken cancellation)
    {
        _ = item.ETag ?? throw new ArgumentException("The item was not read from the store.", nameof(item));
        return rows.CommitAsync(StateKeys.Hash(item.Scope), [OutboxRows.CreateCompleteWrite(item)], cancellation);
    }

    /// <summary>Completes several items; those already completed are skipped.</summary>
    internal Task CompleteAsync(IReadOnlyList<OutboxItem> items, CancellationToken cancellation) =>
        ForEachPartitionAsync(
            items,
            async (partition, chunk, cancel) =>
            {
                if ((await rows.Store.CommitAsync(partition, [.. chunk.Select(OutboxRows.CreateCompleteWrite)], cancel)).IsCommitted)
                {
                    return;
                }

                foreach (var item in chunk)
                {
                    await rows.Store.CommitAsync(partition, [OutboxRows.CreateCompleteWrite(item)], cancel);
                }
            },
            cancellation
        );

    // Partitions in parallel; the commits of one partition in sequence.
    private Task ForEachPartitionAsync(
        IReadOnlyList<OutboxItem> items,
        Func<string, IReadOnlyList<OutboxItem>, CancellationToken, Task> commit,
        CancellationToken cancellation
    ) =>
        Parallel.ForEachAsync(
            items.GroupBy(item => rows.GetPartition(StateKeys.Hash(item.Scope)), StringComparer.Ordinal),
            new ParallelOptions { MaxDegreeOfParallelism = BucketedRows.Parallelism, CancellationToken = cancellation },
            async (partition, cancel) =>
            {
                foreach (var chunk in partition.Chunk(ItemsPerCommit))
                {
                    await commit(partition.Key, chunk, cancel);
                }
            }
        );
}
