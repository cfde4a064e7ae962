using Advisor.State.Rows;

namespace Advisor.State.Fleet;

/// <summary>Ticks and their batches: a repeated tick or a message delivered twice is recognized here.</summary>
public sealed class TickLog
{
    private readonly BucketedRows rows;

    internal TickLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Records a tick; false where it was begun before: its batches are queued already, or must be sent again.</summary>
    public async Task<bool> BeginAsync(TickRecord tick, CancellationToken cancellation) =>
        (
            await rows.Store.CommitAsync(
                StateKeys.Ticks,
                [RecordCodecs.Tick.Insert(CreateKey(tick.Tick), tick.StartedAt, tick)],
                cancellation
            )
        ).IsCommitted;

    /// <summary>Records that a batch is complete; false where it was complete before.</summary>
    public async Task<bool> CompleteBatchAsync(BatchRecord batch, CancellationToken cancellation) =>
        (
            await rows.Store.CommitAsync(
                StateKeys.Ticks,
                [RecordCodecs.Batch.Insert(CreateKey(batch.Tick, batch.Batch), batch.CompletedAt, batch)],
                cancellation
            )
        ).IsCommitted;

    public async Task<bool> IsBatchDoneAsync(DateTimeOffset tick, string batch, CancellationToken cancellation) =>
        await rows.Store.GetAsync(StateKeys.Ticks, CreateKey(tick, batch), cancellation) is not null;

    /// <summary>How far a tick is; null where it was never begun.</summary>
    public async Task<TickProgress?> GetProgressAsync(DateTimeOffset tick, CancellationToken cancellation) =>
        await GetProgressAsync(tick, tick, cancellation) is [var only] ? only : null;

    /// <summary>How far some ticks are, the newest first; without those that were never begun.</summary>
    /// <param name="newest">Inclusive, as is <paramref name="oldest"/>.</param>
    public async Task<IReadOnlyList<TickProgress>> GetProgressAsync(
        DateTimeOffset newest,
        DateTimeOffset oldest,
        CancellationToken cancellation
    )
    {
        // The row of a tick stands before those of its batches.
        var found = new List<(TickRecord Tick, List<BatchRecord> Complete)>();
        await foreach (
            var row in rows.EnumerateAsync(new RowQuery(StateKeys.Ticks, CreateKey(newest), CreateKey(oldest) + "."), cancellation)
        )
        {
            if (row.Key.Length == CreateKey(newest).Length)
            {
                found.Add((RecordCodecs.Tick.Read(row), []));
            }
            else if (found is [.., var last] && row.Key.StartsWith(CreateKey(last.Tick.Tick), StringComparison.Ordinal))
            {
                last.Complete.Add(RecordCodecs.Batch.Read(row));
            }
        }

        return found.ConvertAll(tick => new TickProgress(tick.Tick, tick.Complete));
    }

    private static string CreateKey(DateTimeOffset tick) => StateKeys.Descending(tick);

    private static string CreateKey(DateTimeOffset tick, string batch) => $"{CreateKey(tick)}-{StateKeys.Hash(batch)}";
}
