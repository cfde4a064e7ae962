namespace Advisor.Service.Store.Rows;

/// <summary>Update of a shared row with optimistic concurrency: read, change, write under its ETag, retry on conflict.</summary>
internal static class OptimisticRow
{
    // One writer succeeds per attempt, so this many concurrent writers all succeed; with more, some fail with "Busy" and are retried later.
    private const int MaxAttempts = 64;

    public static async Task<T?> ReadAsync<T>(
        IStateStore store,
        string partition,
        string key,
        RowCodec<T> codec,
        CancellationToken cancellation
    )
        where T : class => await store.GetAsync(partition, key, cancellation) is { } row ? codec.Read(row) : null;

    /// <summary>Replaces the row with the result of <paramref name="change"/>; null leaves it unchanged.</summary>
    /// <returns>The row after the update; null if there is none.</returns>
    public static async Task<T?> UpdateAsync<T>(
        IStateStore store,
        string partition,
        string key,
        RowCodec<T> codec,
        DateTimeOffset at,
        Func<T?, T?> change,
        CancellationToken cancellation
    )
        where T : class
    {
        for (var attempt = 0; attempt < MaxAttempts; attempt++)
        {
            var row = await store.GetAsync(partition, key, cancellation);
            var before = row is null ? null : codec.Read(row);
            if (change(before) is not { } after)
            {
                return before;
            }

            var write = row is null ? codec.Insert(key, at, after) : codec.Replace(key, at, after, row.ETag);
            if ((await store.CommitAsync(partition, [write], cancellation)).IsCommitted)
            {
                return after;
            }
        }

        throw new StateStoreException("Busy", $"Too many writers at row {partition}/{key}; try again.", isTransient: true);
    }
}
