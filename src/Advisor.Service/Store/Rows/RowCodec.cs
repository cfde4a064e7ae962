using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Service.Store.Rows;

/// <summary>Codec of one kind of record: writes the current version, reads it, and refuses any other.</summary>
internal sealed class RowCodec<T>
    where T : class
{
    private readonly string kind;
    private readonly Func<T, byte[]> write;
    private readonly Func<Row, T> parse;

    /// <param name="kind">Name of the record in messages.</param>
    /// <param name="version">
    /// Version that is written, 1 or more. Increase it when a reader of the old version would misread the new one.
    /// </param>
    /// <param name="write">Writes the payload of a record.</param>
    /// <param name="parse">Reads a row; throws <see cref="InvalidDataException"/> or <see cref="JsonException"/> if it is damaged.</param>
    public RowCodec(string kind, int version, Func<T, byte[]> write, Func<Row, T> parse)
    {
        (this.kind, Version, this.write, this.parse) = (kind, version, write, parse);
    }

    /// <summary>Codec of a record whose whole payload is JSON.</summary>
    /// <param name="type">Serialization of the current version.</param>
    /// <param name="addETag">Returns a record with the ETag of its row; null = it has none.</param>
    public RowCodec(string kind, int version, JsonTypeInfo<T> type, Func<T, string, T>? addETag = null)
        : this(
            kind,
            version,
            record => JsonSerializer.SerializeToUtf8Bytes(record, type),
            row =>
            {
                var record = JsonSerializer.Deserialize(row.Payload.Span, type) ?? throw new JsonException("null");
                return addETag is null ? record : addETag(record, row.ETag);
            }
        ) { }

    public int Version { get; }

    public byte[] Write(T record) => write(record);

    public RowWrite Insert(string key, DateTimeOffset at, T record) => RowWrite.Insert(key, Version, at, Write(record));

    public RowWrite Put(string key, DateTimeOffset at, T record) => RowWrite.Put(key, Version, at, Write(record));

    public RowWrite Replace(string key, DateTimeOffset at, T record, string? etag) =>
        RowWrite.Replace(
            key,
            Version,
            at,
            Write(record),
            etag ?? throw new ArgumentException($"This {kind} was not read from the store: it has no ETag.", nameof(etag))
        );

    /// <summary>Reads those rows that can be read, with a problem for each of the others.</summary>
    public RecordList<T> ReadAll(IReadOnlyList<Row> rows)
    {
        var (records, problems) = (new List<T>(rows.Count), new List<string>());
        foreach (var row in rows)
        {
            try
            {
                records.Add(Read(row));
            }
            catch (StateStoreException e)
            {
                problems.Add(e.Message);
            }
        }

        return new RecordList<T>(records, problems);
    }

    /// <summary>Reads a row; null if there is none, or it cannot be read.</summary>
    public T? TryRead(Row? row) => row is not null && ReadAll([row]).Records is [var record] ? record : null;

    /// <summary>Reads a row; null if there is none.</summary>
    /// <exception cref="StateStoreException">The row is of another version, or damaged.</exception>
    public T? ReadIfAny(Row? row) => row is null ? null : Read(row);

    /// <exception cref="StateStoreException">The row is of another version, or damaged.</exception>
    public T Read(Row row)
    {
        CheckVersion(row);
        try
        {
            return parse(row);
        }
        catch (Exception error) when (error is not StateStoreException and not OutOfMemoryException)
        {
            throw new StateStoreException(
                "Corrupt",
                $"The {kind} in row {row.Partition}/{row.Key} cannot be read: {error.Message}",
                isTransient: false,
                error
            )
            {
                IsOfRow = true,
            };
        }
    }

    private void CheckVersion(Row row)
    {
        if (row.Version != Version)
        {
            throw new StateStoreException(
                row.Version > Version ? "NewerVersion" : "OlderVersion",
                $"The {kind} in row {row.Partition}/{row.Key} has version {row.Version}; this program reads version {Version}. "
                    + (row.Version > Version ? "Update Advisor." : "Delete the row to start again."),
                isTransient: false
            )
            {
                IsOfRow = true,
            };
        }
    }
}
