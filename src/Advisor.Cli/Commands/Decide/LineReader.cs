namespace Advisor.Cli.Commands.Decide;

/// <summary>
/// Splits a stream into lines without converting them to text. A line ends with LF or CR LF; the last one needs no end. Memory is bounded:
/// of a line longer than <see cref="MaxLineLength"/> only that many bytes are kept, and <see cref="IsTooLong"/> is set.
/// </summary>
/// <param name="stream">Stream to read; not closed here.</param>
/// <param name="beforeWaiting">Called before each read that may have to wait for more input.</param>
public sealed class LineReader(Stream stream, Action beforeWaiting)
{
    /// <summary>Maximum length of a line, in bytes: 1 MiB.</summary>
    public const int MaxLineLength = 1 << 20;

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    private byte[] buffer = new byte[64 * 1024];
    private int start;
    private int end;
    private bool ended;

    /// <summary>Number of the last line read; the first is 1.</summary>
    public long Number { get; private set; }

    /// <summary>Whether the last line read was longer than <see cref="MaxLineLength"/>.</summary>
    public bool IsTooLong { get; private set; }

    /// <summary>Reads the next line, without its end. The span is valid until the next call.</summary>
    /// <returns>False at the end of the input.</returns>
    public bool TryRead(out ReadOnlySpan<byte> line)
    {
        IsTooLong = false;
        var searched = start;
        while (true)
        {
            var at = buffer.AsSpan(searched, end - searched).IndexOf((byte)'\n');
            if (at >= 0)
            {
                IsTooLong |= searched + at - start > MaxLineLength;
                line = Take(searched + at, searched + at + 1);
                return true;
            }

            searched = end - start;
            if (searched > MaxLineLength)
            {
                IsTooLong = true;
                end = start; // the line is too long: drop it up to its end
                searched = 0;
            }

            if (ended || !Fill())
            {
                line = Take(end, end);
                return line.Length > 0 || IsTooLong;
            }

            searched += start;
        }
    }

    private ReadOnlySpan<byte> Take(int lineEnd, int next)
    {
        var line = buffer.AsSpan(start, lineEnd - start);
        start = next;
        if (Number++ == 0 && line.StartsWith(ByteOrderMark))
        {
            line = line[ByteOrderMark.Length..];
        }

        return line is [.., (byte)'\r'] ? line[..^1] : line;
    }

    private bool Fill()
    {
        if (start > 0)
        {
            buffer.AsSpan(start, end - start).CopyTo(buffer);
            (start, end) = (0, end - start);
        }

        if (end == buffer.Length)
        {
            Array.Resize(ref buffer, buffer.Length * 2);
        }

        beforeWaiting();
        var read = stream.Read(buffer, end, buffer.Length - end);
        end += read;
        ended = read == 0;
        return !ended;
    }
}
