using System.Buffers;
using System.Globalization;
using System.Text;

namespace Advisor.Reporting.Json;

/// <summary>
/// Escapes in finished JSON what a terminal would act on: bidirectional and other format characters, and control characters above ASCII;
/// and the beginning of a command to the agent of a build, whose log it may be in (<c>##vso[...]</c>, <c>##[...]</c>).
/// They stand in strings only, where an escape means the same; the encoder of .NET that leaves other text readable lets them pass.
/// </summary>
public static class TerminalSafeJson
{
    /// <summary>Returns JSON in UTF-8 with these characters as <c>\uXXXX</c>; the same bytes where there are none.</summary>
    public static ReadOnlySpan<byte> Escape(ReadOnlySpan<byte> json)
    {
        var safe = Ascii.IsValid(json) && json.IndexOf("##"u8) < 0 ? json.Length : MeasureSafe(json);
        if (safe == json.Length)
        {
            return json;
        }

        var result = new ArrayBufferWriter<byte>(json.Length + 32);
        Span<char> pair = stackalloc char[2];
        while (true)
        {
            result.Write(json[..safe]);
            if (safe == json.Length)
            {
                return result.WrittenSpan;
            }

            Rune.DecodeFromUtf8(json[safe..], out var rune, out var length);
            foreach (var unit in pair[..rune.EncodeToUtf16(pair)])
            {
                result.Write(Encoding.ASCII.GetBytes($"\\u{(int)unit:X4}"));
            }

            json = json[(safe + length)..];
            safe = MeasureSafe(json);
        }
    }

    /// <summary>Returns JSON in UTF-8 as text, with these characters escaped.</summary>
    public static string ToText(ReadOnlySpan<byte> json) => Encoding.UTF8.GetString(Escape(json));

    /// <summary>Returns the number of bytes before the first character to escape.</summary>
    private static int MeasureSafe(ReadOnlySpan<byte> json)
    {
        var measured = 0;
        while (measured < json.Length)
        {
            Rune.DecodeFromUtf8(json[measured..], out var rune, out var length);
            if (MustEscape(rune) || IsCommand(json[measured..]))
            {
                return measured;
            }

            measured += length;
        }

        return measured;
    }

    private static bool IsCommand(ReadOnlySpan<byte> json) =>
        json.StartsWith("##["u8) || (json.StartsWith("##"u8) && json.Length > 5 && Ascii.EqualsIgnoreCase(json[2..6], "vso["u8));

    private static bool MustEscape(Rune rune) =>
        !rune.IsAscii
        && Rune.GetUnicodeCategory(rune)
            is UnicodeCategory.Control
                or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator;
}
