using System.Net;
using System.Text;
using System.Text.RegularExpressions;

namespace Advisor.Cli.Tests.Docs;

/// <summary>
/// Draws what a command wrote to a terminal as SVG, for the documents. Text stays text, so that it can be searched and read aloud.
/// </summary>
internal static partial class TerminalPicture
{
    private const double CharWidth = 8.43;
    private const int LineHeight = 18;
    private const int Margin = 16;

    /// <param name="output">What was written, colors as escape sequences.</param>
    /// <param name="columns">Width of the terminal.</param>
    /// <param name="title">What a screen reader says of the picture.</param>
    public static string Draw(string output, int columns, string title)
    {
        var lines = output.TrimEnd('\n').Split('\n');
        var (width, height) = ((int)(columns * CharWidth) + (2 * Margin), (lines.Length * LineHeight) + (2 * Margin));
        var svg = new StringBuilder();
        svg.Append(
            $"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" "
                + $"aria-label=\"{WebUtility.HtmlEncode(title)}\">\n"
        );
        svg.Append(
            "<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#d6d9de}"
                + "rect{fill:#1b1f27}.b{font-weight:bold;fill:#fff}.d{fill:#98a1b0}.r{fill:#ef7d76}.g{fill:#6cc06c}.y{fill:#dfb14a}"
                + "@media(prefers-color-scheme:light){text{fill:#1f2328}rect{fill:#fff}.b{fill:#000}"
                + ".d{fill:#59636e}.r{fill:#b3261e}.g{fill:#1a7f37}.y{fill:#8a5a00}}</style>\n"
        );
        svg.Append($"<rect width=\"{width}\" height=\"{height}\" rx=\"8\"/>\n");
        var style = string.Empty;
        for (var i = 0; i < lines.Length; i++)
        {
            style = RenderLine(svg, lines[i], Margin + (i * LineHeight) + 13, style);
        }

        return svg.Append("</svg>\n").ToString();
    }

    private static string RenderLine(StringBuilder svg, string line, int y, string style)
    {
        var column = 0;
        var at = 0;
        foreach (Match escape in EscapePattern().Matches(line).Append(null!))
        {
            var text = line[at..(escape?.Index ?? line.Length)];
            foreach (Match words in WordsPattern().Matches(text))
            {
                var (shown, x) = (words.Value, Margin + ((column + words.Index) * CharWidth));
                var styled = style.Length > 0 ? $" class=\"{style}\"" : string.Empty;
                svg.Append(
                    $"<text x=\"{x:0.#}\" y=\"{y}\" "
                        + $"textLength=\"{shown.Length * CharWidth:0.#}\"{styled}>{WebUtility.HtmlEncode(shown)}</text>\n"
                );
            }

            column += text.Length;
            if (escape is not null)
            {
                (at, style) = (escape.Index + escape.Length, GetStyle(escape.Groups["codes"].Value));
            }
        }

        return style;
    }

    private static string GetStyle(string codes) =>
        codes switch
        {
            "1" => "b",
            "2" => "d",
            "31" => "r",
            "32" => "g",
            "33" => "y",
            _ => string.Empty,
        };

    // SVG draws several spaces as one: what stands behind a gap is a text of its own.
    [GeneratedRegex(@"[^ ]+(?: [^ ]+)*", RegexOptions.None, 1000)]
    private static partial Regex WordsPattern();

    [GeneratedRegex("\u001b\\[(?<codes>[0-9;]*)m", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex EscapePattern();
}
