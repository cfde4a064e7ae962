using Advisor.Service.Store.Rows;

namespace Advisor.Web.Tests.World;

/// <summary>Counts what is written, and can be away.</summary>
internal sealed class CountingStore(IStateStore inner) : IStateStore
{
    private int writes;

    public int Writes => writes;

    public bool IsAway { get; set; }

    public Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation)
    {
        ThrowIfAway();
        return inner.GetAsync(partition, key, cancellation);
    }

    public Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation)
    {
        ThrowIfAway();
        Interlocked.Increment(ref this.writes);
        return inner.CommitAsync(partition, writes, cancellation);
    }

    public Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation)
    {
        ThrowIfAway();
        return inner.QueryAsync(query, cancellation);
    }

    private void ThrowIfAway()
    {
        if (IsAway)
        {
            throw new StateStoreException("Unreachable", "The store is away.", isTransient: true);
        }
    }
}
