namespace Advisor.State.Rows;

/// <summary>
/// Rows in partitions, written conditionally: the whole of what a store must do for <see cref="AdvisorState"/>, which gives the rows their
/// meaning.
/// <para>
/// Failure contract. A condition that does not hold (the row exists, has changed, is gone) is a value and leaves the store as it was.
/// A store that cannot be reached, refuses the caller or answers nonsense throws <see cref="StateStoreException"/> after its own retries;
/// then the write has happened whole or not at all, and repeating the same commit shows which. A name or payload outside the limits of
/// <see cref="RowLimits"/> is the caller's fault: <see cref="ArgumentException"/>. What was answered as committed survives the end of the
/// process.
/// </para>
/// <para>Safe for use by many threads, and by many processes on the same rows.</para>
/// </summary>
public interface IStateStore
{
    /// <summary>The row, or null where there is none.</summary>
    Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation);

    /// <summary>
    /// Applies all writes to one partition, or none: 1 to 100 writes, each of another key, together at most
    /// <see cref="RowLimits.MaxCommitBytes"/>. Of writers that race on one row exactly one succeeds.
    /// </summary>
    Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation);

    /// <summary>One page of the rows of a range, ascending by key in ordinal order.</summary>
    Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation);
}

/// <summary>A stored row.</summary>
/// <param name="Version">Version of the payload's layout, 0 or more.</param>
/// <param name="At">The instant that the writer gave; retention goes by it. Exact to 100 ns.</param>
/// <param name="Payload">The content; empty where the query asked for keys only.</param>
/// <param name="ETag">Changes with every write of the row, never to an earlier value.</param>
public sealed record Row(string Partition, string Key, int Version, DateTimeOffset At, ReadOnlyMemory<byte> Payload, string ETag);

public enum WriteKind
{
    /// <summary>Only where no such row is.</summary>
    Insert,

    /// <summary>Only over the row with the ETag.</summary>
    Replace,

    /// <summary>Whatever is there.</summary>
    Put,

    /// <summary>Only the row with the ETag; without an ETag whatever is there, but something must be.</summary>
    Delete,
}

/// <summary>One write of a commit; made by the four functions.</summary>
public sealed record RowWrite
{
    private RowWrite(WriteKind kind, string key)
    {
        RowLimits.CheckName(key, nameof(key));
        (Kind, Key) = (kind, key);
    }

    public WriteKind Kind { get; }

    public string Key { get; }

    public int Version { get; private init; }

    public DateTimeOffset At { get; private init; }

    public ReadOnlyMemory<byte> Payload { get; private init; }

    /// <summary>The condition of a replacement or a deletion.</summary>
    public string? ETag { get; private init; }

    public static RowWrite Insert(string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload) =>
        With(WriteKind.Insert, key, version, at, payload, etag: null);

    public static RowWrite Replace(string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload, string etag) =>
        With(WriteKind.Replace, key, version, at, payload, etag);

    public static RowWrite Put(string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload) =>
        With(WriteKind.Put, key, version, at, payload, etag: null);

    public static RowWrite Delete(string key, string? etag = null) => new(WriteKind.Delete, key) { ETag = etag };

    private static RowWrite With(WriteKind kind, string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload, string? etag)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(version);
        RowLimits.CheckPayload(payload);
        return new RowWrite(kind, key)
        {
            Version = version,
            At = at,
            Payload = payload,
            ETag = etag,
        };
    }
}

public enum CommitFailure
{
    None,

    /// <summary>An insertion met a row.</summary>
    Exists,

    /// <summary>A replacement or deletion met a row with another ETag.</summary>
    Changed,

    /// <summary>A replacement or deletion met no row.</summary>
    Missing,
}

/// <summary>What became of a commit.</summary>
/// <param name="ETags">The new ETag of each write, null for a deletion; empty where nothing was committed.</param>
/// <param name="FailedWrite">Index of the write whose condition did not hold; -1 where all held or the store did not say.</param>
public sealed record CommitResult(CommitFailure Failure, IReadOnlyList<string?> ETags, int FailedWrite)
{
    public bool IsCommitted => Failure == CommitFailure.None;

    public static CommitResult Done(IReadOnlyList<string?> etags) => new(CommitFailure.None, etags, -1);

    public static CommitResult Failed(CommitFailure failure, int write) => new(failure, [], write);
}

/// <summary>A range of one partition.</summary>
/// <param name="From">First key, inclusive.</param>
/// <param name="Before">Last key, exclusive.</param>
/// <param name="After">Where an earlier page ended, exclusive: its <see cref="RowPage.Next"/>; null for the first page.</param>
/// <param name="Limit">Most rows of a page, 1 to 1000.</param>
/// <param name="KeysOnly">Whether payloads are left out.</param>
public sealed record RowQuery(string Partition, string From, string Before, string? After = null, int Limit = 1000, bool KeysOnly = false)
{
    /// <summary>All keys that begin with <paramref name="prefix"/>, which ends with the separator <c>-</c>.</summary>
    public static RowQuery Prefix(string partition, string prefix, string? after = null, int limit = 1000, bool keysOnly = false) =>
        prefix.EndsWith('-')
            ? new(partition, prefix, prefix[..^1] + '.', after, limit, keysOnly)
            : throw new ArgumentException("A prefix ends with '-'.", nameof(prefix));
}

/// <summary>Rows of a range.</summary>
/// <param name="Next">
/// Give it as <see cref="RowQuery.After"/> for the next page; null where no more rows follow. A page is empty only where none follow.
/// </param>
public sealed record RowPage(IReadOnlyList<Row> Rows, string? Next);
