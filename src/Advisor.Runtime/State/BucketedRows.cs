using System.Runtime.CompilerServices;

namespace Advisor.Runtime.State;

/// <summary>The store with its buckets: where a resource's rows are, and walks over ranges and over all buckets.</summary>
internal sealed class BucketedRows(IStateStore store, int buckets)
{
    /// <summary>Enough to hide the round trips of a remote store, few enough not to be throttled for it.</summary>
    public const int Parallelism = 16;

    public IStateStore Store { get; } = store;

    public int Count { get; } = buckets;

    public string PartitionOf(string resource) => StateKeys.Bucket(StateKeys.BucketOf(resource, Count));

    public Task<Row?> GetAsync(string resource, string key, CancellationToken cancellation) =>
        Store.GetAsync(PartitionOf(resource), key, cancellation);

    public Task<CommitResult> CommitAsync(string resource, IReadOnlyList<RowWrite> writes, CancellationToken cancellation) =>
        Store.CommitAsync(PartitionOf(resource), writes, cancellation);

    /// <summary>All rows of a range, page after page.</summary>
    public async IAsyncEnumerable<Row> WalkAsync(RowQuery query, [EnumeratorCancellation] CancellationToken cancellation)
    {
        for (var after = query.After; ;)
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

    /// <summary>The rows under a prefix in every bucket, at most <paramref name="limit"/> of each; buckets are asked side by side.</summary>
    /// <param name="chosen">Which of them; null = all. Those that are not chosen do not count.</param>
    public async Task<IReadOnlyList<Row>> GatherAsync(string prefix, int limit, CancellationToken cancellation, Func<Row, bool>? chosen = null)
    {
        var found = new IReadOnlyList<Row>[Count];
        await EachBucketAsync(
            async (bucket, cancel) =>
            {
                var rows = new List<Row>();
                await foreach (var row in WalkAsync(RowQuery.Prefix(StateKeys.Bucket(bucket), prefix, limit: Math.Min(limit, RowLimits.PageRows)), cancel))
                {
                    if (chosen?.Invoke(row) == false)
                    {
                        continue;
                    }

                    rows.Add(row);
                    if (rows.Count == limit)
                    {
                        break;
                    }
                }

                found[bucket] = rows;
            },
            cancellation);
        return [.. found.SelectMany(rows => rows)];
    }

    public Task EachBucketAsync(Func<int, CancellationToken, Task> work, CancellationToken cancellation) =>
        Parallel.ForEachAsync(
            Enumerable.Range(0, Count),
            new ParallelOptions { MaxDegreeOfParallelism = Parallelism, CancellationToken = cancellation },
            async (bucket, cancel) => await work(bucket, cancel));
}
