using System.Buffers;

namespace Advisor.Azure.Metrics;

/// <summary>
/// Body of a response in pieces of a shared pool: the metrics of fifty resources have 20 MB, and one array of that size for every call,
/// twice that while it filled, was most of the memory of an evaluation.
/// </summary>
internal sealed class ResponseSegments : IDisposable
{
    private const int SegmentBytes = 256 * 1024;

    private readonly List<byte[]> rented = [];

    private ResponseSegments() { }

    public ReadOnlySequence<byte> Bytes { get; private set; } = ReadOnlySequence<byte>.Empty;

    /// <summary>Reads a stream to its end.</summary>
    public static async Task<ResponseSegments> ReadAsync(Stream stream, CancellationToken cancellation)
    {
        var body = new ResponseSegments();
        try
        {
            await body.FillAsync(stream, cancellation);
            return body;
        }
        catch
        {
            body.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        Bytes = ReadOnlySequence<byte>.Empty;
        foreach (var segment in rented)
        {
            ArrayPool<byte>.Shared.Return(segment);
        }

        rented.Clear();
    }

    private async Task FillAsync(Stream stream, CancellationToken cancellation)
    {
        Segment? first = null,
            last = null;
        while (true)
        {
            var array = ArrayPool<byte>.Shared.Rent(SegmentBytes);
            rented.Add(array);
            var length = await stream.ReadAtLeastAsync(array, array.Length, throwOnEndOfStream: false, cancellation);
            last = last is null ? new Segment(array.AsMemory(0, length), 0) : last.Append(array.AsMemory(0, length));
            first ??= last;
            if (length < array.Length)
            {
                Bytes = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
                return;
            }
        }
    }

    private sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long start) => (Memory, RunningIndex) = (memory, start);

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
