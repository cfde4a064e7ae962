using System.Text;

namespace Advisor.Tests;

/// <summary>
/// Breaks bytes as faults and attackers do: a byte, a part removed, doubled or moved, an early end, or a value that a careful program
/// forgets. The same seed gives the same bytes.
/// </summary>
internal sealed class ByteMutations(Random random)
{
    // What text may hold that a careful program forgets: half pairs of surrogates, the ends of time and of numbers, control characters.
    private static readonly byte[][] Oddities =
    [
        .. new[]
        {
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
        }.Select(Encoding.UTF8.GetBytes),
    ];

    /// <summary>Breaks bytes in so many places.</summary>
    public void Mutate(List<byte> bytes, int times)
    {
        for (; times > 0; times--)
        {
            Mutate(bytes);
        }
    }

    private void Mutate(List<byte> bytes)
    {
        var at = random.Next(bytes.Count + 1);
        var length = Math.Min(random.Next(1, 40), bytes.Count - at);
        switch (random.Next(7))
        {
            case 0 when at < bytes.Count:
                bytes[at] = (byte)random.Next(256);
                break;
            case 1:
                bytes.RemoveRange(at, length);
                break;
            case 2:
                bytes.InsertRange(random.Next(bytes.Count + 1), bytes.GetRange(at, length));
                break;
            case 3:
                bytes.RemoveRange(at, bytes.Count - at);
                break;
            case 4:
                Replace(bytes, at, 0);
                break;
            default:
                var (start, end) = FindValue(bytes, at);
                Replace(bytes, start, end - start);
                break;
        }
    }

    private void Replace(List<byte> bytes, int at, int length)
    {
        bytes.RemoveRange(at, length);
        bytes.InsertRange(at, Oddities[random.Next(Oddities.Length)]);
    }

    // The text between two marks of JSON around a place: a value or a name, nearly always; the colons of a time are none.
    private static (int Start, int End) FindValue(List<byte> bytes, int at)
    {
        bool IsMark(int i) =>
            bytes[i] is (byte)',' or (byte)'{' or (byte)'}' or (byte)'[' or (byte)']'
            || (bytes[i] == (byte)':' && i > 0 && bytes[i - 1] == (byte)'"');
        var (start, end) = (at, at);
        while (start > 0 && !IsMark(start - 1))
        {
            start--;
        }

        while (end < bytes.Count && !IsMark(end))
        {
            end++;
        }

        return (start, end);
    }
}
