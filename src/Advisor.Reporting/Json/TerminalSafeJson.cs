using System.Globalization;
using System.Text;

namespace Advisor.Reporting.Json;

/// <summary>
/// Escapes in finished JSON what a terminal would act on: bidirectional and other format characters, and control characters above ASCII.
/// They stand in strings only, where an escape means the same; the encoder of .NET that leaves other text readable lets them pass.
/// </summary>
public static class TerminalSafeJson
{
    /// <summary>Returns JSON text with these characters as <c>\uXXXX</c>; the same text where there are none.</summary>
    public static string Escape(string json)
    {
        if (!json.EnumerateRunes().Any(MustEscape))
        {
            return json;
        }

        var result = new StringBuilder(json.Length + 32);
        Span<char> pair = stackalloc char[2];
        foreach (var rune in json.EnumerateRunes())
        {
            var length = rune.EncodeToUtf16(pair);
            if (!MustEscape(rune))
            {
                result.Append(pair[..length]);
                continue;
            }

            foreach (var unit in pair[..length])
            {
                result.Append($"\\u{(int)unit:X4}");
            }
        }

        return result.ToString();
    }

    /// <summary>Returns JSON in UTF-8 with these characters as <c>\uXXXX</c>; the same bytes where all are ASCII.</summary>
    public static ReadOnlySpan<byte> Escape(ReadOnlySpan<byte> json) =>
        Ascii.IsValid(json) ? json : Encoding.UTF8.GetBytes(Escape(Encoding.UTF8.GetString(json)));

    private static bool MustEscape(Rune rune) =>
        !rune.IsAscii
        && Rune.GetUnicodeCategory(rune)
            is UnicodeCategory.Control
                or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator;
}
