using System.IO.Compression;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Advisor.Service.Store.Rows;

/// <summary>Payload of a record that may grow beyond a row: JSON, or where that is too long a zero byte and the same as Brotli.</summary>
internal static class PackedJson
{
    // JSON begins with none.
    private const byte Packed = 0;
    private const int Quality = 5;
    private const int WindowBits = 20;

    public static byte[] Write<T>(T record, JsonTypeInfo<T> type)
    {
        var json = JsonSerializer.SerializeToUtf8Bytes(record, type);
        if (json.Length <= RowLimits.MaxPayloadBytes)
        {
            return json;
        }

        var bytes = new byte[1 + BrotliEncoder.GetMaxCompressedLength(json.Length)];
        return BrotliEncoder.TryCompress(json, bytes.AsSpan(1), out var written, Quality, WindowBits)
            ? bytes[..(1 + written)]
            : throw new InvalidOperationException("The record cannot be compressed.");
    }

    /// <exception cref="JsonException">It is not of such a record.</exception>
    /// <exception cref="InvalidOperationException">It is no Brotli.</exception>
    public static T Read<T>(ReadOnlyMemory<byte> payload, JsonTypeInfo<T> type)
        where T : class
    {
        if (payload.IsEmpty || payload.Span[0] != Packed)
        {
            return JsonSerializer.Deserialize(payload.Span, type) ?? throw new JsonException("null");
        }

        using var json = new BrotliStream(new MemoryStream(payload[1..].ToArray()), CompressionMode.Decompress);
        return JsonSerializer.Deserialize(json, type) ?? throw new JsonException("null");
    }
}
