using System.Buffers;
using System.Globalization;
using System.Text.Json;
using Advisor.State.Rows;

namespace Advisor.Storage.Tables;

/// <summary>Row as a table entity: PartitionKey, RowKey, V (version), At, P (payload) and W, the commit that wrote it.</summary>
internal static class TableEntity
{
    /// <summary>Columns selected by a keys-only query.</summary>
    public const string KeyColumns = "PartitionKey,RowKey,V,At";

    public static byte[] Write(string partition, RowWrite write, string commit)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            json.WriteString("PartitionKey", partition);
            json.WriteString("RowKey", write.Key);
            json.WriteNumber("V", write.Version);
            json.WriteString("At@odata.type", "Edm.DateTime");
            json.WriteString("At", write.At.UtcDateTime.ToString("O"));
            json.WriteString("P@odata.type", "Edm.Binary");
            json.WriteBase64String("P", write.Payload.Span);
            json.WriteString("W", commit);
            json.WriteEndObject();
        }

        return buffer.WrittenSpan.ToArray();
    }

    /// <summary>Reads a row from an entity.</summary>
    /// <param name="table">Name of the table, for the error.</param>
    /// <exception cref="StateStoreException">The entity was not written by Advisor.</exception>
    public static Row Read(JsonElement entity, string table)
    {
        try
        {
            return new Row(
                ReadText(entity, "PartitionKey"),
                ReadText(entity, "RowKey"),
                entity.GetProperty("V").GetInt32(),
                DateTimeOffset.Parse(ReadText(entity, "At"), CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal),
                entity.TryGetProperty("P", out var payload) ? payload.GetBytesFromBase64() : ReadOnlyMemory<byte>.Empty,
                ReadText(entity, "odata.etag")
            );
        }
        catch (Exception error) when (error is KeyNotFoundException or FormatException or InvalidOperationException)
        {
            throw new StateStoreException(
                "Corrupt",
                $"The table {table} holds an entity that Advisor did not write. Use a table of its own for Advisor.",
                isTransient: false,
                error
            );
        }
    }

    public static string? FindCommit(JsonElement entity) =>
        entity.TryGetProperty("W", out var commit) && commit.ValueKind == JsonValueKind.String ? commit.GetString() : null;

    private static string ReadText(JsonElement entity, string name) =>
        entity.GetProperty(name).GetString() ?? throw new FormatException(name + " is null.");
}
