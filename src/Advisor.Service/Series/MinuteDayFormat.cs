using System.Buffers.Binary;
using System.IO.Compression;

namespace Advisor.Service.Series;

/// <summary>
/// Binary format of a day of minutes: its day and number of minutes, then a Brotli stream of a presence plane, and of two byte planes for
/// each limit and for the units, high bytes before low ones. At most 18.7 KB before compression.
/// </summary>
internal static class MinuteDayFormat
{
    private const int HeadBytes = sizeof(int) + sizeof(ushort);

    // A day is written again at every tick, so speed matters more than the last tenth of compression.
    private const int Quality = 1;
    private const int WindowBits = 16;

    public static byte[] Write(MinuteDay day)
    {
        var raw = WritePlanes(day);
        var bytes = new byte[HeadBytes + BrotliEncoder.GetMaxCompressedLength(raw.Length)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, day.Day.DayNumber);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(sizeof(int)), (ushort)day.Count);
        return BrotliEncoder.TryCompress(raw, bytes.AsSpan(HeadBytes), out var written, Quality, WindowBits)
            ? bytes[..(HeadBytes + written)]
            : throw new InvalidOperationException("A day of minutes could not be compressed.");
    }

    /// <exception cref="InvalidDataException">The payload is not a day of minutes.</exception>
    public static MinuteDay Read(ReadOnlySpan<byte> bytes) =>
        TryRead(bytes) ?? throw new InvalidDataException("it is not a day of minutes");

    private static byte[] WritePlanes(MinuteDay day)
    {
        var (columns, presence) = day.Columns;
        var raw = new byte[ComputeRawLength(day.Count)];
        presence.AsSpan(0, day.Count).CopyTo(raw);
        var at = day.Count;
        foreach (var codes in columns)
        {
            for (var i = 0; i < day.Count; i++)
            {
                raw[at + i] = (byte)(codes[i] >> 8);
                raw[at + day.Count + i] = (byte)codes[i];
            }

            at += 2 * day.Count;
        }

        return raw;
    }

    private static MinuteDay? TryRead(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < HeadBytes)
        {
            return null;
        }

        var (day, count) = (BinaryPrimitives.ReadInt32LittleEndian(bytes), BinaryPrimitives.ReadUInt16LittleEndian(bytes[sizeof(int)..]));
        var raw = new byte[ComputeRawLength(count)];
        if (
            count > MinuteDay.Minutes
            || day < 0
            || day > DateOnly.MaxValue.DayNumber
            || !BrotliDecoder.TryDecompress(bytes[HeadBytes..], raw, out var written)
            || written != raw.Length
        )
        {
            return null;
        }

        var at = (int)count;
        return MinuteDay.FromColumns(
            DateOnly.FromDayNumber(day),
            count,
            codes =>
            {
                for (var i = 0; i < count; i++)
                {
                    codes[i] = (ushort)((raw[at + i] << 8) | raw[at + count + i]);
                }

                at += 2 * count;
            },
            presence => raw.AsSpan(0, count).CopyTo(presence)
        );
    }

    private static int ComputeRawLength(int count) => count * (1 + (2 * (MinuteDay.Limits + 1)));
}
