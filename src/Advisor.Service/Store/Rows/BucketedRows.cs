using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Advisor.Service.Store.Rows;

/// <summary>Access to a store by bucket: locates the rows of a resource, and enumerates ranges and buckets.</summary>
internal sealed class BucketedRows(IStateStore store, int buckets)
{
    /// <summary>Hides the round trips of a remote store without being throttled.</summary>
    public const int Parallelism = 16;

    public IStateStore Store { get; } = store;

    public int Count { get; } = buckets;

    /// <summary>Buckets that may have open rows.</summary>
    public OpenBuckets Open { get; } = new(store, buckets);

    public string GetPartition(string resource) => StateKeys.CreateBucketPartition(StateKeys.ComputeBucket(resource, Count));

    public Task<Row?> GetAsync(string resource, string key, CancellationToken cancellation) =>
        Store.GetAsync(GetPartition(resource), key, cancellation);

    public Task<CommitResult> CommitAsync(string resource, IReadOnlyList<RowWrite> writes, CancellationToken cancellation) =>
        CommitToAsync(GetPartition(resource), writes, null, cancellation);

    /// <summary>Commits to a bucket, which is marked first if the writes contain an open row.</summary>
    /// <param name="now">Current time of the writer's clock; null when unknown, which may cost one more call.</param>
    public async Task<CommitResult> CommitToAsync(
        string partition,
        IReadOnlyList<RowWrite> writes,
        DateTimeOffset? now,
        CancellationToken cancellation
    )
    {
        if (writes.Any(write => write.Kind == WriteKind.Insert && OpenBuckets.IsOpen(write.Key)))
        {
            await Open.MarkAsync(partition, now, cancellation);
        }

        return await Store.CommitAsync(partition, writes, cancellation);
    }

    /// <summary>Enumerates all rows of a range, page by page.</summary>
    public async IAsyncEnumerable<Row> EnumerateAsync(RowQuery query, [EnumeratorCancellation] CancellationToken cancellation)
    {
        for (var after = query.After; ; )
        {
            var page = await Store.QueryAsync(query with { After = after }, cancellation);
            foreach (var row in page.Rows)
            {
                yield return row;
            }

            if (page.Next is null)
            {
                yield break;
            }

            after = page.Next;
        }
    }

    /// <summary>Lists the rows with a prefix in several buckets, at most <paramref name="limit"/> of each, in parallel.</summary>
    public async Task<IReadOnlyList<Row>> ListAsync(IEnumerable<int> buckets, string prefix, int limit, CancellationToken cancellation)
    {
        var found = new ConcurrentDictionary<int, IReadOnlyList<Row>>();
        await RunInParallelAsync(
            buckets,
            async (bucket, cancel) => found[bucket] = await ListBucketAsync(bucket, prefix, limit, null, cancel),
            cancellation
        );
        return [.. found.OrderBy(rows => rows.Key).SelectMany(rows => rows.Value)];
    }

    /// <summary>Lists the rows with a prefix in the buckets that may have open ones.</summary>
    public async Task<IReadOnlyList<Row>> ListOpenAsync(string prefix, int limit, CancellationToken cancellation) =>
        await ListAsync(await Open.ListAsync(cancellation), prefix, limit, cancellation);

    /// <summary>Lists the rows with a prefix in one bucket, at most <paramref name="limit"/>.</summary>
    /// <param name="chosen">Filter; null = all rows. Rows that it rejects do not count against the limit.</param>
    public async Task<IReadOnlyList<Row>> ListBucketAsync(
        int bucket,
        string prefix,
        int limit,
        Func<Row, bool>? chosen,
        CancellationToken cancellation
    )
    {
        var partition = StateKeys.CreateBucketPartition(bucket);
        var query = RowQuery.FromPrefix(partition, prefix, limit: Math.Min(limit, RowLimits.MaxPageRows));
        var rows = EnumerateAsync(query, cancellation);
        return await (chosen is null ? rows : rows.Where(chosen)).Take(limit).ToListAsync(cancellation);
    }

    public Task ForEachBucketAsync(Func<int, CancellationToken, Task> work, CancellationToken cancellation) =>
        Count == 1 ? work(0, cancellation) : RunInParallelAsync(Enumerable.Range(0, Count), work, cancellation);

    public static Task RunInParallelAsync(
        IEnumerable<int> buckets,
        Func<int, CancellationToken, Task> work,
        CancellationToken cancellation
    ) =>
        Parallel.ForEachAsync(
            buckets,
            new ParallelOptions { MaxDegreeOfParallelism = Parallelism, CancellationToken = cancellation },
            async (bucket, cancel) => await work(bucket, cancel)
        );
}
