using System.Globalization;
using System.Text;
using Advisor.Core.Text;

namespace Advisor.Web;

/// <summary>
/// Last step of every page. The renderer writes each character beyond printable ASCII as a numeric reference; this step removes those that
/// <see cref="UntrustedText.Sanitize"/> removes (control, bidirectional and other invisible characters), and decodes the others. So no page
/// can forget to strip its text.
/// </summary>
internal static class RenderedText
{
    private const string Start = "&#x";
    private const int LongestReference = 6;

    public static string Strip(string html)
    {
        var next = html.IndexOf(Start, StringComparison.Ordinal);
        if (next < 0)
        {
            return html;
        }

        var result = new StringBuilder(html.Length);
        var done = 0;
        for (; next >= 0; next = html.IndexOf(Start, next + 1, StringComparison.Ordinal))
        {
            var digits = next + Start.Length;
            var end = html.IndexOf(';', digits);
            if (
                end < 0
                || end - digits > LongestReference
                || !int.TryParse(
                    html.AsSpan(digits, end - digits),
                    NumberStyles.AllowHexSpecifier,
                    CultureInfo.InvariantCulture,
                    out var value
                )
                || value is >= ' ' and <= '~'
                || !Rune.TryCreate(value, out var rune)
            )
            {
                continue;
            }

            result.Append(html, done, next - done).Append(UntrustedText.Sanitize(rune.ToString()));
            done = end + 1;
        }

        return result.Append(html, done, html.Length - done).ToString();
    }
}
