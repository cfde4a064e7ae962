using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// The lines below the table: at most three, what matters most first. The wide layout has every note, docs/evaluate.md explains each
/// figure.
/// </summary>
internal static class SummaryNotes
{
    private const int MaxLines = 3,
        MaxNames = 3;

    private const string Legend = "% of the target. --wide: all limits and notes; --explain NAME: every number.",
        ShortLegend = "% of the target. More: --wide, --explain NAME.";

    /// <summary>Returns the lines, none longer than a width.</summary>
    /// <param name="ellipsis">Marks a note that is cut.</param>
    public static IReadOnlyList<string> List(EvaluationReport report, int width, string ellipsis)
    {
        string[] legend = report.Shown.Any(resource => resource.Decision is { HasAnyUtilization: true })
            ? [Legend.Length <= width ? Legend : ShortLegend]
            : [];
        var lines = new List<string>();
        foreach (var note in ListByImportance(report))
        {
            var wrapped = WordWrap.Wrap(note, width).ToList();
            var left = MaxLines - legend.Length - lines.Count;
            if (wrapped.Count <= left)
            {
                lines.AddRange(wrapped);
            }
            else if (lines.Count == 0)
            {
                lines.AddRange(wrapped.Take(left));
                lines[^1] = lines[^1][..Math.Min(lines[^1].Length, width - ellipsis.Length - 1)] + " " + ellipsis;
            }
        }

        return [.. lines, .. legend];
    }

    private static IEnumerable<string> ListByImportance(EvaluationReport report) =>
        ListFailures(report)
            .Concat(report.Notes.Select(UntrustedText.Sanitize))
            .Concat(
                new[]
                {
                    ReportPhrases.DescribeDroppedConnections(report),
                    CostPhrases.SummarizeAdvisory(report),
                    CostPhrases.DescribePrices(report),
                }.OfType<string>()
            );

    // Resources that failed for the same reason are one note.
    private static IEnumerable<string> ListFailures(EvaluationReport report) =>
        report
            .Shown.Where(resource => resource.Failure is not null)
            .GroupBy(resource => resource.Failure!.Text, StringComparer.Ordinal)
            .Select(same =>
                Wording.ListFirst([.. same.Take(MaxNames).Select(resource => UntrustedText.Sanitize(resource.Name))], same.Count())
                + $": {UntrustedText.Sanitize(same.Key)}"
            );
}
