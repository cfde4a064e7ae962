using Advisor.Core.Capacity;
using Advisor.Core.Capacity.Prices;
using Advisor.Service.Approvals;
using Advisor.Service.Changes;
using Advisor.Service.Costs;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Notifications.Delivery;
using Advisor.Service.Notifications.Grouping;
using Advisor.Service.Recommendations;
using Advisor.Service.Reports;
using Advisor.Service.Series;
using Advisor.Service.Silences;
using Advisor.Service.Store.Rows;
using Advisor.Service.Tick;
using Advisor.Service.Timeline;

namespace Advisor.Service.Store;

/// <summary>
/// Persistent state of Advisor over any <see cref="IStateStore"/>. Conflicts are values: a method that returns null or false lost to
/// another writer. A row of another version throws <see cref="StateStoreException"/> (NewerVersion, OlderVersion).
/// </summary>
public sealed class AdvisorState
{
    /// <summary>Buckets of a new store shared by many instances; docs/decisions/0080 has the measurements.</summary>
    public const int SharedBuckets = 64;

    private readonly BucketedRows rows;

    private AdvisorState(BucketedRows rows)
    {
        this.rows = rows;
        Decisions = new DecisionLog(rows);
        Changes = new ChangeLog(rows);
        Outbox = new Outbox(rows);
        Approvals = new ApprovalStore(rows);
        Silences = new SilenceStore(rows);
        Fleet = new FleetState(rows.Store);
        ChangeRate = new ChangeRateLimiter(rows);
        QuotaRefusals = new QuotaRefusals(rows.Store);
        Quotas = new ReportedQuotas(rows);
        Prices = new(rows, RecordCodecs.RetailPrices, "price-", one => ($"{one.Service}/{one.Region}/{one.Currency}", one.ReadAt));
        Sizes = new(rows, RecordCodecs.OfferedSizes, "sizes-", one => ($"{one.Service}/{one.Region}", one.ReadAt));
        Costs = new ActualCostStore(rows);
        Ticks = new TickLog(rows);
        DeadLetters = new DeadLetters(rows.Store);
        Retention = new Retention(rows);
        Grouping = new GroupingJournal(rows.Store);
        Evaluations = new Evaluations(rows);
        Minutes = new MinuteSeries(rows);
        Timeline = new FleetTimeline(rows);
        Snapshots = new Snapshots(rows);
        Reports = new ScheduleMarks<ReportMark>(rows.Store, RecordCodecs.Report, "report-");
        Digests = new ScheduleMarks<DigestMark>(rows.Store, RecordCodecs.Digest, "digest-");
    }

    public DecisionLog Decisions { get; }

    public ChangeLog Changes { get; }

    public Outbox Outbox { get; }

    public ApprovalStore Approvals { get; }

    public SilenceStore Silences { get; }

    public FleetState Fleet { get; }

    public ChangeRateLimiter ChangeRate { get; }

    public QuotaRefusals QuotaRefusals { get; }

    /// <summary>Quotas of subscriptions and regions, as last read from Azure.</summary>
    public ReportedQuotas Quotas { get; }

    /// <summary>Retail prices of each service, region and currency.</summary>
    public LatestReadings<RetailPrices> Prices { get; }

    /// <summary>Sizes that Azure offers, of each service and region.</summary>
    public LatestReadings<OfferedSizes> Sizes { get; }

    /// <summary>Actual costs, as last read from Azure.</summary>
    public ActualCostStore Costs { get; }

    public TickLog Ticks { get; }

    public DeadLetters DeadLetters { get; }

    public Retention Retention { get; }

    public Evaluations Evaluations { get; }

    public MinuteSeries Minutes { get; }

    public FleetTimeline Timeline { get; }

    public Snapshots Snapshots { get; }

    public ScheduleMarks<ReportMark> Reports { get; }

    public ScheduleMarks<DigestMark> Digests { get; }

    internal GroupingJournal Grouping { get; }

    /// <summary>Number of buckets that the store was created with.</summary>
    public int Buckets => rows.Count;

    /// <summary>Opens the state in a store, and creates its layout if the store is empty.</summary>
    /// <param name="buckets">
    /// Buckets of a new store, 1 to 999: 1 on one machine, <see cref="SharedBuckets"/> for many writers; an existing store keeps its own.
    /// </param>
    /// <param name="now">Creation time recorded for a new store.</param>
    public static async Task<AdvisorState> OpenAsync(IStateStore store, int buckets, DateTimeOffset now, CancellationToken cancellation)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(buckets, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(buckets, 999);
        if (await LayoutRow.FindAsync(store, cancellation) is not { } layout)
        {
            await ImportMark.CheckNoneAsync(store, cancellation);
            await store.CommitAsync(
                StateKeys.Fleet,
                [RecordCodecs.Layout.Insert(LayoutRow.Key, now, new StoreLayout(buckets))],
                cancellation
            );
            layout =
                await LayoutRow.FindAsync(store, cancellation)
                ?? throw new StateStoreException("Corrupt", "The layout of the store was written and cannot be found.", isTransient: false);
        }

        return new AdvisorState(new BucketedRows(store, layout.Buckets));
    }

    /// <summary>Loads everything stored for a resource.</summary>
    public async Task<StoredResource> LoadAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        var partition = rows.GetPartition(resource);
        var now = await rows.Store.QueryAsync(RowQuery.FromPrefix(partition, StateKeys.CreateCurrentPrefix(resource)), cancellation);
        // An older store has it in the list only; the listing of the fleet writes both at least once a day.
        var snapshot =
            Find(StateKeys.CreateSnapshotKey(resource))
            ?? await rows.Store.GetAsync(partition, StateKeys.Snapshots + resource, cancellation);
        var slot = RecordCodecs.OpenChangeMark.ReadIfAny(Find(StateKeys.CreateOpenChangeKey(resource)));
        return new StoredResource(
            resourceId,
            CreateDocument(resourceId, Find(StateKeys.CreateStateKey(resource)), Find(StateKeys.CreateHistoryKey(resource))),
            snapshot is null ? null : new Snapshot(snapshot),
            slot is null ? null : await Changes.FindAsync(slot.ChangeId, cancellation),
            RecordCodecs.Tally.ReadIfAny(Find(StateKeys.CreateTallyKey(resource)))
        )
        {
            Snooze = RecordCodecs.Snooze.ReadIfAny(Find(StateKeys.CreateSnoozeKey(resource))),
            Pause = RecordCodecs.ScalingPause.ReadIfAny(Find(StateKeys.CreatePauseKey(resource))),
            Minutes = Find(StateKeys.CreateTodayKey(resource)) is { } today ? new StoredMinutes(today) : null,
        };

        Row? Find(string key) => now.Rows.FirstOrDefault(row => row.Key == key);
    }

    /// <summary>Pause set by a person; null if there is none.</summary>
    public async Task<ScalingPause?> FindPauseAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        return RecordCodecs.ScalingPause.ReadIfAny(await rows.GetAsync(resource, StateKeys.CreatePauseKey(resource), cancellation));
    }

    /// <summary>Loads everything stored for several resources, in the given order.</summary>
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

    /// <summary>Loads the state document alone, for subjects other than resources, which have nothing else.</summary>
    public async Task<ResourceDocument?> LoadStateAsync(string id, CancellationToken cancellation)
    {
        var hash = StateKeys.Hash(id);
        return CreateDocument(id, await rows.GetAsync(hash, StateKeys.CreateStateKey(hash), cancellation));
    }

    /// <summary>
    /// Lists due change requests and deliveries, oldest first, at most <paramref name="limit"/> of each kind and bucket, of those due.
    /// </summary>
    public async Task<IReadOnlyList<OutboxItem>> ListDueAsync(DateTimeOffset now, int limit, CancellationToken cancellation) =>
        (await QueryOpenItemsAsync(now, limit, cancellation)).Due;

    /// <summary>Reads all open items.</summary>
    internal Task<OpenItems> QueryOpenItemsAsync(DateTimeOffset now, int limit, CancellationToken cancellation) =>
        new OpenItemsQuery(rows, Changes, now, limit).RunAsync(cancellation);

    /// <summary>Begins a commit of several items of one resource: all of them are written, or none.</summary>
    public ResourceCommit BeginCommit(string resourceId) => new(rows, resourceId);

    private static ResourceDocument? CreateDocument(string resourceId, Row? row, Row? history = null) =>
        row is null
            ? null
            : new ResourceDocument(resourceId, row.Version, row.At, row.Payload, row.ETag)
            {
                OlderHistory = RecordCodecs.OlderHistory.TryRead(history),
            };
}
