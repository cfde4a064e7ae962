using Advisor.Service.Store.Rows;

namespace Advisor.Service.Tick;

/// <summary>Ticks and their batches; detects repeated ticks and redelivered messages.</summary>
public sealed class TickLog
{
    private readonly BucketedRows rows;

    internal TickLog(BucketedRows rows) => this.rows = rows;

    /// <summary>Records a tick; false if it was begun before: its batches are queued already, or must be sent again.</summary>
    public Task<bool> BeginAsync(TickRecord tick, CancellationToken cancellation) =>
        CommitAsync(RecordCodecs.Tick.Insert(CreateKey(tick.Tick), tick.StartedAt, tick), cancellation);

    /// <summary>
    /// Records that a batch is complete, also in place of a record of an older program, which leaves some of it; false if it already was.
    /// </summary>
    public async Task<bool> CompleteBatchAsync(BatchRecord batch, CancellationToken cancellation)
    {
        var key = CreateKey(batch.Tick, batch.Batch);
        return await CommitAsync(RecordCodecs.Batch.Insert(key, batch.CompletedAt, batch), cancellation)
            || (
                !batch.LeavesSome()
                && await rows.Store.GetAsync(StateKeys.Ticks, key, cancellation) is { } row
                && LeavesSome(row)
                && await CommitAsync(RecordCodecs.Batch.Replace(key, batch.CompletedAt, batch, row.ETag), cancellation)
            );
    }

    public async Task<bool> IsBatchDoneAsync(DateTimeOffset tick, string batch, CancellationToken cancellation) =>
        await rows.Store.GetAsync(StateKeys.Ticks, CreateKey(tick, batch), cancellation) is { } row && !LeavesSome(row);

    /// <summary>Returns a tick; null if it was never begun or its row cannot be read.</summary>
    public async Task<TickRecord?> FindAsync(DateTimeOffset tick, CancellationToken cancellation) =>
        RecordCodecs.Tick.TryRead(await rows.Store.GetAsync(StateKeys.Ticks, CreateKey(tick), cancellation));

    /// <summary>Returns the progress of a tick; null if it was never begun.</summary>
    public async Task<TickProgress?> GetProgressAsync(DateTimeOffset tick, CancellationToken cancellation) =>
        await GetProgressAsync(tick, tick, cancellation) is [var only] ? only : null;

    /// <summary>
    /// Returns the progress of several ticks, newest first, without those that were never begun or whose row cannot be read. A batch whose
    /// row cannot be read counts as not complete.
    /// </summary>
    /// <param name="newest">Newest tick, inclusive, as is <paramref name="oldest"/>.</param>
    public async Task<IReadOnlyList<TickProgress>> GetProgressAsync(
        DateTimeOffset newest,
        DateTimeOffset oldest,
        CancellationToken cancellation
    )
    {
        // The row of a tick precedes those of its batches.
        var found = new List<(TickRecord Tick, List<BatchRecord> Complete)>();
        await foreach (
            var row in rows.EnumerateAsync(new RowQuery(StateKeys.Ticks, CreateKey(newest), CreateKey(oldest) + "."), cancellation)
        )
        {
            if (row.Key.Length == CreateKey(newest).Length)
            {
                found.AddRange(RecordCodecs.Tick.ReadAll([row]).Records.Select(tick => (tick, new List<BatchRecord>())));
            }
            else if (found is [.., var last] && row.Key.StartsWith(CreateKey(last.Tick.Tick), StringComparison.Ordinal))
            {
                last.Complete.AddRange(RecordCodecs.Batch.ReadAll([row]).Records);
            }
        }

        return found.ConvertAll(tick => new TickProgress(tick.Tick, tick.Complete));
    }

    private async Task<bool> CommitAsync(RowWrite write, CancellationToken cancellation) =>
        (await rows.Store.CommitAsync(StateKeys.Ticks, [write], cancellation)).IsCommitted;

    private static bool LeavesSome(Row row) => RecordCodecs.Batch.TryRead(row)?.LeavesSome() == true;

    private static string CreateKey(DateTimeOffset tick) => StateKeys.FormatDescending(tick);

    private static string CreateKey(DateTimeOffset tick, string batch) => $"{CreateKey(tick)}-{StateKeys.Hash(batch)}";
}
