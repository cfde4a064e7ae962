namespace Advisor.Runtime.State;

/// <summary>Ticks and what became of their shards: a repeated tick or a message delivered twice is recognized here.</summary>
public sealed class Sweeps
{
    private readonly BucketedRows rows;

    internal Sweeps(BucketedRows rows) => this.rows = rows;

    /// <summary>Writes a tick down; false where it was begun before: its shards are on their way already, or must be sent again.</summary>
    public async Task<bool> BeginAsync(SweepRecord sweep, CancellationToken cancellation) =>
        (await rows.Store.CommitAsync(StateKeys.Sweeps, [Codecs.Sweep.Insert(KeyOf(sweep.Tick), sweep.StartedAt, sweep)], cancellation)).Committed;

    /// <summary>Writes a shard's completion down; false where it was complete before.</summary>
    public async Task<bool> CompleteShardAsync(ShardRecord shard, CancellationToken cancellation) =>
        (await rows.Store.CommitAsync(StateKeys.Sweeps, [Codecs.Shard.Insert(KeyOf(shard.Tick, shard.Shard), shard.CompletedAt, shard)], cancellation)).Committed;

    public async Task<bool> IsShardDoneAsync(DateTimeOffset tick, string shard, CancellationToken cancellation) =>
        await rows.Store.GetAsync(StateKeys.Sweeps, KeyOf(tick, shard), cancellation) is not null;

    /// <summary>How far the sweep of a tick is; null where it was never begun.</summary>
    public async Task<SweepProgress?> ProgressAsync(DateTimeOffset tick, CancellationToken cancellation) =>
        await ProgressAsync(tick, tick, cancellation) is [var only] ? only : null;

    /// <summary>How far the sweeps of some ticks are, the newest first; without those that were never begun.</summary>
    /// <param name="newest">Inclusive, as is <paramref name="oldest"/>.</param>
    public async Task<IReadOnlyList<SweepProgress>> ProgressAsync(DateTimeOffset newest, DateTimeOffset oldest, CancellationToken cancellation)
    {
        // The row of a tick stands before those of its shards.
        var found = new List<(SweepRecord Sweep, List<ShardRecord> Done)>();
        await foreach (var row in rows.WalkAsync(new RowQuery(StateKeys.Sweeps, KeyOf(newest), KeyOf(oldest) + "."), cancellation))
        {
            if (row.Key.Length == KeyOf(newest).Length)
            {
                found.Add((Codecs.Sweep.Read(row), []));
            }
            else if (found is [.., var sweep] && row.Key.StartsWith(KeyOf(sweep.Sweep.Tick), StringComparison.Ordinal))
            {
                sweep.Done.Add(Codecs.Shard.Read(row));
            }
        }

        return found.ConvertAll(sweep => new SweepProgress(sweep.Sweep, sweep.Done));
    }

    private static string KeyOf(DateTimeOffset tick) => StateKeys.Newest(tick);

    private static string KeyOf(DateTimeOffset tick, string shard) => $"{KeyOf(tick)}-{StateKeys.Hash(shard)}";
}
