using System.Globalization;
using System.Text;

namespace Advisor.Reporting;

/// <summary>
/// Text that came from outside (names, tags, Azure's messages) made harmless for each place it is shown in. A terminal must not see control
/// characters, nor a table a line break, nor a spreadsheet a formula.
/// </summary>
public static class OutsideText
{
    private const char Replacement = '\uFFFD';

    /// <summary>One line without control, format (bidirectional marks among them), private and lone surrogate characters.</summary>
    public static string Plain(string text)
    {
        if (text.All(c => c is >= ' ' and <= '~'))
        {
            return text;
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

        return result.ToString();
    }

    /// <summary>Plain text inside Markdown, table cells included: nothing in it is read as markup, a link, an address or HTML.</summary>
    public static string Markdown(string text)
    {
        var plain = Plain(text);
        var result = new StringBuilder(plain.Length + 8);
        for (var i = 0; i < plain.Length; i++)
        {
            var c = plain[i];
            if (c is '<' or '>' or '&')
            {
                result.Append(c == '<' ? "&lt;" : c == '>' ? "&gt;" : "&amp;");
                continue;
            }

            var inWord = c == '_' && i > 0 && char.IsLetterOrDigit(plain[i - 1]) && i + 1 < plain.Length && char.IsLetterOrDigit(plain[i + 1]);
            if (c is '\\' or '`' or '*' or '[' or ']' or '|' or '~' or '!' or '#' or '@' || (c == '_' && !inWord))
            {
                result.Append('\\');
            }

            result.Append(c);
        }

        return result.Replace("://", ":\\//").ToString();
    }

    /// <summary>One field of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe.</summary>
    public static string Csv(string text)
    {
        var plain = Plain(text);
        if (plain.Length > 0 && plain[0] is '=' or '+' or '-' or '@')
        {
            plain = "'" + plain;
        }

        return plain.AsSpan().IndexOfAny(",\"") >= 0 ? '"' + plain.Replace("\"", "\"\"", StringComparison.Ordinal) + '"' : plain;
    }
}
