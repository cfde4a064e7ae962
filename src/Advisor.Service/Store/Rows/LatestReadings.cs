namespace Advisor.Service.Store.Rows;

/// <summary>What was last read from Azure, one row for each subject; a newer reading replaces an older one, whoever reads.</summary>
/// <typeparam name="T">Record of a reading.</typeparam>
public sealed class LatestReadings<T>
    where T : class
{
    private readonly BucketedRows rows;
    private readonly RowCodec<T> codec;
    private readonly string prefix;
    private readonly Func<T, (string Subject, DateTimeOffset ReadAt)> describe;

    /// <param name="prefix">Prefix of the keys, in the partition of the fleet.</param>
    /// <param name="describe">Returns what a reading is of, and its time.</param>
    internal LatestReadings(
        BucketedRows rows,
        RowCodec<T> codec,
        string prefix,
        Func<T, (string Subject, DateTimeOffset ReadAt)> describe
    ) => (this.rows, this.codec, this.prefix, this.describe) = (rows, codec, prefix, describe);

    /// <summary>Lists the readings of all subjects.</summary>
    public async Task<IReadOnlyList<T>> ListAsync(CancellationToken cancellation) =>
        await rows.EnumerateAsync(RowQuery.FromPrefix(StateKeys.Fleet, prefix), cancellation).Select(codec.Read).ToListAsync(cancellation);

    /// <summary>Saves a reading, unless a newer one is stored.</summary>
    public Task SaveAsync(T reading, CancellationToken cancellation)
    {
        var (subject, readAt) = describe(reading);
        return new OptimisticRow<T>(rows.Store, StateKeys.Fleet, prefix + StateKeys.Hash(subject), codec).UpdateAsync(
            readAt,
            before => before is not null && describe(before).ReadAt > readAt ? before : reading,
            cancellation
        );
    }
}
