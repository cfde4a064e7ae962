using System.Text;

namespace Advisor.Tests;

/// <summary>
/// Lines of <c>advisor decide</c>, most of them broken: a good observation of one of ten resources, minute by minute, with up to four drawn
/// mutations. The same seed gives the same lines.
/// </summary>
internal sealed class LineMutations(int seed)
{
    private const int Resources = 10;

    // What a line may hold that a careful program forgets: half pairs of surrogates, the ends of time and of numbers, control characters.
    private static readonly string[] Oddities =
    [
        "\"\\ud800\"",
        "\\ud800",
        "\\udc00\\ud800",
        "\"9999-12-31T23:30:00Z\"",
        "\"0001-01-01T00:00:00Z\"",
        "\"0001-01-01T00:00:00+14:00\"",
        "\"9999-12-31T23:59:59-14:00\"",
        "\"1970-12-31T23:59:59Z\"",
        "\"2199-12-31T23:59:00Z\"",
        "1e999",
        "-1e999",
        "5e-324",
        "1.7976931348623157e308",
        "-0",
        "9223372036854775808",
        "2147483648",
        "NaN",
        "null",
        "true",
        "{}",
        "[]",
        "[[[[[[[[[[[[",
        "{\"a\":",
        "\"",
        "\\",
        "\\u0000",
        "\u0000",
        "\u2028",
        "é",
        "😀",
        "/*x*/",
        ",",
        ",,",
        "}",
        "\"useCase\":\"\\ud800\"",
        "\"\\ud800\":1,",
        "\"workload\":[{\"useCase\":\"\\ud800\"}],",
        "\"workload\":[{\"\\udfff\":1}],",
        "\"metrics\":{\"\\ud800\":1},",
        "\"units\":1e300,",
        "\"sku\":\"\\ud800\",",
    ];

    private readonly Random random = new(seed);
    private long drawn;

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
        for (; times > 0; times--)
        {
            Mutate(line);
        }

        line.RemoveAll(b => b == (byte)'\n');
        return [.. line];
    }

    private void Mutate(List<byte> line)
    {
        var at = random.Next(line.Count + 1);
        var length = Math.Min(random.Next(1, 40), line.Count - at);
        switch (random.Next(7))
        {
            case 0 when at < line.Count:
                line[at] = (byte)random.Next(256);
                break;
            case 1:
                line.RemoveRange(at, length);
                break;
            case 2:
                line.InsertRange(random.Next(line.Count + 1), line.GetRange(at, length));
                break;
            case 3:
                line.RemoveRange(at, line.Count - at);
                break;
            case 4:
                Replace(line, at, 0);
                break;
            default:
                var (start, end) = FindValue(line, at);
                Replace(line, start, end - start);
                break;
        }
    }

    private void Replace(List<byte> line, int at, int length)
    {
        line.RemoveRange(at, length);
        line.InsertRange(at, Encoding.UTF8.GetBytes(Oddities[random.Next(Oddities.Length)]));
    }

    // The text between two marks of JSON around a place: a value or a name, nearly always; the colons of a time are none.
    private static (int Start, int End) FindValue(List<byte> line, int at)
    {
        bool IsMark(int i) =>
            line[i] is (byte)',' or (byte)'{' or (byte)'}' or (byte)'[' or (byte)']'
            || (line[i] == (byte)':' && i > 0 && line[i - 1] == (byte)'"');
        var (start, end) = (at, at);
        while (start > 0 && !IsMark(start - 1))
        {
            start--;
        }

        while (end < line.Count && !IsMark(end))
        {
            end++;
        }

        return (start, end);
    }

    private static readonly DateTime Begin = new(2026, 1, 5, 0, 0, 0, DateTimeKind.Utc);

    private static string RenderGood(long resource, long minute) =>
        $$$"""{"resource":"chat{{{resource}}}","time":"{{{Begin.AddMinutes(minute):yyyy-MM-ddTHH:mm:00Z}}}","""
        + $$$""" "sku":"Standard_S1","units":5,"changeInProgress":false,"countsServerLeg":false,"""
        + $$$""" "workload":[{"useCase":"sendToSmallGroup","share":1.0,"messageBytes":2048,"groupSize":10}],"""
        + $$$""" "metrics":{"ServerLoad":63.2,"ConnectionCount":{{{3000 + (minute % 500)}}},"ConnectionQuotaUtilization":84.2,"""
        + $$$""" "InboundTraffic":77598720,"OutboundTraffic":775987200,"MessageCount":378900}}""";
}
