using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.State.Rows;

/// <summary>Codec of one kind of record: writes the current version, reads it, and refuses any other.</summary>
/// <param name="kind">Name of the record in messages.</param>
/// <param name="version">
/// Version that is written, 1 or more. Increase it when a reader of the old version would misread the new one.
/// </param>
/// <param name="type">Serialization of the current version.</param>
internal sealed class RowCodec<T>(string kind, int version, JsonTypeInfo<T> type)
    where T : class
{
    public int Version { get; } = version;

    public byte[] Write(T record) => JsonSerializer.SerializeToUtf8Bytes(record, type);

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

    /// <exception cref="StateStoreException">The row is of another version, or damaged.</exception>
    public T Read(Row row)
    {
        CheckVersion(kind, row, Version);
        try
        {
            return JsonSerializer.Deserialize(row.Payload.Span, type) ?? throw new JsonException("null");
        }
        catch (JsonException error)
        {
            throw new StateStoreException(
                "Corrupt",
                $"The {kind} in row {row.Partition}/{row.Key} cannot be read: {error.Message}",
                isTransient: false,
                error
            );
        }
    }

    internal static void CheckVersion(string kind, Row row, int known)
    {
        if (row.Version != known)
        {
            throw new StateStoreException(
                row.Version > known ? "NewerVersion" : "OlderVersion",
                $"The {kind} in row {row.Partition}/{row.Key} has version {row.Version}; this program reads version {known}. "
                    + (row.Version > known ? "Update Advisor." : "Delete the row to start again."),
                isTransient: false
            );
        }
    }
}
