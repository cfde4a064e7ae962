using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace Advisor.Core.Scaling.State;

/// <summary>State that was read, or the problem that prevented it.</summary>
/// <param name="State">State; null if there is a problem.</param>
/// <param name="Problem">One sentence: what is wrong with the bytes and what to do.</param>
public sealed record ResourceStateReading(ResourceState? State, string? Problem);

/// <summary>
/// Binary format of <see cref="ResourceState"/>: four letters, the version, the fields, a checksum. Each type writes and reads its own
/// fields. Reads the version that it writes and those before: 3 has a checksum that took as long as a decision, 2 does not know which
/// minutes are lower bounds, 1 has no usage by day. A state with 30 days of minutes has about 55,000 bytes; 61,440 are allowed.
/// </summary>
public static class ResourceStateFormat
{
    /// <summary>Version that is written.</summary>
    public const int Version = 4;

    private const int EarliestVersion = 1;

    /// <summary>Maximum size of a state in bytes.</summary>
    public const int MaxBytes = 60 * 1024;

    private const string Damaged = "The state is damaged: a field cannot be read. Delete it to start again.";

    private const int ChecksumBytes = sizeof(ulong);

    private static ReadOnlySpan<byte> Magic => "ADVR"u8;

    /// <summary>Returns the state in the current version.</summary>
    public static byte[] Write(ResourceState state)
    {
        using var stream = new MemoryStream(MaxBytes);
        Write(state, stream);
        return stream.ToArray();
    }

    /// <summary>Writes the state at the end of a stream, in the current version.</summary>
    /// <param name="stream">Stream whose buffer is its own: the checksum is computed in it.</param>
    public static void Write(ResourceState state, MemoryStream stream)
    {
        var start = (int)stream.Length;
        using var writer = new BinaryWriter(stream, Encoding.UTF8, leaveOpen: true);
        writer.Write(Magic);
        writer.Write(Version);
        state.Write(writer);
        writer.Flush();
        writer.Write(ComputeChecksum(stream.GetBuffer().AsSpan(start, (int)stream.Length - start), Version));
    }

    /// <summary>Reads a state of the current version or an earlier one.</summary>
    public static ResourceStateReading Read(ReadOnlyMemory<byte> memory)
    {
        var bytes = memory.Span;
        if (bytes.Length < Magic.Length + sizeof(int) + ChecksumBytes || !bytes.StartsWith(Magic))
        {
            return new(null, "These bytes are not the state of a resource. Delete them to start again.");
        }

        var version = BitConverter.ToInt32(bytes[Magic.Length..]);
        if (version is < EarliestVersion or > Version)
        {
            return new(
                null,
                $"The state has version {version}; this program reads versions {EarliestVersion} to {Version}. "
                    + "Use the program that wrote it, or delete the state to start again."
            );
        }

        if (ComputeChecksum(bytes[..^ChecksumBytes], version) != BitConverter.ToUInt64(bytes[^ChecksumBytes..]))
        {
            return new(null, "The state is damaged: its checksum does not match. Delete it to start again.");
        }

        using var reader = new BinaryReader(Open(memory[(Magic.Length + sizeof(int))..^ChecksumBytes]), Encoding.UTF8);
        try
        {
            var state = ResourceState.Read(reader, version);
            return reader.BaseStream.Position == reader.BaseStream.Length ? new(state, null) : new(null, Damaged);
        }
        catch (Exception e) when (e is IOException or InvalidDataException or ArgumentException or OverflowException)
        {
            return new(null, Damaged);
        }
    }

    private static MemoryStream Open(ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out var array)
            ? new MemoryStream(array.Array!, array.Offset, array.Count, writable: false)
            : new MemoryStream(bytes.ToArray(), writable: false);

    // Detects torn writes and manual edits. FNV-1a of 64 bits; from version 4 on by eight bytes at a time, turned after each, so that the
    // highest bits of two words do not cancel out.
    private static ulong ComputeChecksum(ReadOnlySpan<byte> bytes, int version)
    {
        const ulong prime = 1099511628211;
        var hash = 14695981039346656037UL;
        for (; version >= 4 && bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
        {
            hash = BitOperations.RotateLeft((hash ^ BinaryPrimitives.ReadUInt64LittleEndian(bytes)) * prime, 29);
        }

        foreach (var one in bytes)
        {
            hash = (hash ^ one) * prime;
        }

        return hash;
    }
}
