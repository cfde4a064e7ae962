using System.Text;

namespace Advisor.Tests;

/// <summary>
/// Lines of <c>advisor decide</c>, most of them broken: a good observation of one of ten resources, minute by minute, with up to four drawn
/// mutations. The same seed gives the same lines.
/// </summary>
internal sealed class LineMutations
{
    private const int Resources = 10;

    private static readonly DateTime Begin = new(2026, 1, 5, 0, 0, 0, DateTimeKind.Utc);

    private readonly Random random;
    private readonly ByteMutations mutations;
    private long drawn;

    public LineMutations(int seed)
    {
        random = new Random(seed);
        mutations = new ByteMutations(random);
    }

    /// <summary>The next line, without its end; it holds no line feed.</summary>
    public byte[] CreateNext()
    {
        var line = Encoding.UTF8.GetBytes(RenderGood(drawn % Resources, drawn / Resources)).ToList();
        drawn++;
        return Mutate(line, random.Next(5));
    }

    /// <summary>Breaks a line in one to four places; the result holds no line feed.</summary>
    public byte[] Mutate(ReadOnlySpan<byte> line) => Mutate([.. line], random.Next(1, 5));

    private byte[] Mutate(List<byte> line, int times)
    {
        mutations.Mutate(line, times);
        line.RemoveAll(b => b == (byte)'\n');
        return [.. line];
    }

    private static string RenderGood(long resource, long minute) =>
        $$$"""{"resource":"chat{{{resource}}}","time":"{{{Begin.AddMinutes(minute):yyyy-MM-ddTHH:mm:00Z}}}","""
        + $$$""" "sku":"Standard_S1","units":5,"changeInProgress":false,"countsServerLeg":false,"""
        + $$$""" "workload":[{"useCase":"sendToSmallGroup","share":1.0,"messageBytes":2048,"groupSize":10}],"""
        + $$$""" "metrics":{"ServerLoad":63.2,"ConnectionCount":{{{3000 + (minute % 500)}}},"ConnectionQuotaUtilization":84.2,"""
        + $$$""" "InboundTraffic":77598720,"OutboundTraffic":775987200,"MessageCount":378900}}""";
}
