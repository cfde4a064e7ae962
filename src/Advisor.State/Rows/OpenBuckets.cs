using System.Collections.Concurrent;
using System.Globalization;

namespace Advisor.State.Rows;

/// <summary>
/// Which buckets may have open rows, so that a quiet fleet costs one question instead of one to every bucket. Whoever is about to write an
/// open row marks its bucket first; a tick queries the marked ones, removes the mark of a bucket that stays empty, and queries one more
/// bucket each time, one after another, whatever the marks say. docs/decisions/0121 has the races.
/// </summary>
internal sealed class OpenBuckets(IStateStore store, int buckets)
{
    // What a writer knows of its own mark holds for a minute of its clock; a mark stays for five after it was seen first.
    private static readonly TimeSpan MarkLifetime = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan MarkRetention = TimeSpan.FromMinutes(5);

    private readonly ConcurrentDictionary<string, DateTimeOffset> marked = new(StringComparer.Ordinal);
    private readonly Dictionary<int, (string ETag, DateTimeOffset Since)> seen = [];
    private int nextBucket = -1;

    /// <summary>Marks a bucket before an open row is written to it.</summary>
    /// <param name="now">The writer's clock; null where it is not known: then the mark is written whatever was written before.</param>
    public async Task MarkAsync(string partition, DateTimeOffset? now, CancellationToken cancellation)
    {
        if (buckets == 1 || (now is { } asked && marked.TryGetValue(partition, out var at) && (asked - at).Duration() < MarkLifetime))
        {
            return;
        }

        await store.CommitAsync(StateKeys.Open, [RowWrite.Put(partition, 1, now ?? DateTimeOffset.UnixEpoch, default)], cancellation);
        if (now is { } written)
        {
            marked[partition] = written;
        }
    }

    /// <summary>Whether a row of this key is one that ticks look for.</summary>
    public static bool IsOpen(string key) => key.Length > 1 && key[1] == '-' && key[0] is 'c' or 'd' or 'g' or 'o';

    /// <summary>The marked buckets, ascending.</summary>
    public async Task<IReadOnlyList<int>> ListAsync(CancellationToken cancellation) =>
        buckets == 1 ? [0] : [.. (await ListMarksAsync(cancellation)).Keys.Order()];

    /// <summary>Visits the marked buckets and the next unmarked one; all of them the first time in the life of this process.</summary>
    /// <param name="look">Asks one bucket; true where it has open rows.</param>
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
        var asked = isFirst ? Enumerable.Range(0, buckets) : marks.Keys.Append(nextBucket).Distinct();
        var found = new ConcurrentDictionary<int, bool>();
        await BucketedRows.RunInParallelAsync(asked, async (bucket, cancel) => found[bucket] = await look(bucket, cancel), cancellation);
        foreach (var unmarked in found.Where(bucket => bucket.Value && !marks.ContainsKey(bucket.Key)))
        {
            await MarkAsync(StateKeys.Bucket(unmarked.Key), null, cancellation);
        }

        await DeleteStaleMarksAsync(marks, found, now, cancellation);
    }

    // A writer between its mark and its row is not yet seen: so a mark goes only when it is the same one as some minutes ago.
    private async Task DeleteStaleMarksAsync(
        Dictionary<int, string> marks,
        ConcurrentDictionary<int, bool> found,
        DateTimeOffset now,
        CancellationToken cancellation
    )
    {
        foreach (var some in FindStaleMarks(marks, found, now).Chunk(RowLimits.MaxCommitWrites))
        {
            // Where one of them was marked again in between, all stay for the next time.
            await store.CommitAsync(StateKeys.Open, some, cancellation);
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
                    over.Add(RowWrite.Delete(StateKeys.Bucket(bucket), etag));
                    seen.Remove(bucket);
                }
            }
        }

        return over;
    }

    private async Task<Dictionary<int, string>> ListMarksAsync(CancellationToken cancellation)
    {
        var page = await store.QueryAsync(RowQuery.Prefix(StateKeys.Open, StateKeys.Buckets, keysOnly: true), cancellation);
        var marks = new Dictionary<int, string>();
        foreach (var row in page.Rows)
        {
            // A mark that names no bucket of ours is left alone.
            var digits = row.Key.AsSpan(StateKeys.Buckets.Length);
            if (int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var bucket) && bucket < buckets)
            {
                marks[bucket] = row.ETag;
            }
        }

        return marks;
    }
}
