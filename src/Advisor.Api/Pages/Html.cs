using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Unicode;
using Advisor.Core.Text;

namespace Advisor.Api.Pages;

/// <summary>Texts and times inside a page. Whatever comes from outside is shown as it is and read as nothing else.</summary>
internal static class Html
{
    private static readonly HtmlEncoder Encoder = HtmlEncoder.Create(UnicodeRanges.All);

    /// <summary>Text for an element or an attribute in quotes: one line, no control or bidirectional characters.</summary>
    public static string Text(string text) => Encoder.Encode(UntrustedText.Plain(text));

    /// <summary>"2026-01-31 08:00 UTC".</summary>
    public static string Time(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm' UTC'", CultureInfo.InvariantCulture);

    /// <summary>"Standard_S1 × 3".</summary>
    public static string Size(string sku, int units) => Text(string.Create(CultureInfo.InvariantCulture, $"{sku} × {units}"));

    /// <summary>A row of a list of facts; nothing where the fact is not known.</summary>
    /// <param name="html">Encoded by the caller.</param>
    public static string Fact(string name, string? html) => html is null ? "" : $"<dt>{Text(name)}</dt><dd>{html}</dd>\n";
}
