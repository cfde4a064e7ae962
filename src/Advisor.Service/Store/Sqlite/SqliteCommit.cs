using Advisor.Service.Store.Rows;

namespace Advisor.Service.Store.Sqlite;

/// <summary>A commit that waits for its turn to write, or for another that writes it too.</summary>
internal sealed class SqliteCommit(string partition, IReadOnlyList<RowWrite> writes)
{
    private int isTaken;

    public string Partition { get; } = partition;

    public IReadOnlyList<RowWrite> Writes { get; } = writes;

    /// <summary>Its result; null until it is written. Only for the one that writes.</summary>
    public CommitResult? Result { get; set; }

    /// <summary>Takes it, to write it or to give it up: true once.</summary>
    public bool TryTake() => Interlocked.Exchange(ref isTaken, 1) == 0;
}
