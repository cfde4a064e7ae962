using System.Text;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Reporting.Markdown;

/// <summary>A document of GitHub-flavored Markdown, written line by line.</summary>
internal sealed class MarkdownText
{
    private readonly StringBuilder text = new();

    /// <summary>Writes lines of Markdown.</summary>
    public void WriteLines(params IEnumerable<string> lines)
    {
        foreach (var line in lines)
        {
            text.Append(line).Append('\n');
        }
    }

    public void WriteHeading(string heading) => WriteLines("", "## " + heading, "");

    /// <summary>Writes texts as a list.</summary>
    public void WriteItems(IEnumerable<string> texts) => WriteLines(texts.Select(item => "- " + UntrustedText.EscapeMarkdown(item)));

    /// <summary>Writes texts as a list under a heading; nothing when there are none.</summary>
    public void WriteSection(string heading, IReadOnlyList<string> texts)
    {
        if (texts.Count > 0)
        {
            WriteHeading(heading);
            WriteItems(texts);
        }
    }

    /// <summary>Writes a row of a table.</summary>
    /// <param name="cells">Markdown.</param>
    public void WriteRow(params IEnumerable<string> cells) => WriteLines($"| {string.Join(" | ", cells)} |");

    /// <summary>Writes a row of a table from texts.</summary>
    public void WriteTextRow(params IEnumerable<string> texts) => WriteRow(texts.Select(UntrustedText.EscapeMarkdown));

    /// <summary>Returns a utilization as a cell of a table, in bold where it is that of the limiting factor.</summary>
    /// <param name="unknown">What stands for one that is not known.</param>
    public static string FormatRatio(Ratio? utilization, bool isLimiting, string unknown)
    {
        var figure = utilization is { } known ? Wording.FormatUtilization(known) : unknown;
        return isLimiting ? $"**{figure}**" : figure;
    }

    public override string ToString() => text.ToString();
}
