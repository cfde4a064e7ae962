using System.Collections.Concurrent;
using System.Globalization;

namespace Advisor.Service.Store.Rows;

/// <summary>
/// Tracks the buckets that may have open rows, so that an idle fleet costs one query instead of one per bucket. A bucket is marked before
/// an open row is written to it; a tick queries the marked buckets, removes the mark of a bucket that stays empty, and queries one more
/// bucket in turn regardless of marks. docs/decisions/0121 covers the races.
/// </summary>
internal sealed class OpenBuckets(IStateStore store, int buckets)
{
    // A writer trusts its own mark for one minute of its clock; a mark is kept for five minutes after it was first seen.
    private static readonly TimeSpan MarkLifetime = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan MarkRetention = TimeSpan.FromMinutes(5);

    private readonly ConcurrentDictionary<string, DateTimeOffset> marked = new(StringComparer.Ordinal);
    private readonly Dictionary<int, (string ETag, DateTimeOffset Since)> seen = [];
    private int nextBucket = -1;

    /// <summary>Marks a bucket before an open row is written to it.</summary>
    /// <param name="now">Current time of the writer's clock; null when unknown: the mark is then always written.</param>
    public async Task MarkAsync(string partition, DateTimeOffset? now, CancellationToken cancellation)
    {
        if (buckets == 1 || (now is { } time && marked.TryGetValue(partition, out var at) && (time - at).Duration() < MarkLifetime))
        {
            return;
        }

        await store.CommitAsync(StateKeys.Open, [RowWrite.Put(partition, 1, now ?? DateTimeOffset.UnixEpoch, default)], cancellation);
        if (now is { } written)
        {
            marked[partition] = written;
        }
    }

    /// <summary>Whether a key belongs to a row that ticks query for.</summary>
    public static bool IsOpen(string key) => key.Length > 1 && key[1] == '-' && key[0] is 'c' or 'd' or 'g' or 'o';

    /// <summary>Returns the marked buckets, ascending.</summary>
    public async Task<IReadOnlyList<int>> ListAsync(CancellationToken cancellation) =>
        buckets == 1 ? [0] : [.. (await ListMarksAsync(cancellation)).Keys.Order()];

    /// <summary>Visits the marked buckets and the next unmarked one; all buckets on the first call of the process.</summary>
    /// <param name="look">Queries one bucket; returns true if it has open rows.</param>
    public async Task VisitAsync(Func<int, CancellationToken, Task<bool>> look, DateTimeOffset now, CancellationToken cancellation)
    {
        if (buckets == 1)
        {
            await look(0, cancellation);
            return;
        }

        var marks = await ListMarksAsync(cancellation);
        var isFirst = nextBucket < 0;
        nextBucket = (nextBucket + 1) % buckets;
        var visited = isFirst ? Enumerable.Range(0, buckets) : marks.Keys.Append(nextBucket).Distinct();
        var found = new ConcurrentDictionary<int, bool>();
        await BucketedRows.RunInParallelAsync(visited, async (bucket, cancel) => found[bucket] = await look(bucket, cancel), cancellation);
        foreach (var unmarked in found.Where(bucket => bucket.Value && !marks.ContainsKey(bucket.Key)))
        {
            await MarkAsync(StateKeys.CreateBucketPartition(unmarked.Key), null, cancellation);
        }

        await DeleteStaleMarksAsync(marks, found, now, cancellation);
    }

    // A writer between its mark and its row is not visible, so a mark is deleted only if it has not changed for some minutes.
    private async Task DeleteStaleMarksAsync(
        Dictionary<int, string> marks,
        ConcurrentDictionary<int, bool> found,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        foreach (var chunk in FindStaleMarks(marks, found, now).Chunk(RowLimits.MaxCommitWrites))
        {
            // If one of them was marked again in between, all are kept until the next time.
            await store.CommitAsync(StateKeys.Open, chunk, cancellation);
        }
    }

    private List<RowWrite> FindStaleMarks(Dictionary<int, string> marks, ConcurrentDictionary<int, bool> found, DateTimeOffset now)
    {
        var over = new List<RowWrite>();
        lock (seen)
        {
            foreach (var (bucket, etag) in marks)
            {
                if (!seen.TryGetValue(bucket, out var before) || before.ETag != etag)
                {
                    seen[bucket] = (etag, now);
                }
                else if (!found.GetValueOrDefault(bucket) && now - before.Since >= MarkRetention)
                {
                    over.Add(RowWrite.Delete(StateKeys.CreateBucketPartition(bucket), etag));
                    seen.Remove(bucket);
                }
            }
        }

        return over;
    }

    private async Task<Dictionary<int, string>> ListMarksAsync(CancellationToken cancellation)
    {
        var page = await store.QueryAsync(RowQuery.FromPrefix(StateKeys.Open, StateKeys.Buckets, keysOnly: true), cancellation);
        var marks = new Dictionary<int, string>();
        foreach (var row in page.Rows)
        {
            // Marks of unknown buckets are ignored.
            var digits = row.Key.AsSpan(StateKeys.Buckets.Length);
            if (int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var bucket) && bucket < buckets)
            {
                marks[bucket] = row.ETag;
            }
        }

        return marks;
    }
}
