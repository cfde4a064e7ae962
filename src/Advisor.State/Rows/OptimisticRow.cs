namespace Advisor.State.Rows;

/// <summary>A row that many change: read, decide, write under its ETag, else again.</summary>
internal static class OptimisticRow
{
    // Each attempt has a winner, so this many concurrent writers succeed; more get "Busy" and try again.
    private const int MaxAttempts = 64;

    public static async Task<T?> ReadAsync<T>(
        IStateStore store,
        string partition,
        string key,
        RowCodec<T> codec,
        CancellationToken cancellation
    )
        where T : class => await store.GetAsync(partition, key, cancellation) is { } row ? codec.Read(row) : null;

    /// <summary>Sets the row to what <paramref name="change"/> makes of it; null from it leaves the row as it is.</summary>
    /// <returns>What is in force afterwards; null where there is no row.</returns>
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
