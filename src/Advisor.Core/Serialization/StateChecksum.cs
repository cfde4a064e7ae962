using System.Buffers.Binary;
using System.Numerics;

namespace Advisor.Core.Serialization;

/// <summary>
/// Checksum that detects torn writes and manual edits: FNV-1a of 64 bits, by eight bytes at a time, turned after each, so that the highest
/// bits of two words do not cancel out.
/// </summary>
internal static class StateChecksum
{
    private const ulong Prime = 1099511628211;
    private const ulong Basis = 14695981039346656037;

    public static ulong Compute(ReadOnlySpan<byte> bytes)
    {
        var hash = Basis;
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
        {
            hash = BitOperations.RotateLeft((hash ^ BinaryPrimitives.ReadUInt64LittleEndian(bytes)) * Prime, 29);
        }

        return ComputeByBytes(bytes, hash);
    }

    /// <summary>Computes plain FNV-1a, by one byte at a time.</summary>
    public static ulong ComputeByBytes(ReadOnlySpan<byte> bytes, ulong hash = Basis)
    {
        foreach (var one in bytes)
        {
            hash = (hash ^ one) * Prime;
        }

        return hash;
    }
}
