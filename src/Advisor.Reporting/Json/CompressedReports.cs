using System.Buffers;
using System.IO.Compression;
using System.Text.Json;
using Advisor.Core.Reports;

namespace Advisor.Reporting.Json;

/// <summary>
/// JSON of the resources of a large fleet, compressed as they are evaluated, to be written when all are known: a kilobyte a resource, where
/// its report takes twelve. For several threads while resources are added, for one while they are written.
/// </summary>
public sealed class CompressedReports
{
    // Resources resemble each other: ten together compress to 1.1 KB each, alone to 2.6, twenty to 1.05. One is written from any order, so
    // its whole block is decompressed for it, in a millisecond at most.
    private const int BlockReports = 10;

    // The quickest that finds what resources have in common, with a block of some 150 KB to look back in.
    private const int Quality = 2;
    private const int Window = 18;

    private readonly Lock gate = new();
    private readonly Dictionary<string, Place> places = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<Block> blocks = [];
    private readonly ArrayBufferWriter<byte> open = new();
    private int openReports;

    // The block that was decompressed last, in one array for all of them.
    private int readBlock = -1;
    private byte[] readJson = [];

    /// <summary>Keeps the JSON of a report and returns what order and totals need of it.</summary>
    public ResourceReport Add(ResourceReport resource)
    {
        var json = Render(resource);
        lock (gate)
        {
            places[resource.Id] = new Place(blocks.Count, open.WrittenCount, json.Length);
            open.Write(json);
            if (++openReports == BlockReports)
            {
                blocks.Add(Block.Compress(open.WrittenSpan));
                open.ResetWrittenCount();
                openReports = 0;
            }
        }

        var summary = resource.ToSummary();
        return summary with
        {
            Month = null,
            Decision = summary.Decision is { } decision
                ? decision with
                {
                    Reasons = [],
                    Alternatives = [],
                    Messages = null,
                    Steady = null,
                }
                : null,
        };
    }

    /// <summary>Writes a resource: as it was added, or the report itself where it was not.</summary>
    internal void Write(Utf8JsonWriter writer, ResourceReport resource)
    {
        if (!places.TryGetValue(resource.Id, out var place))
        {
            ReportJson.Write(writer, resource);
            return;
        }

        writer.WriteRawValue(Read(place.Block).Slice(place.Start, place.Length), skipInputValidation: true);
    }

    private ReadOnlySpan<byte> Read(int block)
    {
        if (block == blocks.Count)
        {
            return open.WrittenSpan;
        }

        if (block != readBlock)
        {
            (readBlock, readJson) = (block, blocks[block].Decompress(readJson));
        }

        return readJson;
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

    private readonly record struct Place(int Block, int Start, int Length);

    /// <param name="Length">Bytes when it is decompressed.</param>
    private readonly record struct Block(byte[] Brotli, int Length)
    {
        public static Block Compress(ReadOnlySpan<byte> json)
        {
            var buffer = ArrayPool<byte>.Shared.Rent(BrotliEncoder.GetMaxCompressedLength(json.Length));
            BrotliEncoder.TryCompress(json, buffer, out var length, Quality, Window);
            var block = new Block(buffer[..length], json.Length);
            ArrayPool<byte>.Shared.Return(buffer);
            return block;
        }

        /// <summary>Decompresses into an array, or into a larger one where it is too small; returns the one used.</summary>
        public byte[] Decompress(byte[] json)
        {
            var into = json.Length < Length ? new byte[2 * Length] : json;
            BrotliDecoder.TryDecompress(Brotli, into, out _);
            return into;
        }
    }
}
