using System.Text;

namespace Advisor.Reporting.Markdown;

/// <summary>The summary of a report as the plain text of a mail: Markdown that reads well as it stands, so names are not escaped.</summary>
public static class SummaryMarkdown
{
    public static string Render(PeriodSummary summary, string closing)
    {
        var text = new StringBuilder();
        text.Append("# ").Append(summary.Title).Append("\n\n").Append(summary.Window).Append("\n\n");
        foreach (var sentence in summary.Sentences)
        {
            text.Append("- ").Append(sentence).Append('\n');
        }

        Write(text, "Recommendations", summary.Recommendations);
        Write(text, "Resources at risk", summary.AtRisk);
        Write(text, "Alerts", summary.Alerts);
        Write(text, "Paused and pinned", summary.Pauses);
        return text.Append('\n').Append(closing).Append('\n').ToString();
    }

    private static void Write(StringBuilder text, string heading, IReadOnlyList<SummaryLine> lines)
    {
        if (lines.Count == 0)
        {
            return;
        }

        text.Append("\n## ").Append(heading).Append("\n\n");
        foreach (var line in lines)
        {
            text.Append("- ").Append(line.Name).Append(": ").Append(line.Text).Append('\n');
        }
    }
}
