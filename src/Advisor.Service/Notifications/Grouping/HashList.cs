using Advisor.Service.Store.Rows;

namespace Advisor.Service.Notifications.Grouping;

/// <summary>128-bit hashes in sequence: the payload of parts of the grouping journal.</summary>
internal static class HashList
{
    private const int HashBytes = 16;

    /// <summary>Maximum number of hashes of a row.</summary>
    public const int MaxHashes = RowLimits.MaxPayloadBytes / HashBytes;

    /// <param name="hashes">Of 32 hexadecimal digits each.</param>
    public static byte[] Write(IReadOnlyList<string> hashes) => [.. hashes.SelectMany(Convert.FromHexString)];

    /// <summary>Reads the hashes; an incomplete one at the end is ignored.</summary>
    public static IReadOnlyList<string> Read(ReadOnlySpan<byte> bytes)
    {
        var hashes = new string[bytes.Length / HashBytes];
        for (var i = 0; i < hashes.Length; i++)
        {
            hashes[i] = Convert.ToHexStringLower(bytes.Slice(i * HashBytes, HashBytes));
        }

        return hashes;
    }
}
