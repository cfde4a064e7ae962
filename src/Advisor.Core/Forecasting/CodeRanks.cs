namespace Advisor.Core.Forecasting;

/// <summary>
/// Finds the code of a rank by counting, the upper byte first: two passes over two weeks of minutes, where sorting them takes thirty times
/// as long.
/// </summary>
internal static class CodeRanks
{
    private const int ByteBits = 8;

    /// <param name="codes">Codes in any order; unknown ones, which are 0, rank first.</param>
    /// <param name="rank">Number of codes before it in ascending order, below the number of codes.</param>
    public static ushort Find(ReadOnlySpan<ushort> codes, int rank)
    {
        Span<int> counts = stackalloc int[1 << ByteBits];
        foreach (var code in codes)
        {
            counts[code >> ByteBits]++;
        }

        var upper = FindByte(counts, ref rank);
        counts.Clear();
        foreach (var code in codes)
        {
            counts[(byte)code] += code >> ByteBits == upper ? 1 : 0;
        }

        return (ushort)((upper << ByteBits) | FindByte(counts, ref rank));
    }

    /// <summary>Returns the byte that the rank falls on; the rank becomes that among the codes that have it.</summary>
    private static int FindByte(ReadOnlySpan<int> counts, ref int rank)
    {
        var value = 0;
        while (rank >= counts[value])
        {
            rank -= counts[value++];
        }

        return value;
    }
}
