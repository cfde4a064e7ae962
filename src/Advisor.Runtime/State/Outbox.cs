namespace Advisor.Runtime.State;

/// <summary>
/// Messages that must leave. Written with their cause, handed out under a time limit, completed by exactly one; one that is handed out and not
/// completed in time is handed out again, with the same dedup key.
/// </summary>
public sealed class Outbox
{
    private readonly BucketedRows rows;

    internal Outbox(BucketedRows rows) => this.rows = rows;

    /// <summary>Enqueues; false where the item was enqueued before, whether it is still open or completed.</summary>
    public async Task<bool> EnqueueAsync(OutboxItem item, CancellationToken cancellation) =>
        (await rows.CommitAsync(StateKeys.Hash(item.Scope), Enqueuing(item), cancellation)).Committed;

    /// <summary>The item while it is open; null where it is completed or was never enqueued.</summary>
    public async Task<OutboxItem?> FindOpenAsync(string scope, DateTimeOffset createdAt, string id, CancellationToken cancellation) =>
        await rows.GetAsync(StateKeys.Hash(scope), OpenKey(scope, createdAt, id), cancellation) is { } row ? Read(row) : null;

    /// <summary>What is known of an item, open or completed; null where it was never enqueued.</summary>
    public async Task<OutboxMark?> FindMarkAsync(string scope, DateTimeOffset createdAt, string id, CancellationToken cancellation) =>
        await rows.GetAsync(StateKeys.Hash(scope), MarkKey(scope, createdAt, id), cancellation) is { } row ? Codecs.OutboxMark.Read(row) : null;

    /// <summary>Open items of the fleet, the oldest first, at most <paramref name="limit"/> of each bucket; without those that cannot be read.</summary>
    public async Task<IReadOnlyList<OutboxItem>> ListOpenAsync(int limit, CancellationToken cancellation) => (await ReadOpenAsync(limit, cancellation)).Records;

    /// <summary>The same, with what is wrong with each row that cannot be read: such a row holds up no other.</summary>
    public async Task<ReadRows<OutboxItem>> ReadOpenAsync(int limit, CancellationToken cancellation)
    {
        var read = ReadRows<OutboxItem>.Of(await rows.GatherAsync(StateKeys.OpenOutbox, limit, cancellation), Read);
        return read with { Records = [.. read.Records.OrderBy(item => item.CreatedAt)] };
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
        var write = Codecs.Outbox.Replace(OpenKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, item, item.ETag);
        var result = await rows.CommitAsync(StateKeys.Hash(item.Scope), [write], cancellation);
        return result.Committed ? item with { ETag = result.ETags[0] } : null;
    }

    /// <summary>Closes an item. True for exactly one caller; false where it changed since it was read, or is closed.</summary>
    /// <param name="outcome">delivered, parked or dropped.</param>
    public async Task<bool> CompleteAsync(OutboxItem item, string outcome, DateTimeOffset now, CancellationToken cancellation)
    {
        var mark = MarkOf(item) with { CompletedAt = now, Outcome = outcome };
        RowWrite[] writes =
        [
            RowWrite.Delete(OpenKey(item.Scope, item.CreatedAt, item.Id), item.ETag ?? throw new ArgumentException("The item was not read from the store.", nameof(item))),
            Codecs.OutboxMark.Put(MarkKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, mark),
        ];
        return (await rows.CommitAsync(StateKeys.Hash(item.Scope), writes, cancellation)).Committed;
    }

    internal static RowWrite[] Enqueuing(OutboxItem item) =>
    [
        Codecs.Outbox.Insert(OpenKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, item),
        Codecs.OutboxMark.Insert(MarkKey(item.Scope, item.CreatedAt, item.Id), item.CreatedAt, MarkOf(item)),
    ];

    private static OutboxMark MarkOf(OutboxItem item) => new()
    {
        Scope = item.Scope,
        Id = item.Id,
        CreatedAt = item.CreatedAt,
        Kind = item.Kind,
        DedupKey = item.DedupKey,
        Attempts = item.Attempts,
    };

    private static OutboxItem Read(Row row) => Codecs.Outbox.Read(row) with { ETag = row.ETag };

    private static string OpenKey(string scope, DateTimeOffset createdAt, string id) =>
        $"{StateKeys.OpenOutbox}{StateKeys.Ascending(createdAt)}-{StateKeys.Hash($"{scope}\n{id}")}";

    private static string MarkKey(string scope, DateTimeOffset createdAt, string id) =>
        $"{StateKeys.EnqueuedOutbox}{StateKeys.Newest(createdAt)}-{StateKeys.Hash($"{scope}\n{id}")}";
}
