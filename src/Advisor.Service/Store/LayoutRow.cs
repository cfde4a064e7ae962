using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store;

/// <summary>The row that makes a store Advisor's; it is written first by a new store, and last by an import.</summary>
internal static class LayoutRow
{
    public const string Key = "layout";

    // Where Advisor 0.1.0 kept its ticks. Its states and rows have numbers of versions that mean others now.
    private const string TicksOfFirstVersion = "sweeps";

    /// <summary>Returns the layout; null when the store is empty, or holds an import that did not finish.</summary>
    /// <exception cref="StateStoreException">The store cannot be read, or is of Advisor 0.1.0.</exception>
    public static async Task<StoreLayout?> FindAsync(IStateStore store, CancellationToken cancellation)
    {
        if (await store.GetAsync(StateKeys.Fleet, Key, cancellation) is not { } row)
        {
            return null;
        }

        var first = new RowQuery(TicksOfFirstVersion, From: "0", Before: "a", Limit: 1, KeysOnly: true);
        return (await store.QueryAsync(first, cancellation)).Rows.Count == 0
            ? RecordCodecs.Layout.Read(row)
            : throw new StateStoreException(
                "OlderVersion",
                "it was written by Advisor 0.1.0, whose state this version does not read: start with a new file or table",
                isTransient: false
            );
    }
}
