using System.Text;
using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Advisor.Reporting.Terminal;

namespace Advisor.Reporting.Markdown;

/// <summary>Renders the report of a window for a wiki page (GitHub-flavored Markdown).</summary>
public static partial class PeriodMarkdown
{
    // One character per day in 30 days, and enough for one day.
    private const int SparklineWidth = 30;

    public static string Render(PeriodReport report)
    {
        var text = new StringBuilder();
        var evaluation = report.Evaluation;
        WriteLines(
            text,
            $"# {UntrustedText.EscapeMarkdown(PeriodPhrases.FormatTitle(report))}",
            "",
            PeriodPhrases.FormatWindow(report),
            ""
        );
        foreach (var sentence in PeriodPhrases.Summarize(report))
        {
            WriteLines(text, $"- {UntrustedText.EscapeMarkdown(sentence)}");
        }

        WriteResources(text, report);
        WriteRisks(text, report);
        WriteRecommendations(text, evaluation);
        WriteAlerts(text, report);
        WriteChanges(text, report);
        WritePauses(text, report);
        WriteLines(text, "", "## Notes", "");
        foreach (var failure in evaluation.Failures)
        {
            WriteLines(text, $"- {UntrustedText.EscapeMarkdown(failure.Describe())}");
        }

        foreach (var note in ReportText.ListNotes(evaluation))
        {
            WriteLines(text, $"- {UntrustedText.EscapeMarkdown(note)}");
        }

        return text.ToString();
    }

    private static void WriteResources(StringBuilder text, PeriodReport report)
    {
        if (report.Evaluation.Shown.Count == 0)
        {
            return;
        }

        var currency = ReportText.DescribeCurrency(report.Evaluation);
        WriteLines(
            text,
            "",
            "## Resources",
            "",
            "The load column shows the highest utilization of the target in each thirtieth of the window; "
                + "a full block is the target or more, a dot is no data.",
            "",
            $"| Resource | Region | SKU x units | Load | Peak | Recommendation | {currency}today | {currency}after |",
            "| --- | --- | --- | --- | --- | --- | ---: | ---: |"
        );
        foreach (var resource in report.Evaluation.Shown)
        {
            var usage = UsageSummary.Compute(resource.Usage);
            var peaks = Sparkline.FindPeaks(
                resource.Usage.Select(point => (point.Start, point.Utilization)),
                report.From,
                report.Evaluation.Time,
                SparklineWidth
            );
            WriteRow(
                text,
                resource.Name,
                resource.Region,
                ReportPhrases.FormatSize(resource.Size),
                usage.Peak is null ? "no data" : Sparkline.Draw(peaks, 1, unicode: true),
                usage.Peak is { } peak ? PeriodPhrases.FormatPeak(peak) : "",
                ReportPhrases.DescribeRecommendation(resource),
                CostPhrases.FormatTotal(resource.Cost),
                resource.HasRecommendation ? CostPhrases.FormatTotal(resource.CostAfter) : ""
            );
        }
    }

    private static void WriteRisks(StringBuilder text, PeriodReport report)
    {
        WriteLines(text, "", "## Resources at risk", "");
        var atRisk = report.FindAtRisk();
        if (atRisk.Count == 0)
        {
            WriteLines(text, PeriodPhrases.SummarizeRisk(report));
            return;
        }

        WriteLines(text, "| Resource | Above the target | Of the time | Peak | At (UTC) |", "| --- | ---: | ---: | --- | --- |");
        foreach (var (resource, usage) in atRisk)
        {
            WriteRow(
                text,
                resource.Name,
                PeriodPhrases.FormatDuration(usage.AboveTarget),
                PeriodPhrases.FormatShare(usage),
                PeriodPhrases.FormatPeak(usage.Peak!.Value),
                PeriodPhrases.FormatTime(usage.Peak.Value.Start)
            );
        }
    }

    private static void WriteRecommendations(StringBuilder text, EvaluationReport evaluation)
    {
        WriteLines(text, "", "## Recommendations");
        var recommended = evaluation.Shown.Where(r => r.HasRecommendation).ToList();
        if (recommended.Count == 0)
        {
            WriteLines(text, "", "None.");
        }

        foreach (var resource in recommended)
        {
            WriteLines(
                text,
                "",
                $"### {UntrustedText.EscapeMarkdown(resource.Name)}: "
                    + $"{UntrustedText.EscapeMarkdown(ReportPhrases.DescribeRecommendation(resource))}",
                ""
            );
            string?[] lines =
            [
                CostText.FormatChange(resource.Cost, resource.CostAfter),
                PeriodPhrases.DescribeUsage(UsageSummary.Compute(resource.Usage)),
                .. CostPhrases.ListFacts(resource).Select(fact => $"{fact.Name}: {fact.Text}."),
                .. resource.Decision!.Reasons.Select(reason => reason.Text),
            ];
            WriteLines(text, [.. lines.OfType<string>().Select(line => $"- {UntrustedText.EscapeMarkdown(line)}")]);
        }
    }

    private static void WriteNote(StringBuilder text, string? note)
    {
        if (note is not null)
        {
            WriteLines(text, UntrustedText.EscapeMarkdown(note), "");
        }
    }

    private static void WriteRow(StringBuilder text, params IEnumerable<string> cells) =>
        WriteLines(text, $"| {string.Join(" | ", cells.Select(UntrustedText.EscapeMarkdown))} |");

    private static void WriteLines(StringBuilder text, params IEnumerable<string> lines)
    {
        foreach (var line in lines)
        {
            text.Append(line).Append('\n');
        }
    }
}
