using Advisor.State.Rows;

namespace Advisor.State.Notifications;

/// <summary>
/// Messages that must leave. Written with their cause, handed out under a time limit, completed by exactly one; one that is handed out and
/// not completed in time is handed out again, with the same dedup key.
/// </summary>
public sealed class Outbox
{
    // An item has two rows, an open one and a mark: so many fit a commit.
    private const int ItemsPerCommit = RowLimits.MaxCommitWrites / 2;

    private readonly BucketedRows rows;

    internal Outbox(BucketedRows rows) => this.rows = rows;

    /// <summary>
    /// Where open items are: a prefix for those that are handed out, those that are grouped and those that a channel sends.
    /// </summary>
    internal static IReadOnlyList<string> OpenPrefixes { get; } =
    [StateKeys.OpenChangeRequests, StateKeys.OpenSources, StateKeys.OpenDeliveries];

    /// <summary>Enqueues; false where the item was enqueued before, whether it is still open or completed.</summary>
    public async Task<bool> EnqueueAsync(OutboxItem item, CancellationToken cancellation) =>
        (await rows.CommitAsync(StateKeys.Hash(item.Scope), CreateEnqueueWrites(item), cancellation)).IsCommitted;

    /// <summary>
    /// Enqueues many; those that were enqueued before are passed over. Of one scope an earlier item of the list is never enqueued after a
    /// later one.
    /// </summary>
    internal Task EnqueueAsync(IReadOnlyList<OutboxItem> items, CancellationToken cancellation) =>
        ForEachPartitionAsync(
            items,
            async (partition, some, cancel) =>
            {
                RowWrite[] writes = [.. some.SelectMany(CreateEnqueueWrites)];
                if (
                    writes.Sum(write => write.Payload.Length) <= RowLimits.MaxCommitBytes
                    && (await rows.CommitToAsync(partition, writes, null, cancel)).IsCommitted
                )
                {
                    return;
                }

                foreach (var item in some)
                {
                    await rows.CommitToAsync(partition, CreateEnqueueWrites(item), null, cancel);
                }
            },
            cancellation
        );

    /// <summary>The item while it is open; null where it is completed or was never enqueued.</summary>
    public async Task<OutboxItem?> FindOpenAsync(
        OutboxKind kind,
        string scope,
        DateTimeOffset createdAt,
        string id,
        CancellationToken cancellation
    ) => await rows.GetAsync(StateKeys.Hash(scope), CreateOpenKey(kind, scope, createdAt, id), cancellation) is { } row ? Read(row) : null;

    /// <summary>What is known of an item, open or completed; null where it was never enqueued.</summary>
    public async Task<OutboxMark?> FindMarkAsync(string scope, DateTimeOffset createdAt, string id, CancellationToken cancellation) =>
        await rows.GetAsync(StateKeys.Hash(scope), CreateMarkKey(scope, createdAt, id), cancellation) is { } row
            ? RecordCodecs.OutboxMark.Read(row)
            : null;

    /// <summary>
    /// Open items of all kinds, the oldest first, at most <paramref name="limit"/> of each kind and bucket; without those that cannot be
    /// read.
    /// </summary>
    public async Task<IReadOnlyList<OutboxItem>> ListOpenAsync(int limit, CancellationToken cancellation)
    {
        var found = new List<OutboxItem>();
        foreach (var prefix in OpenPrefixes)
        {
            found.AddRange(
                RecordList<OutboxItem>
                    .Read(await rows.ListAsync(Enumerable.Range(0, rows.Count), prefix, limit, cancellation), Read)
                    .Records
            );
        }

        return [.. found.OrderBy(item => item.CreatedAt)];
    }

    /// <summary>How much is open now, by a query of keys for each bucket that may have something.</summary>
    public async Task<OutboxCounts> CountOpenAsync(CancellationToken cancellation)
    {
        var counts = new OutboxCounts(0, 0, 0, null);
        foreach (var bucket in await rows.Open.ListAsync(cancellation))
        {
            var range = new RowQuery(StateKeys.Bucket(bucket), StateKeys.OpenChanges, StateKeys.OpenEnd, KeysOnly: true);
            await foreach (var row in rows.EnumerateAsync(range, cancellation))
            {
                counts = counts.Add(row);
            }
        }

        return counts;
    }

    /// <summary>Alerts and notices that are not grouped yet, the oldest first, at most <paramref name="limit"/> of each bucket.</summary>
    /// <param name="buckets">Where to look; null = wherever open rows may be.</param>
    internal async Task<IReadOnlyList<OutboxItem>> ListSourcesAsync(
        int limit,
        IReadOnlyCollection<int>? buckets,
        CancellationToken cancellation
    )
    {
        var found = await rows.ListAsync(buckets ?? await rows.Open.ListAsync(cancellation), StateKeys.OpenSources, limit, cancellation);
        return [.. RecordList<OutboxItem>.Read(found, Read).Records.OrderBy(item => item.CreatedAt)];
    }

    /// <summary>Open deliveries of a scope, the oldest first, at most <paramref name="limit"/>.</summary>
    internal async Task<IReadOnlyList<OutboxItem>> ListDeliveriesAsync(string scope, int limit, CancellationToken cancellation)
    {
        var hash = StateKeys.Hash(scope);
        var page = await rows.Store.QueryAsync(
            RowQuery.Prefix(rows.GetPartition(hash), $"{StateKeys.OpenDeliveries}{hash}-", limit: limit),
            cancellation
        );
        return [.. page.Rows.Select(Read)];
    }

    /// <summary>
    /// Takes an open item for delivery until an instant: counts the attempt. Null where another took or completed it first, or where it is
    /// not due.
    /// </summary>
    public Task<OutboxItem?> LeaseAsync(OutboxItem item, DateTimeOffset now, DateTimeOffset until, CancellationToken cancellation) =>
        item.IsDue(now)
            ? SaveAsync(item with { Attempts = item.Attempts + 1, SentAt = now, NextAttemptAt = until }, cancellation)
            : Task.FromResult<OutboxItem?>(null);

    /// <summary>Records a step of an open item, such as when to try again. Null where another writer was first.</summary>
    public async Task<OutboxItem?> SaveAsync(OutboxItem item, CancellationToken cancellation)
    {
        var write = RecordCodecs.Outbox.Replace(CreateOpenKey(item), item.CreatedAt, item, item.ETag);
        var result = await rows.CommitAsync(StateKeys.Hash(item.Scope), [write], cancellation);
        return result.IsCommitted ? item with { ETag = result.ETags[0] } : null;
    }

    /// <summary>Closes an item. True for exactly one caller; false where it changed since it was read, or is closed.</summary>
    /// <param name="outcome">delivered, grouped, deadLettered or dropped.</param>
    public async Task<bool> CompleteAsync(OutboxItem item, string outcome, DateTimeOffset now, CancellationToken cancellation)
    {
        _ = item.ETag ?? throw new ArgumentException("The item was not read from the store.", nameof(item));
        return (await rows.CommitAsync(StateKeys.Hash(item.Scope), CreateCompleteWrites(item, outcome, now), cancellation)).IsCommitted;
    }

    /// <summary>Closes many; those that are closed already are passed over.</summary>
    internal Task CompleteAsync(IReadOnlyList<OutboxItem> items, string outcome, DateTimeOffset now, CancellationToken cancellation) =>
        ForEachPartitionAsync(
            items,
            async (partition, some, cancel) =>
            {
                if (
                    (
                        await rows.Store.CommitAsync(
                            partition,
                            [.. some.SelectMany(item => CreateCompleteWrites(item, outcome, now))],
                            cancel
                        )
                    ).IsCommitted
                )
                {
                    return;
                }

                foreach (var item in some)
                {
                    await rows.Store.CommitAsync(partition, CreateCompleteWrites(item, outcome, now), cancel);
                }
            },
            cancellation
        );

    internal static RowWrite[] CreateEnqueueWrites(OutboxItem item) =>
        [
            RecordCodecs.Outbox.Insert(CreateOpenKey(item), item.CreatedAt, item),
            RecordCodecs.OutboxMark.Insert(CreateMarkKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, CreateMark(item)),
        ];

    /// <summary>Names an item among all: the hash in its keys.</summary>
    internal static string ComputeHash(OutboxItem item) => ComputeHash(item.Scope, item.Id);

    private static RowWrite[] CreateCompleteWrites(OutboxItem item, string outcome, DateTimeOffset now) =>
        [
            RowWrite.Delete(CreateOpenKey(item), item.ETag),
            RecordCodecs.OutboxMark.Put(
                CreateMarkKey(item.Scope, item.CreatedAt, item.Id),
                item.CreatedAt,
                CreateMark(item) with
                {
                    CompletedAt = now,
                    Outcome = outcome,
                }
            ),
        ];

    // Partitions side by side; the commits of one, one after another.
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
                foreach (var some in partition.Chunk(ItemsPerCommit))
                {
                    await commit(partition.Key, some, cancel);
                }
            }
        );

    private static OutboxMark CreateMark(OutboxItem item) =>
        new()
        {
            Scope = item.Scope,
            Id = item.Id,
            CreatedAt = item.CreatedAt,
            Kind = item.Kind,
            DedupKey = item.DedupKey,
            Attempts = item.Attempts,
        };

    internal static OutboxItem Read(Row row) => RecordCodecs.Outbox.Read(row) with { ETag = row.ETag };

    private static string CreateOpenKey(OutboxItem item) => CreateOpenKey(item.Kind, item.Scope, item.CreatedAt, item.Id);

    private static string CreateOpenKey(OutboxKind kind, string scope, DateTimeOffset createdAt, string id) =>
        kind switch
        {
            OutboxKind.Delivery =>
                $"{StateKeys.OpenDeliveries}{StateKeys.Hash(scope)}-{StateKeys.Ascending(createdAt)}-{ComputeHash(scope, id)}",
            OutboxKind.Alert or OutboxKind.Notification =>
                $"{StateKeys.OpenSources}{StateKeys.Ascending(createdAt)}-{ComputeHash(scope, id)}",
            _ => $"{StateKeys.OpenChangeRequests}{StateKeys.Ascending(createdAt)}-{ComputeHash(scope, id)}",
        };

    private static string CreateMarkKey(string scope, DateTimeOffset createdAt, string id) =>
        $"{StateKeys.EnqueuedOutbox}{StateKeys.Descending(createdAt)}-{ComputeHash(scope, id)}";

    private static string ComputeHash(string scope, string id) => StateKeys.Hash($"{scope}\n{id}");
}
