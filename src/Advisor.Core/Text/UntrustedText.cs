using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Advisor.Core.Text;

/// <summary>
/// Sanitizes text from outside (names, tags, Azure's messages) for each place it is shown in: no control characters in a terminal, no
/// commands in the log of a build, no line breaks in a table, no formulas in a spreadsheet, and no secrets repeated by an error message.
/// </summary>
public static partial class UntrustedText
{
    private const int LongestMessage = 300;
    private const string Ellipsis = "…";
    private const char Replacement = '\uFFFD';

    /// <summary>
    /// Returns one line without control, format (including bidirectional marks), private-use and lone surrogate characters, and without
    /// what the agent of a build reads as a command: wherever it stands in a line (<c>##vso[...]</c>, <c>##[...]</c>), or at the beginning
    /// of one, where any word of a wrapped text may come to stand (<c>::error::...</c>).
    /// </summary>
    public static string Sanitize(string text)
    {
        if (text.All(c => c is >= ' ' and <= '~'))
        {
            return BreakCommands(text);
        }

        var result = new StringBuilder(text.Length);
        foreach (var rune in text.EnumerateRunes())
        {
            switch (Rune.GetUnicodeCategory(rune))
            {
                case UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator:
                    result.Append(' ');
                    break;
                case UnicodeCategory.Control when rune.Value is 0x09 or 0x0A or 0x0D:
                    result.Append(' ');
                    break;
                case UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned:
                    result.Append(Replacement);
                    break;
                default:
                    result.Append(rune.ToString());
                    break;
            }
        }

        return BreakCommands(result.ToString());
    }

    /// <summary>
    /// Returns <see cref="Sanitize"/> of at most <paramref name="maxLength"/> characters (2 or more); an ellipsis marks what is cut off.
    /// Surrogate pairs are not split.
    /// </summary>
    public static string Shorten(string text, int maxLength)
    {
        var plain = Sanitize(text);
        if (plain.Length <= maxLength)
        {
            return plain;
        }

        var end = maxLength - Ellipsis.Length;
        return string.Concat(plain.AsSpan(0, char.IsHighSurrogate(plain[end - 1]) ? end - 1 : end), Ellipsis);
    }

    /// <summary>
    /// Returns an error message of another service as one line of at most 300 characters, with tokens, keys and passwords masked.
    /// <c>"a\r\nBearer eyJhb..."</c> gives <c>"a Bearer ***"</c>; null gives the empty text.
    /// </summary>
    public static string Redact(string? message)
    {
        var line = BlankPattern().Replace(message ?? string.Empty, " ").Trim();
        line = TokenPattern().Replace(line, "***");
        line = BreakCommands(SecretPattern().Replace(line, "${name}***"));
        return line.Length <= LongestMessage ? line : string.Concat(line.AsSpan(0, LongestMessage), "...");
    }

    /// <summary>Escapes text for Markdown, including table cells: no part of it is read as markup, a link, an address or HTML.</summary>
    public static string EscapeMarkdown(string text)
    {
        var plain = Sanitize(text);
        var result = new StringBuilder(plain.Length + 8);
        for (var i = 0; i < plain.Length; i++)
        {
            var c = plain[i];
            if (c is '<' or '>' or '&')
            {
                result.Append(
                    c == '<' ? "&lt;"
                    : c == '>' ? "&gt;"
                    : "&amp;"
                );
                continue;
            }

            var inWord =
                c == '_' && i > 0 && char.IsLetterOrDigit(plain[i - 1]) && i + 1 < plain.Length && char.IsLetterOrDigit(plain[i + 1]);
            // GitHub makes a link of www. without a scheme.
            var isAddress = c == '.' && plain.AsSpan(0, i).EndsWith("www", StringComparison.OrdinalIgnoreCase);
            if (isAddress || c is '\\' or '`' or '*' or '[' or ']' or '|' or '~' or '!' or '#' or '@' || (c == '_' && !inWord))
            {
                result.Append('\\');
            }

            result.Append(c);
        }

        return result.Replace("://", ":\\//").ToString();
    }

    /// <summary>
    /// Escapes one CSV field (RFC 4180). What a spreadsheet would run as a formula gets a leading apostrophe, also after a semicolon: where
    /// the comma is the decimal separator, a cell begins there, whatever the quotes.
    /// </summary>
    public static string EscapeCsv(string text)
    {
        var plain = FormulaPattern().Replace(Sanitize(text), "'");
        return plain.AsSpan().IndexOfAny(",\"") >= 0 ? '"' + plain.Replace("\"", "\"\"", StringComparison.Ordinal) + '"' : plain;
    }

    private static string BreakCommands(string line)
    {
        if (line.Contains("##", StringComparison.Ordinal))
        {
            line = line.Replace("##[", $"#{Replacement}[", StringComparison.Ordinal)
                .Replace("##vso[", $"#{Replacement}vso[", StringComparison.OrdinalIgnoreCase);
        }

        return line.Contains("::", StringComparison.Ordinal) && LineCommandPattern().IsMatch(line)
            ? ColonPattern().Replace(line, $":{Replacement}")
            : line;
    }

    [GeneratedRegex(":(?=:)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ColonPattern();

    // Every command has a letter that an IPv6 address has not: 2001:db8::fade.
    [GeneratedRegex("::[a-z-]*[g-z-]", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 1000)]
    private static partial Regex LineCommandPattern();

    // In full width too, which East Asian spreadsheets read alike.
    [GeneratedRegex("(?<=^|;)(?=[-=+@－＝＋＠])", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex FormulaPattern();

    [GeneratedRegex(@"[\s\p{C}]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex BlankPattern();

    // JSON web tokens start with {" in base64.
    [GeneratedRegex(@"eyJ[\w\-]{8,}(\.[\w\-]+)*", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TokenPattern();

    [GeneratedRegex(
        @"(?<name>(Bearer|AccessKey|SharedAccessKey|AccountKey|client_secret|password|sig)\s*[=: ]\s*)[^\s;,""'&*]{6,}",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex SecretPattern();
}
