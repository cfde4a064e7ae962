namespace Advisor.Service.Store.Rows;

/// <summary>
/// Store of rows in partitions with conditional writes; everything that <see cref="AdvisorState"/> requires of a store. <para> Failure
/// contract. A condition that is not met (the row exists, has changed, or is missing) is a value, and leaves the store unchanged. A store
/// that cannot be reached, refuses the caller or returns an invalid response throws <see cref="StateStoreException"/> after its own
/// retries; the write was then applied completely or not at all, and repeating the same commit shows which. A name or payload outside of
/// <see cref="RowLimits"/> throws <see cref="ArgumentException"/>. A confirmed commit survives the end of the process. </para> <para>Safe
/// for use by many threads, and by many processes on the same rows.</para>
/// </summary>
public interface IStateStore
{
    /// <summary>Returns the row, or null if there is none.</summary>
    Task<Row?> GetAsync(string partition, string key, CancellationToken cancellation);

    /// <summary>
    /// Applies all writes to one partition, or none: 1 to 100 writes, each with another key, together at most <see
    /// cref="RowLimits.MaxCommitBytes"/>. Of concurrent writers of one row, exactly one succeeds.
    /// </summary>
    Task<CommitResult> CommitAsync(string partition, IReadOnlyList<RowWrite> writes, CancellationToken cancellation);

    /// <summary>Returns one page of the rows of a range, ascending by key in ordinal order.</summary>
    Task<RowPage> QueryAsync(RowQuery query, CancellationToken cancellation);
}

/// <summary>Stored row.</summary>
/// <param name="Version">Version of the payload's format, 0 or more.</param>
/// <param name="At">Instant given by the writer, used for retention. Exact to 100 ns.</param>
/// <param name="Payload">Content; empty if the query requested keys only.</param>
/// <param name="ETag">Changes with every write of the row, and never repeats.</param>
public sealed record Row(string Partition, string Key, int Version, DateTimeOffset At, ReadOnlyMemory<byte> Payload, string ETag);

/// <summary>Condition of a write.</summary>
public enum WriteKind
{
    /// <summary>Only if the row does not exist.</summary>
    Insert,

    /// <summary>Only if the row has the given ETag.</summary>
    Replace,

    /// <summary>Unconditionally.</summary>
    Put,

    /// <summary>Only if the row has the given ETag; without an ETag, only if the row exists.</summary>
    Delete,
}

/// <summary>Write of a commit; created by the four methods.</summary>
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

    /// <summary>ETag required by a replacement or deletion.</summary>
    public string? ETag { get; private init; }

    /// <summary>Writes a new row; conflicts if it exists.</summary>
    public static RowWrite Insert(string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload) =>
        With(WriteKind.Insert, key, version, at, payload, etag: null);

    /// <summary>Replaces the row with the ETag; conflicts if it has changed or is missing.</summary>
    public static RowWrite Replace(string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload, string etag) =>
        With(WriteKind.Replace, key, version, at, payload, etag);

    /// <summary>Writes the row unconditionally.</summary>
    public static RowWrite Put(string key, int version, DateTimeOffset at, ReadOnlyMemory<byte> payload) =>
        With(WriteKind.Put, key, version, at, payload, etag: null);

    /// <summary>Deletes the row with the ETag, or any row of the key if null; conflicts if it is missing.</summary>
    public static RowWrite Delete(string key, string? etag = null) => new(WriteKind.Delete, key) { ETag = etag };

    /// <summary>Returns the condition that the row does not meet; None if it meets all.</summary>
    /// <param name="present">ETag of the row; null if there is none.</param>
    internal CommitFailure Check(string? present) =>
        Kind switch
        {
            WriteKind.Put => CommitFailure.None,
            WriteKind.Insert => present is null ? CommitFailure.None : CommitFailure.Exists,
            _ when present is null => CommitFailure.Missing,
            _ => ETag is null || ETag == present ? CommitFailure.None : CommitFailure.Changed,
        };

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

/// <summary>Condition that a commit did not meet.</summary>
public enum CommitFailure
{
    None,

    /// <summary>An insertion found an existing row.</summary>
    Exists,

    /// <summary>A replacement or deletion found a row with another ETag.</summary>
    Changed,

    /// <summary>A replacement or deletion found no row.</summary>
    Missing,
}

/// <summary>Result of a commit.</summary>
/// <param name="ETags">New ETag of each write, null for a deletion; empty if nothing was committed.</param>
/// <param name="FailedWrite">Index of the write whose condition was not met; -1 if all were met or the store did not report it.</param>
public sealed record CommitResult(CommitFailure Failure, IReadOnlyList<string?> ETags, int FailedWrite)
{
    public bool IsCommitted => Failure == CommitFailure.None;

    public static CommitResult Done(IReadOnlyList<string?> etags) => new(CommitFailure.None, etags, -1);

    public static CommitResult Failed(CommitFailure failure, int write) => new(failure, [], write);
}

/// <summary>Range of keys of one partition.</summary>
/// <param name="From">First key, inclusive.</param>
/// <param name="Before">End of the range, exclusive.</param>
/// <param name="After">End of an earlier page, exclusive: its <see cref="RowPage.Next"/>; null for the first page.</param>
/// <param name="Limit">Maximum number of rows per page, 1 to 1000.</param>
/// <param name="KeysOnly">Whether payloads are omitted.</param>
public sealed record RowQuery(string Partition, string From, string Before, string? After = null, int Limit = 1000, bool KeysOnly = false)
{
    /// <summary>Creates a query for all keys that start with <paramref name="prefix"/>, which ends with the separator <c>-</c>.</summary>
    public static RowQuery FromPrefix(string partition, string prefix, string? after = null, int limit = 1000, bool keysOnly = false) =>
        prefix.EndsWith('-')
            ? new(partition, prefix, prefix[..^1] + '.', after, limit, keysOnly)
            : throw new ArgumentException("A prefix ends with '-'.", nameof(prefix));
}

/// <summary>Page of the rows of a range.</summary>
/// <param name="Next">
/// Value of <see cref="RowQuery.After"/> for the next page; null on the last page. A page is empty only if no rows follow.
/// </param>
public sealed record RowPage(IReadOnlyList<Row> Rows, string? Next);
