using Advisor.Core.Fleet;
using Advisor.Service.Evaluation;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>Snapshots of resources as of the last listing, from which fleet lists are built.</summary>
public sealed class Snapshots
{
    private readonly BucketedRows rows;

    internal Snapshots(BucketedRows rows) => this.rows = rows;

    /// <summary>Writes the snapshot of a resource, replacing any earlier one; fleet lists are built from snapshots.</summary>
    public async Task SaveAsync(string resourceId, Snapshot snapshot, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);
        await rows.CommitAsync(resource, CreateWrites(resource, snapshot), cancellation);
    }

    /// <summary>
    /// Deletes the snapshot of a resource and its newest evaluation, so that lists no longer include it; no effect if there is none. Of the
    /// evaluation, what the budgets of the month count stays.
    /// </summary>
    public async Task DeleteAsync(string resourceId, CancellationToken cancellation)
    {
        var resource = StateKeys.Hash(resourceId);

        // One by one: an older store has no second row, and a deletion of a missing row would fail the whole commit.
        var key = StateKeys.Evaluations + resource;
        if (RecordCodecs.Evaluation.TryRead(await rows.GetAsync(resource, key, cancellation)) is { Month: not null } record)
        {
            var last = RecordCodecs.LastEvaluation.Put(StateKeys.LastEvaluations + resource, record.At, record.KeepBill());
            await rows.CommitAsync(resource, [last], cancellation);
        }

        await rows.CommitAsync(resource, [RowWrite.Delete(key)], cancellation);
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.EvaluationDetails + resource)], cancellation);
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.Snapshots + resource)], cancellation);
        await rows.CommitAsync(resource, [RowWrite.Delete(StateKeys.CreateSnapshotKey(resource))], cancellation);
    }

    internal static RowWrite[] CreateWrites(string resource, Snapshot snapshot) =>
        [
            RowWrite.Put(StateKeys.CreateSnapshotKey(resource), snapshot.Version, snapshot.At, snapshot.Content),
            RowWrite.Put(StateKeys.Snapshots + resource, snapshot.Version, snapshot.At, snapshot.Content),
        ];

    /// <summary>Lists all resources that can be read, in no particular order.</summary>
    public async Task<IReadOnlyList<FleetResource>> ListResourcesAsync(CancellationToken cancellation) =>
        [.. (await ListPresenceAsync(cancellation)).Select(one => one.Resource)];

    /// <summary>
    /// Lists all resources that can be read, in no particular order, and whether the last list had them: others may have been deleted.
    /// </summary>
    public async Task<IReadOnlyList<(FleetResource Resource, bool IsPresent)>> ListPresenceAsync(CancellationToken cancellation) =>
        await EnumerateAsync(cancellation)
            .Select(snapshot => ResourceSnapshot.ReadSnapshot(snapshot.Version, snapshot.Content))
            .OfType<ResourceSnapshot>()
            .Select(known => (known.Resource, known.MissedLists is null))
            .ToListAsync(cancellation);

    /// <summary>Enumerates the snapshots of all resources, bucket after bucket, in no particular order.</summary>
    public IAsyncEnumerable<Snapshot> EnumerateAsync(CancellationToken cancellation) =>
        Enumerable
            .Range(0, rows.Count)
            .ToAsyncEnumerable()
            .Select(bucket => RowQuery.FromPrefix(StateKeys.CreateBucketPartition(bucket), StateKeys.Snapshots))
            .SelectMany(query => rows.EnumerateAsync(query, cancellation))
            .Select(row => new Snapshot(row));

    /// <summary>Lists a page of the snapshots of all resources, in the order of <see cref="EnumerateAsync"/>.</summary>
    /// <param name="page">End of an earlier page; null for the first.</param>
    /// <param name="limit">Maximum number of snapshots per page, 1 to 1000; a page may hold fewer.</param>
    public async Task<SnapshotPage> ListAsync(SnapshotPosition? page, int limit, CancellationToken cancellation)
    {
        var (bucket, after) = (page?.Bucket ?? 0, page?.After);
        var found = new List<Row>();
        while (bucket < rows.Count && found.Count < limit)
        {
            var answer = await rows.Store.QueryAsync(
                RowQuery.FromPrefix(StateKeys.CreateBucketPartition(bucket), StateKeys.Snapshots, after, limit - found.Count),
                cancellation
            );
            found.AddRange(answer.Rows);
            (bucket, after) = answer.Next is null ? (bucket + 1, null) : (bucket, answer.Next);
        }

        return new SnapshotPage(
            [.. found.Select(row => new Snapshot(row))],
            bucket < rows.Count ? new SnapshotPosition(bucket, after) : null
        );
    }
}
