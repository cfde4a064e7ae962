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
        var text = new MarkdownText();
        var evaluation = report.Evaluation;
        text.WriteLines($"# {UntrustedText.EscapeMarkdown(PeriodPhrases.FormatTitle(report))}", "", PeriodPhrases.FormatWindow(report), "");
        text.WriteItems(PeriodPhrases.Summarize(report));

        WriteResources(text, report);
        WriteRisks(text, report);
        WriteRecommendations(text, evaluation);
        WriteAlerts(text, report);
        WriteChanges(text, report);
        WritePauses(text, report);
        text.WriteHeading("Notes");
        text.WriteItems(ReportText.ListFailuresAndNotes(evaluation));

        return text.ToString();
    }

    private static void WriteResources(MarkdownText text, PeriodReport report)
    {
        if (report.Evaluation.Shown.Count == 0)
        {
            return;
        }

        var currency = ReportText.DescribeCurrency(report.Evaluation);
        text.WriteLines(
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
            text.WriteTextRow(
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

    private static void WriteRisks(MarkdownText text, PeriodReport report)
    {
        text.WriteHeading("Resources at risk");
        var atRisk = report.FindAtRisk();
        if (atRisk.Count == 0)
        {
            text.WriteLines(PeriodPhrases.SummarizeRisk(report));
            return;
        }

        text.WriteLines("| Resource | Above the target | Of the time | Peak | At (UTC) |", "| --- | ---: | ---: | --- | --- |");
        foreach (var (resource, usage) in atRisk)
        {
            text.WriteTextRow(
                resource.Name,
                PeriodPhrases.FormatDuration(usage.AboveTarget),
                PeriodPhrases.FormatShare(usage),
                PeriodPhrases.FormatPeak(usage.Peak!.Value),
                PeriodPhrases.FormatTime(usage.Peak.Value.Start)
            );
        }
    }

    private static void WriteRecommendations(MarkdownText text, EvaluationReport evaluation)
    {
        text.WriteLines("", "## Recommendations");
        var recommended = evaluation.Shown.Where(r => r.HasRecommendation).ToList();
        if (recommended.Count == 0)
        {
            text.WriteLines("", "None.");
        }

        foreach (var resource in recommended)
        {
            text.WriteLines(
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
            text.WriteItems(lines.OfType<string>());
        }
    }

    private static void WriteNote(MarkdownText text, string? note)
    {
        if (note is not null)
        {
            text.WriteLines(UntrustedText.EscapeMarkdown(note), "");
        }
    }
}
