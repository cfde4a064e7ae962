using System.Buffers;

namespace Advisor.Service.Store.Rows;

/// <summary>
/// Limits that every store meets: the tighter of a table entity (a binary property of 64 KiB, names without <c>/ \ # ?</c>, a batch of 100
/// writes and 4 MiB in base64) and SQLite. Sizes in bytes.
/// </summary>
public static class RowLimits
{
    public const int MaxPayloadBytes = 60 * 1024;

    public const int MaxCommitBytes = 2 * 1024 * 1024;

    public const int MaxCommitWrites = 100;

    public const int MaxNameLength = 200;

    public const int MaxPageRows = 1000;

    // Unreserved characters of URLs: they sort the same in UTF-8, in UTF-16 and in every store.
    private static readonly SearchValues<char> NameCharacters = SearchValues.Create(
        "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~"
    );

    /// <summary>Checks the name of a partition or key.</summary>
    /// <exception cref="ArgumentException">
    /// Empty, longer than 200 characters, or with characters other than ASCII letters, digits and <c>- . _ ~</c>.
    /// </exception>
    public static void CheckName(string name, string parameter)
    {
        ArgumentException.ThrowIfNullOrEmpty(name, parameter);
        if (name.Length > MaxNameLength || name.AsSpan().ContainsAnyExcept(NameCharacters))
        {
            throw new ArgumentException(
                $"The name '{name}' is longer than {MaxNameLength} characters or has others than letters, digits and '-._~'.",
                parameter
            );
        }
    }

    /// <summary>Checks the size of a payload.</summary>
    /// <exception cref="ArgumentException">Longer than 60 KiB.</exception>
    public static void CheckPayload(ReadOnlyMemory<byte> payload)
    {
        if (payload.Length > MaxPayloadBytes)
        {
            throw new ArgumentException(
                $"A payload of {payload.Length} bytes exceeds the {MaxPayloadBytes} bytes of a row.",
                nameof(payload)
            );
        }
    }

    /// <summary>Checks the writes of a commit.</summary>
    /// <exception cref="ArgumentException">No write, more than 100, more than 2 MiB, or two writes of one key.</exception>
    public static void CheckCommit(string partition, IReadOnlyList<RowWrite> writes)
    {
        CheckName(partition, nameof(partition));
        if (writes.Count is 0 or > MaxCommitWrites)
        {
            throw new ArgumentException($"A commit has 1 to {MaxCommitWrites} writes, not {writes.Count}.", nameof(writes));
        }

        if (writes.Sum(write => write.Payload.Length) > MaxCommitBytes)
        {
            throw new ArgumentException($"A commit holds at most {MaxCommitBytes} bytes.", nameof(writes));
        }

        if (writes.Select(write => write.Key).Distinct(StringComparer.Ordinal).Count() != writes.Count)
        {
            throw new ArgumentException("A commit writes each key once.", nameof(writes));
        }
    }

    /// <summary>Checks the range and page size of a query.</summary>
    /// <exception cref="ArgumentException">Names outside the limits, or a page of none or of more than 1000 rows.</exception>
    public static void CheckQuery(RowQuery query)
    {
        CheckName(query.Partition, nameof(query));
        CheckName(query.From, nameof(query));
        CheckName(query.Before, nameof(query));
        CheckName(query.After ?? query.From, nameof(query));
        if (query.Limit is < 1 or > MaxPageRows)
        {
            throw new ArgumentException($"A page has 1 to {MaxPageRows} rows, not {query.Limit}.", nameof(query));
        }
    }
}
