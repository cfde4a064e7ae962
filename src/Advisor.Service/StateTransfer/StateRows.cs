using Advisor.Service.Store;
using Advisor.Service.Store.Rows;

namespace Advisor.Service.StateTransfer;

/// <summary>Reads all rows of a store, whatever they are.</summary>
internal static class StateRows
{
    // Every name is between them: names are of ASCII letters, digits and -._~.
    private const string First = "-",
        Last = "~~";

    /// <summary>Number of buckets; null when the store is empty, or holds an import that did not finish.</summary>
    /// <exception cref="StateStoreException">The store cannot be read, or is of Advisor 0.1.0.</exception>
    public static async Task<int?> FindBucketsAsync(IStateStore store, CancellationToken cancellation) =>
        (await LayoutRow.FindAsync(store, cancellation))?.Buckets;

    /// <inheritdoc cref="FindBucketsAsync"/>
    /// <exception cref="StateStoreException">The store cannot be read, or is empty.</exception>
    public static async Task<int> RequireBucketsAsync(IStateStore store, CancellationToken cancellation)
    {
        if (await FindBucketsAsync(store, cancellation) is { } buckets)
        {
            return buckets;
        }

        await ImportMark.CheckNoneAsync(store, cancellation);
        throw new StateStoreException("Empty", "it is empty: it has no layout", isTransient: false);
    }

    /// <summary>Reads the rows by partition and key, a page at a time.</summary>
    /// <exception cref="StateStoreException">The store cannot be read.</exception>
    public static IAsyncEnumerable<Row> ReadAsync(IStateStore store, int buckets, CancellationToken cancellation)
    {
        var rows = new BucketedRows(store, buckets);
        return ListPartitions(buckets)
            .ToAsyncEnumerable()
            .SelectMany(partition => rows.EnumerateAsync(new RowQuery(partition, First, Last), cancellation));
    }

    private static IEnumerable<string> ListPartitions(int buckets) =>
        [
            StateKeys.Fleet,
            StateKeys.Grouping,
            StateKeys.Open,
            StateKeys.DeadLetters,
            StateKeys.ChangeRate,
            StateKeys.Ticks,
            .. Enumerable.Range(0, buckets).Select(StateKeys.CreateBucketPartition),
        ];
}
