using Advisor.Core.Reports;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Table with one line per resource: name, size, the size to keep, what that changes a month, limiting factor.</summary>
internal static class SummaryTable
{
    /// <summary>Heading of the last column.</summary>
    public const string LastHeading = "Limiting factor";

    // Characters, with the comma before them.
    private const int MinRemark = 8;

    /// <param name="width">Columns of the terminal; null = nothing is shortened, as in a pipe.</param>
    /// <param name="unicode">Whether an ellipsis may be a character beyond ASCII.</param>
    public static void Write(IAnsiConsole console, EvaluationReport report, int? width, bool unicode)
    {
        var rows = report.Shown.Select(resource => (Resource: resource, Summary: ResourceSummary.Create(resource))).ToList();
        var heading = ReportText.DescribeCurrency(report).TrimEnd() is { Length: > 0 } currency ? currency + "/month" : "per month";
        var columns = SummaryColumns.Select([.. rows.Select(row => row.Summary)], heading, width);
        var last = columns.Last is { } fits && fits < LastHeading.Length ? "Limit" : LastHeading;
        WriteLine(console, width, [(string.Concat(columns.FormatCells("Resource", "Size", "Keep", heading)) + last, TextStyles.Muted)]);
        foreach (var (resource, summary) in rows)
        {
            WriteLine(console, width, CreateLine(resource, summary, columns, unicode));
        }
    }

    /// <summary>Joins a limit and a remark: "connections 97 %, autoscale".</summary>
    public static string JoinLast(string limit, string remark) => string.Join(", ", new[] { limit, remark }.Where(part => part.Length > 0));

    private static List<(string Text, Style Style)> CreateLine(
        ResourceReport resource,
        ResourceSummary summary,
        SummaryColumns columns,
        bool unicode
    )
    {
        var ellipsis = unicode ? "…" : "..";
        var name = ShortenMiddle(summary.Name, columns.Name, ellipsis);
        var cells = columns.FormatCells(name, columns.FormatSize(summary), columns.FormatKeep(summary), summary.Change);
        var limit = columns.FormatLimit(summary);
        var last = JoinLast(limit, summary.Remark);
        last = columns.Last is { } fits && last.Length > fits ? TruncateRemark(limit, last, fits, ellipsis) : last;
        var limitEnd = Math.Min(limit.Length, last.Length);
        return
        [
            (cells[0], TextStyles.Heading),
            (cells[1], Style.Plain),
            (cells[2], ReportText.GetStyle(resource)),
            (cells[3], Style.Plain),
            (last[..limitEnd], summary.Utilization is { } ratio ? TextStyles.GetUtilizationStyle(ratio) : Style.Plain),
            (last[limitEnd..], Style.Plain),
        ];
    }

    // Both ends of a name distinguish resources: "orders-eu…prod-2".
    private static string ShortenMiddle(string text, int width, string ellipsis)
    {
        if (text.Length <= width)
        {
            return text;
        }

        var kept = width - ellipsis.Length;
        return text[..((kept + 1) / 2)] + ellipsis + text[^(kept / 2)..];
    }

    // A remark of which hardly a word would be left is omitted.
    private static string TruncateRemark(string limit, string text, int width, string ellipsis) =>
        limit.Length > 0 && width - limit.Length < MinRemark ? limit : text[..Math.Max(0, width - ellipsis.Length)] + ellipsis;

    // A console wraps at its width; where nothing is shortened, nothing is wrapped either.
    private static void WriteLine(IAnsiConsole console, int? width, List<(string Text, Style Style)> parts)
    {
        if (width is null)
        {
            console.Profile.Out.Writer.WriteLine(string.Concat(parts.Select(part => part.Text)).TrimEnd());
            return;
        }

        var line = new Paragraph();
        foreach (var (text, style) in parts)
        {
            line.Append(text, style);
        }

        console.Write(line.Append("\n"));
    }
}
