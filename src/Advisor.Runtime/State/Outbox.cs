namespace Advisor.Runtime.State;

/// <summary>
/// Messages that must leave. Written with their cause, handed out under a time limit, completed by exactly one; one that is handed out and not
/// completed in time is handed out again, with the same dedup key.
/// </summary>
public sealed class Outbox
{
    // An item has two rows, an open one and a mark: so many fit a commit.
    private const int ItemsOfCommit = RowLimits.CommitWrites / 2;

    private readonly BucketedRows rows;

    internal Outbox(BucketedRows rows) => this.rows = rows;

    /// <summary>Where open items are: a prefix for those that are handed out, those that are gathered and those that a channel sends.</summary>
    internal static IReadOnlyList<string> OpenPrefixes { get; } = [StateKeys.OpenOrders, StateKeys.OpenSources, StateKeys.OpenDeliveries];

    /// <summary>Enqueues; false where the item was enqueued before, whether it is still open or completed.</summary>
    public async Task<bool> EnqueueAsync(OutboxItem item, CancellationToken cancellation) =>
        (await rows.CommitAsync(StateKeys.Hash(item.Scope), Enqueuing(item), cancellation)).Committed;

    /// <summary>Enqueues many; those that were enqueued before are passed over. Of one scope an earlier item of the list is never enqueued after a later one.</summary>
    internal Task EnqueueAsync(IReadOnlyList<OutboxItem> items, CancellationToken cancellation) =>
        EachPartitionAsync(items, async (partition, some, cancel) =>
        {
            RowWrite[] writes = [.. some.SelectMany(Enqueuing)];
            if (writes.Sum(write => write.Payload.Length) <= RowLimits.CommitBytes && (await rows.CommitToAsync(partition, writes, null, cancel)).Committed)
            {
                return;
            }

            foreach (var item in some)
            {
                await rows.CommitToAsync(partition, Enqueuing(item), null, cancel);
            }
        }, cancellation);

    /// <summary>The item while it is open; null where it is completed or was never enqueued.</summary>
    public async Task<OutboxItem?> FindOpenAsync(OutboxKind kind, string scope, DateTimeOffset createdAt, string id, CancellationToken cancellation) =>
        await rows.GetAsync(StateKeys.Hash(scope), OpenKey(kind, scope, createdAt, id), cancellation) is { } row ? Read(row) : null;

    /// <summary>What is known of an item, open or completed; null where it was never enqueued.</summary>
    public async Task<OutboxMark?> FindMarkAsync(string scope, DateTimeOffset createdAt, string id, CancellationToken cancellation) =>
        await rows.GetAsync(StateKeys.Hash(scope), MarkKey(scope, createdAt, id), cancellation) is { } row ? Codecs.OutboxMark.Read(row) : null;

    /// <summary>Open items of all kinds, the oldest first, at most <paramref name="limit"/> of each kind and bucket; without those that cannot be read.</summary>
    public async Task<IReadOnlyList<OutboxItem>> ListOpenAsync(int limit, CancellationToken cancellation)
    {
        var found = new List<OutboxItem>();
        foreach (var prefix in OpenPrefixes)
        {
            found.AddRange(ReadRows<OutboxItem>.Of(await rows.GatherAsync(Enumerable.Range(0, rows.Count), prefix, limit, cancellation), Read).Records);
        }

        return [.. found.OrderBy(item => item.CreatedAt)];
    }

    /// <summary>Alerts and notices that are not gathered yet, the oldest first, at most <paramref name="limit"/> of each bucket.</summary>
    /// <param name="buckets">Where to look; null = wherever open rows may be.</param>
    internal async Task<IReadOnlyList<OutboxItem>> ListSourcesAsync(int limit, IReadOnlyCollection<int>? buckets, CancellationToken cancellation)
    {
        var found = await rows.GatherAsync(buckets ?? await rows.Open.ListAsync(cancellation), StateKeys.OpenSources, limit, cancellation);
        return [.. ReadRows<OutboxItem>.Of(found, Read).Records.OrderBy(item => item.CreatedAt)];
    }

    /// <summary>Open deliveries of a scope, the oldest first, at most <paramref name="limit"/>.</summary>
    internal async Task<IReadOnlyList<OutboxItem>> DeliveriesAsync(string scope, int limit, CancellationToken cancellation)
    {
        var hash = StateKeys.Hash(scope);
        var page = await rows.Store.QueryAsync(RowQuery.Prefix(rows.PartitionOf(hash), $"{StateKeys.OpenDeliveries}{hash}-", limit: limit), cancellation);
        return [.. page.Rows.Select(Read)];
    }

    /// <summary>
    /// Takes an open item for delivery until an instant: counts the attempt. Null where another took or completed it first, or where it is not due.
    /// </summary>
    public Task<OutboxItem?> TakeAsync(OutboxItem item, DateTimeOffset now, DateTimeOffset until, CancellationToken cancellation) =>
        item.IsDue(now)
            ? SaveAsync(item with { Attempts = item.Attempts + 1, SentAt = now, NextAttemptAt = until }, cancellation)
            : Task.FromResult<OutboxItem?>(null);

    /// <summary>Records a step of an open item, such as when to try again. Null where another writer was first.</summary>
    public async Task<OutboxItem?> SaveAsync(OutboxItem item, CancellationToken cancellation)
    {
        var write = Codecs.Outbox.Replace(OpenKey(item), item.CreatedAt, item, item.ETag);
        var result = await rows.CommitAsync(StateKeys.Hash(item.Scope), [write], cancellation);
        return result.Committed ? item with { ETag = result.ETags[0] } : null;
    }

    /// <summary>Closes an item. True for exactly one caller; false where it changed since it was read, or is closed.</summary>
    /// <param name="outcome">delivered, gathered, parked or dropped.</param>
    public async Task<bool> CompleteAsync(OutboxItem item, string outcome, DateTimeOffset now, CancellationToken cancellation)
    {
        _ = item.ETag ?? throw new ArgumentException("The item was not read from the store.", nameof(item));
        return (await rows.CommitAsync(StateKeys.Hash(item.Scope), Completing(item, outcome, now), cancellation)).Committed;
    }

    /// <summary>Closes many; those that are closed already are passed over.</summary>
    internal Task CompleteAsync(IReadOnlyList<OutboxItem> items, string outcome, DateTimeOffset now, CancellationToken cancellation) =>
        EachPartitionAsync(items, async (partition, some, cancel) =>
        {
            if ((await rows.Store.CommitAsync(partition, [.. some.SelectMany(item => Completing(item, outcome, now))], cancel)).Committed)
            {
                return;
            }

            foreach (var item in some)
            {
                await rows.Store.CommitAsync(partition, Completing(item, outcome, now), cancel);
            }
        }, cancellation);

    internal static RowWrite[] Enqueuing(OutboxItem item) =>
    [
        Codecs.Outbox.Insert(OpenKey(item), item.CreatedAt, item),
        Codecs.OutboxMark.Insert(MarkKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, MarkOf(item)),
    ];

    /// <summary>Names an item among all: the hash in its keys.</summary>
    internal static string HashOf(OutboxItem item) => HashOf(item.Scope, item.Id);

    private static RowWrite[] Completing(OutboxItem item, string outcome, DateTimeOffset now) =>
    [
        RowWrite.Delete(OpenKey(item), item.ETag),
        Codecs.OutboxMark.Put(MarkKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, MarkOf(item) with { CompletedAt = now, Outcome = outcome }),
    ];

    // Partitions side by side; the commits of one, one after another.
    private Task EachPartitionAsync(
        IReadOnlyList<OutboxItem> items, Func<string, IReadOnlyList<OutboxItem>, CancellationToken, Task> commit, CancellationToken cancellation) =>
        Parallel.ForEachAsync(
            items.GroupBy(item => rows.PartitionOf(StateKeys.Hash(item.Scope)), StringComparer.Ordinal),
            new ParallelOptions { MaxDegreeOfParallelism = BucketedRows.Parallelism, CancellationToken = cancellation },
            async (partition, cancel) =>
            {
                foreach (var some in partition.Chunk(ItemsOfCommit))
                {
                    await commit(partition.Key, some, cancel);
                }
            });

    private static OutboxMark MarkOf(OutboxItem item) => new()
    {
        Scope = item.Scope,
        Id = item.Id,
        CreatedAt = item.CreatedAt,
        Kind = item.Kind,
        DedupKey = item.DedupKey,
        Attempts = item.Attempts,
    };

    internal static OutboxItem Read(Row row) => Codecs.Outbox.Read(row) with { ETag = row.ETag };

    private static string OpenKey(OutboxItem item) => OpenKey(item.Kind, item.Scope, item.CreatedAt, item.Id);

    private static string OpenKey(OutboxKind kind, string scope, DateTimeOffset createdAt, string id) => kind switch
    {
        OutboxKind.Delivery => $"{StateKeys.OpenDeliveries}{StateKeys.Hash(scope)}-{StateKeys.Ascending(createdAt)}-{HashOf(scope, id)}",
        OutboxKind.Alert or OutboxKind.Notification => $"{StateKeys.OpenSources}{StateKeys.Ascending(createdAt)}-{HashOf(scope, id)}",
        _ => $"{StateKeys.OpenOrders}{StateKeys.Ascending(createdAt)}-{HashOf(scope, id)}",
    };

    private static string MarkKey(string scope, DateTimeOffset createdAt, string id) =>
        $"{StateKeys.EnqueuedOutbox}{StateKeys.Newest(createdAt)}-{HashOf(scope, id)}";

    private static string HashOf(string scope, string id) => StateKeys.Hash($"{scope}\n{id}");
}
