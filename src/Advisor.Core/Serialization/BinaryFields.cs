using System.Runtime.InteropServices;

namespace Advisor.Core.Serialization;

/// <summary>
/// Reads and writes arrays and optional values of the stored state. Invalid content throws <see cref="InvalidDataException"/> instead of
/// causing a huge allocation.
/// </summary>
internal static class BinaryFields
{
    public static void WriteArray<T>(this BinaryWriter writer, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        writer.Write(values.Length);
        writer.Write(MemoryMarshal.AsBytes(values));
    }

    /// <summary>Reads an array of at most <paramref name="max"/> elements; throws <see cref="InvalidDataException"/> for more.</summary>
    public static T[] ReadArray<T>(this BinaryReader reader, int max)
        where T : unmanaged
    {
        var values = new T[reader.ReadCount(max)];
        reader.BaseStream.ReadExactly(MemoryMarshal.AsBytes(values.AsSpan()));
        return values;
    }

    /// <summary>Reads into an array of known length.</summary>
    public static void ReadInto<T>(this BinaryReader reader, Span<T> values)
        where T : unmanaged
    {
        if (reader.ReadInt32() != values.Length)
        {
            throw new InvalidDataException();
        }

        reader.BaseStream.ReadExactly(MemoryMarshal.AsBytes(values));
    }

    /// <summary>Writes bytes of which most equal the one before, as pairs of a byte and how often it follows (1 to 255).</summary>
    public static void WriteRuns(this BinaryWriter writer, ReadOnlySpan<byte> values)
    {
        writer.Write(values.Length);
        while (!values.IsEmpty)
        {
            var same = values.IndexOfAnyExcept(values[0]) is >= 0 and var end ? end : values.Length;
            var count = Math.Min(same, byte.MaxValue);
            writer.Write(values[0]);
            writer.Write((byte)count);
            values = values[count..];
        }
    }

    /// <summary>Reads what <see cref="WriteRuns"/> wrote, at most <paramref name="max"/> bytes.</summary>
    public static byte[] ReadRuns(this BinaryReader reader, int max)
    {
        var values = new byte[reader.ReadCount(max)];
        for (var at = 0; at < values.Length; )
        {
            var (value, count) = (reader.ReadByte(), reader.ReadByte());
            if (count == 0 || count > values.Length - at)
            {
                throw new InvalidDataException();
            }

            values.AsSpan(at, count).Fill(value);
            at += count;
        }

        return values;
    }

    /// <summary>Reads a count from 0 to <paramref name="max"/>; throws <see cref="InvalidDataException"/> for any other.</summary>
    public static int ReadCount(this BinaryReader reader, int max) =>
        reader.ReadInt32() is var count && count >= 0 && count <= max ? count : throw new InvalidDataException();

    public static void WriteOptional(this BinaryWriter writer, double? value)
    {
        writer.Write(value.HasValue);
        writer.Write(value ?? 0);
    }

    public static double? ReadOptional(this BinaryReader reader)
    {
        var known = reader.ReadBoolean();
        var value = reader.ReadDouble();
        return known ? value : null;
    }
}
