namespace Advisor.Service.Store.Rows;

/// <summary>A row that many writers share, with optimistic concurrency: read, change, write under its ETag, retry on conflict.</summary>
internal readonly record struct OptimisticRow<T>(IStateStore Store, string Partition, string Key, RowCodec<T> Codec)
    where T : class
{
    // One writer succeeds per attempt, so this many concurrent writers all succeed; with more, some fail with "Busy" and are retried later.
    private const int MaxAttempts = 64;

    public async Task<T?> ReadAsync(CancellationToken cancellation) => Codec.ReadIfAny(await Store.GetAsync(Partition, Key, cancellation));

    /// <summary>Writes the row, whatever it holds.</summary>
    public Task PutAsync(DateTimeOffset at, T record, CancellationToken cancellation) =>
        Store.CommitAsync(Partition, [Codec.Put(Key, at, record)], cancellation);

    /// <summary>Replaces the row with the result of <paramref name="change"/>; null leaves it unchanged.</summary>
    /// <returns>The row after the update; null if there is none.</returns>
    public async Task<T?> UpdateAsync(DateTimeOffset at, Func<T?, T?> change, CancellationToken cancellation)
    {
        for (var attempt = 0; attempt < MaxAttempts; attempt++)
        {
            var row = await Store.GetAsync(Partition, Key, cancellation);
            var before = Codec.ReadIfAny(row);
            if (change(before) is not { } after)
            {
                return before;
            }

            var write = row is null ? Codec.Insert(Key, at, after) : Codec.Replace(Key, at, after, row.ETag);
            if ((await Store.CommitAsync(Partition, [write], cancellation)).IsCommitted)
            {
                return after;
            }
        }

        throw new StateStoreException("Busy", $"Too many writers at row {Partition}/{Key}; try again.", isTransient: true);
    }
}
