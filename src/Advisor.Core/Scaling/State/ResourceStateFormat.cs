using System.Runtime.InteropServices;
using System.Text;
using Advisor.Core.Forecasting;
using Advisor.Core.Serialization;

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
    /// <param name="older">Part of its history that is stored apart and left out here; null = none.</param>
    public static void Write(ResourceState state, MemoryStream stream, OlderHistory? older = null)
    {
        var start = (int)stream.Length;
        using var writer = new BinaryWriter(stream, Encoding.UTF8, leaveOpen: true);
        writer.Write(Magic);
        writer.Write(Version);
        state.Write(writer, older?.End);
        writer.Flush();
        writer.Write(ComputeChecksum(stream.GetBuffer().AsSpan(start, (int)stream.Length - start), Version));
    }

    /// <summary>Reads a state of the current version or an earlier one.</summary>
    /// <param name="older">Part of its history that was left out; null = none, or it is lost and those minutes are not known.</param>
    public static ResourceStateReading Read(ReadOnlyMemory<byte> memory, OlderHistory? older = null)
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
            var state = ResourceState.Read(reader, version, older);
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

    private static ulong ComputeChecksum(ReadOnlySpan<byte> bytes, int version) =>
        version >= 4 ? StateChecksum.Compute(bytes) : StateChecksum.ComputeByBytes(bytes);
}
