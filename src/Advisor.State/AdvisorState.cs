using Advisor.State.Changes;
using Advisor.State.Fleet;
using Advisor.State.Notifications;
using Advisor.State.Resources;
using Advisor.State.Rows;
using Advisor.State.Series;
using Advisor.State.Timeline;

namespace Advisor.State;

/// <summary>
/// What Advisor remembers, over any <see cref="IStateStore"/>. Conflicts are values: a method that returns null or false says that another
/// writer was first. A row of another version is refused with <see cref="StateStoreException"/>
/// (NewerVersion, OlderVersion).
/// </summary>
public sealed class AdvisorState
{
    /// <summary>Buckets of a new store that many instances share; docs/decisions/0080 has the figures.</summary>
    public const int SharedBuckets = 64;

    private readonly BucketedRows rows;

    private AdvisorState(BucketedRows rows)
    {
        this.rows = rows;
        Decisions = new DecisionLog(rows);
        Changes = new ChangeLog(rows);
        Outbox = new Outbox(rows);
        Approvals = new Approvals(rows);
        Silences = new Silences(rows);
        Fleet = new FleetState(rows.Store);
        ChangeRate = new ChangeRateLimiter(rows);
        QuotaRefusals = new QuotaRefusals(rows.Store);
        Ticks = new TickLog(rows);
        DeadLetters = new DeadLetters(rows.Store);
        Retention = new Retention(rows);
        Grouping = new GroupingJournal(rows.Store);
        Evaluations = new Evaluations(rows);
        Minutes = new MinuteSeries(rows);
        Timeline = new FleetTimeline(rows);
    }

    public DecisionLog Decisions { get; }

    public ChangeLog Changes { get; }

    public Outbox Outbox { get; }

    public Approvals Approvals { get; }

    public Silences Silences { get; }

    public FleetState Fleet { get; }

    public ChangeRateLimiter ChangeRate { get; }

    public QuotaRefusals QuotaRefusals { get; }

    public TickLog Ticks { get; }

    public DeadLetters DeadLetters { get; }

    public Retention Retention { get; }

    public Evaluations Evaluations { get; }

    public MinuteSeries Minutes { get; }

    public FleetTimeline Timeline { get; }

    internal GroupingJournal Grouping { get; }

    /// <summary>The number of buckets that this store was made with.</summary>
    public int Buckets => rows.Count;

    /// <summary>Opens the state in a store, laying it out where the store is empty.</summary>
    /// <param name="buckets">
    /// 1 to 999, for a new store: 1 on one machine, <see cref="SharedBuckets"/> where many write; an existing store keeps its own.
    /// </param>
    /// <param name="now">When a new store is said to have been made.</param>
    public static async Task<AdvisorState> OpenAsync(IStateStore store, int buckets, DateTimeOffset now, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(buckets, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(buckets, 999);
        const string key = "layout";
        if (await store.GetAsync(StateKeys.Fleet, key, cancellation) is not { } row)
        {
            await store.CommitAsync(StateKeys.Fleet, [RecordCodecs.Layout.Insert(key, now, new StoreLayout(buckets))], cancellation);
            row =
                await store.GetAsync(StateKeys.Fleet, key, cancellation)
                ?? throw new StateStoreException("Corrupt", "The layout of the store was written and cannot be found.", isTransient: false);
        }

        return new AdvisorState(new BucketedRows(store, RecordCodecs.Layout.Read(row).Buckets));
    }

    /// <summary>What is known of a resource now.</summary>
    public async Task<StoredResource> LoadAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        var partition = rows.GetPartition(resource);
        var now = await rows.Store.QueryAsync(RowQuery.Prefix(partition, StateKeys.Current(resource)), cancellation);
        var state = now.Rows.FirstOrDefault(row => row.Key == StateKeys.State(resource));

        // In an older store it stands in the list only; whoever lists the fleet writes both at least once a day.
        var snapshot =
            now.Rows.FirstOrDefault(row => row.Key == StateKeys.Snapshot(resource))
            ?? await rows.Store.GetAsync(partition, StateKeys.Snapshots + resource, cancellation);
        var slot = now.Rows.FirstOrDefault(row => row.Key == StateKeys.OpenChange(resource));
        var tally = now.Rows.FirstOrDefault(row => row.Key == StateKeys.Tally(resource));
        return new StoredResource(
            resourceId,
            CreateDocument(resourceId, ResourceDocumentKind.State, state),
            CreateDocument(resourceId, ResourceDocumentKind.Snapshot, snapshot),
            slot is null ? null : await Changes.FindAsync(RecordCodecs.OpenChangeMark.Read(slot).ChangeId, cancellation),
            tally is null ? null : RecordCodecs.Tally.Read(tally)
        )
        {
            Snooze = now.Rows.FirstOrDefault(row => row.Key == StateKeys.Snooze(resource)) is { } snooze
                ? RecordCodecs.Snooze.Read(snooze)
                : null,
            Minutes = now.Rows.FirstOrDefault(row => row.Key == StateKeys.Today(resource)) is { } today ? new StoredMinutes(today) : null,
        };
    }

    /// <summary>Writes the snooze of a resource's recommendation over any earlier one.</summary>
    public async Task SaveSnoozeAsync(RecommendationSnooze snooze, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(snooze.ResourceId);
        await rows.CommitAsync(resource, [RecordCodecs.Snooze.Put(StateKeys.Snooze(resource), snooze.At, snooze)], cancellation);
    }

    /// <summary>Ends the snooze of a resource's recommendation. Nothing happens where there is none.</summary>
    public async Task DeleteSnoozeAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.Snooze(resource))], cancellation);
    }

    /// <summary>The same of many, in the order given.</summary>
    public async Task<IReadOnlyList<StoredResource>> LoadAsync(IReadOnlyList<string> resourceIds, CancellationToken cancellation)
    {
        var loaded = new StoredResource[resourceIds.Count];
        await Parallel.ForEachAsync(
            Enumerable.Range(0, resourceIds.Count),
            new ParallelOptions { MaxDegreeOfParallelism = BucketedRows.Parallelism, CancellationToken = cancellation },
            async (i, cancel) => loaded[i] = await LoadAsync(resourceIds[i], cancel)
        );
        return loaded;
    }

    /// <summary>The state alone: of what is no resource, and so has no more than that.</summary>
    public async Task<ResourceDocument?> LoadStateAsync(string id, CancellationToken cancellation)
    {
        var hash = StateKeys.Hash(id);
        return CreateDocument(id, ResourceDocumentKind.State, await rows.GetAsync(hash, StateKeys.State(hash), cancellation));
    }

    /// <summary>
    /// Orders and deliveries that are due, the oldest first, at most <paramref name="limit"/> of each kind and bucket. Those that wait hide
    /// none.
    /// </summary>
    public async Task<IReadOnlyList<OutboxItem>> ListDueAsync(DateTimeOffset now, int limit, CancellationToken cancellation) =>
        (await QueryOpenItemsAsync(now, limit, cancellation)).Due;

    /// <summary>Reads everything that is open.</summary>
    internal Task<OpenItems> QueryOpenItemsAsync(DateTimeOffset now, int limit, CancellationToken cancellation) =>
        new OpenItemsQuery(rows, Changes, now, limit).RunAsync(cancellation);

    /// <summary>Writes the snapshot of a resource over any earlier one; a list of the fleet is made of them.</summary>
    /// <param name="content">At most 60 KiB, and it must name the resource: the store keeps only a hash of its id.</param>
    public async Task SaveSnapshotAsync(
        string resourceId,
        int version,
        DateTimeOffset at,
        ReadOnlyMemory<byte> content,
        CancellationToken cancellation
    )
    {
        var resource = StateKeys.Hash(resourceId);
        await rows.CommitAsync(resource, CreateSnapshotWrites(resource, version, at, content), cancellation);
    }

    /// <summary>
    /// Deletes the snapshot of a resource and its newest evaluation: lists show it no more. Nothing happens where there is none.
    /// </summary>
    public async Task DeleteSnapshotAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);

        // One by one: an older store has no second one, and a deletion that meets no row undoes the other.
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.Evaluations + resource)], cancellation);
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.Snapshots + resource)], cancellation);
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.Snapshot(resource))], cancellation);
    }

    internal static RowWrite[] CreateSnapshotWrites(string resource, int version, DateTimeOffset at, ReadOnlyMemory<byte> content) =>
        [
            RowWrite.Put(StateKeys.Snapshot(resource), version, at, content),
            RowWrite.Put(StateKeys.Snapshots + resource, version, at, content),
        ];

    /// <summary>The snapshots of all resources, bucket after bucket, in no order that means anything.</summary>
    /// <param name="page">Where an earlier page ended; null for the first.</param>
    /// <param name="limit">Most snapshots of a page, 1 to 1000; a page may hold fewer.</param>
    public async Task<SnapshotPage> ListSnapshotsAsync(SnapshotPosition? page, int limit, CancellationToken cancellation)
    {
        var (bucket, after) = (page?.Bucket ?? 0, page?.After);
        var found = new List<Row>();
        while (bucket < Buckets && found.Count < limit)
        {
            var answer = await rows.Store.QueryAsync(
                RowQuery.Prefix(StateKeys.Bucket(bucket), StateKeys.Snapshots, after, limit - found.Count),
                cancellation
            );
            found.AddRange(answer.Rows);
            (bucket, after) = answer.Next is null ? (bucket + 1, null) : (bucket, answer.Next);
        }

        return new SnapshotPage(
            [.. found.Select(row => new Snapshot(row.Version, row.At, row.Payload))],
            bucket < Buckets ? new SnapshotPosition(bucket, after) : null
        );
    }

    /// <summary>Starts a commit of several things that concern one resource: all of them come to pass, or none.</summary>
    public ResourceCommit BeginCommit(string resourceId) => new(rows, resourceId);

    private static ResourceDocument? CreateDocument(string resourceId, ResourceDocumentKind kind, Row? row) =>
        row is null ? null : new ResourceDocument(resourceId, kind, row.Version, row.At, row.Payload, row.ETag);
}

/// <summary>A snapshot from a list.</summary>
public sealed record Snapshot(int Version, DateTimeOffset At, ReadOnlyMemory<byte> Content);

/// <summary>Where a page of snapshots ended.</summary>
public sealed record SnapshotPosition(int Bucket, string? After);

/// <param name="Next">Null where none follow.</param>
public sealed record SnapshotPage(IReadOnlyList<Snapshot> Snapshots, SnapshotPosition? Next);
