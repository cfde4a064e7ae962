using System.Buffers;
using System.Collections.Concurrent;
using System.IO.Compression;
using System.Text.Json;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>
/// JSON of the resources of a large fleet, compressed as soon as each is evaluated, to be written when all are known: 3 KB a resource,
/// where its report takes 12. For several threads.
/// </summary>
public sealed class CompressedReports
{
    // Of 13 KB: quick, and 16 KB to look back in, so that the compressor itself needs little memory.
    private const int Quality = 2;
    private const int Window = 14;

    private readonly ConcurrentDictionary<string, Json> byId = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Keeps the JSON of a report and returns the summary, for order and totals.</summary>
    public ResourceReport Add(ResourceReport resource)
    {
        byId[resource.Id] = Compress(Render(resource));
        return resource.ToSummary();
    }

    /// <summary>Writes a resource: as it was added, or the report itself where it was not.</summary>
    internal void Write(Utf8JsonWriter writer, ResourceReport resource)
    {
        if (!byId.TryGetValue(resource.Id, out var compressed))
        {
            ReportJson.Write(writer, resource);
            return;
        }

        var json = ArrayPool<byte>.Shared.Rent(compressed.Length);
        BrotliDecoder.TryDecompress(compressed.Brotli, json, out var length);
        writer.WriteRawValue(json.AsSpan(0, length), skipInputValidation: true);
        ArrayPool<byte>.Shared.Return(json);
    }

    // With the line break and the indentation of an element of the list that is a member of the document.
    private static ReadOnlySpan<byte> Render(ResourceReport resource)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using var writer = new Utf8JsonWriter(buffer, DecisionJson.Document);
        writer.WriteStartObject();
        writer.WriteStartArray("resources");
        writer.Flush();
        var before = buffer.WrittenCount;
        ReportJson.Write(writer, resource);
        writer.Flush();
        return buffer.WrittenSpan[before..];
    }

    private static Json Compress(ReadOnlySpan<byte> json)
    {
        var buffer = ArrayPool<byte>.Shared.Rent(BrotliEncoder.GetMaxCompressedLength(json.Length));
        BrotliEncoder.TryCompress(json, buffer, out var length, Quality, Window);
        var compressed = new Json(buffer[..length], json.Length);
        ArrayPool<byte>.Shared.Return(buffer);
        return compressed;
    }

    /// <param name="Length">Bytes when it is decompressed.</param>
    private readonly record struct Json(byte[] Brotli, int Length);
}
