using Advisor.State.Rows;

namespace Advisor.State.Fleet;

/// <summary>Ticks and what became of their shards: a repeated tick or a message delivered twice is recognized here.</summary>
public sealed class TickLog
{
    private readonly BucketedRows rows;

    internal TickLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Writes a tick down; false where it was begun before: its shards are on their way already, or must be sent again.</summary>
    public async Task<bool> BeginAsync(TickRecord sweep, CancellationToken cancellation) =>
        (
            await rows.Store.CommitAsync(
                StateKeys.Ticks,
                [RecordCodecs.Tick.Insert(CreateKey(sweep.Tick), sweep.StartedAt, sweep)],
                cancellation
            )
        ).IsCommitted;

    /// <summary>Writes a shard's completion down; false where it was complete before.</summary>
    public async Task<bool> CompleteBatchAsync(BatchRecord shard, CancellationToken cancellation) =>
        (
            await rows.Store.CommitAsync(
                StateKeys.Ticks,
                [RecordCodecs.Batch.Insert(CreateKey(shard.Tick, shard.Batch), shard.CompletedAt, shard)],
                cancellation
            )
        ).IsCommitted;

    public async Task<bool> IsBatchDoneAsync(DateTimeOffset tick, string shard, CancellationToken cancellation) =>
        await rows.Store.GetAsync(StateKeys.Ticks, CreateKey(tick, shard), cancellation) is not null;

    /// <summary>How far the sweep of a tick is; null where it was never begun.</summary>
    public async Task<TickProgress?> GetProgressAsync(DateTimeOffset tick, CancellationToken cancellation) =>
        await GetProgressAsync(tick, tick, cancellation) is [var only] ? only : null;

    /// <summary>How far the sweeps of some ticks are, the newest first; without those that were never begun.</summary>
    /// <param name="newest">Inclusive, as is <paramref name="oldest"/>.</param>
    public async Task<IReadOnlyList<TickProgress>> GetProgressAsync(
        DateTimeOffset newest,
        DateTimeOffset oldest,
        CancellationToken cancellation
    )
    {
        // The row of a tick stands before those of its shards.
        var found = new List<(TickRecord Sweep, List<BatchRecord> Done)>();
        await foreach (
            var row in rows.EnumerateAsync(new RowQuery(StateKeys.Ticks, CreateKey(newest), CreateKey(oldest) + "."), cancellation)
        )
        {
            if (row.Key.Length == CreateKey(newest).Length)
            {
                found.Add((RecordCodecs.Tick.Read(row), []));
            }
            else if (found is [.., var sweep] && row.Key.StartsWith(CreateKey(sweep.Sweep.Tick), StringComparison.Ordinal))
            {
                sweep.Done.Add(RecordCodecs.Batch.Read(row));
            }
        }

        return found.ConvertAll(sweep => new TickProgress(sweep.Sweep, sweep.Done));
    }

    private static string CreateKey(DateTimeOffset tick) => StateKeys.Descending(tick);

    private static string CreateKey(DateTimeOffset tick, string shard) => $"{CreateKey(tick)}-{StateKeys.Hash(shard)}";
}
