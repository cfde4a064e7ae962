using Advisor.Core.Capacity.Billing;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;

namespace Advisor.Reporting;

/// <summary>A line of a summary: what it is about, and what is said of it. Both come from outside in part.</summary>
public sealed record SummaryLine(string Name, string Text);

/// <summary>What a mail says of a report, whose file has the rest: sentences, and the first few of what matters.</summary>
public sealed record PeriodSummary
{
    private const int MaxLines = 15;
    private const string InFile = "in the file";

    public required string Title { get; init; }

    public required string Window { get; init; }

    public required IReadOnlyList<string> Sentences { get; init; }

    public required IReadOnlyList<SummaryLine> Recommendations { get; init; }

    public required IReadOnlyList<SummaryLine> AtRisk { get; init; }

    public required IReadOnlyList<SummaryLine> Alerts { get; init; }

    public required IReadOnlyList<SummaryLine> Pauses { get; init; }

    public static PeriodSummary Create(PeriodReport report) =>
        new()
        {
            Title = PeriodPhrases.FormatTitle(report),
            Window = PeriodPhrases.FormatWindow(report),
            Sentences = [.. PeriodPhrases.Summarize(report)],
            Recommendations = Limit(report.Evaluation.Shown.Where(r => r.HasRecommendation), DescribeRecommendation),
            AtRisk = Limit(
                report.FindAtRisk(),
                found => new SummaryLine(
                    found.Resource.Name,
                    $"above the target for {PeriodPhrases.FormatDuration(found.Usage.AboveTarget)} "
                        + $"({PeriodPhrases.FormatShare(found.Usage)}), peak {PeriodPhrases.FormatPeak(found.Usage.Peak!.Value)}"
                )
            ),
            Alerts = Limit(
                report.Alerts.Where(alert => alert.HasFired),
                alert => new SummaryLine(
                    alert.ResourceName,
                    $"{PeriodPhrases.FormatAlertName(alert.Condition)} ({alert.Severity.FormatName()}), {alert.Phase.FormatName()}"
                        + (alert.Since is null ? "" : $", {PeriodPhrases.FormatDurationSoFar(report, alert)}")
                ),
                report.Alerts.Count > PeriodReport.MaxListed
                    ? $"the file lists {PeriodReport.MaxListed} alerts, {PeriodPhrases.FormatTimelineCommand(report)} lists more"
                    : InFile
            ),
            Pauses = Limit(report.Pauses, pause => new SummaryLine(pause.ResourceName, pause.Text)),
        };

    private static SummaryLine DescribeRecommendation(ResourceReport resource)
    {
        var cost = CostText.FormatChange(resource.Cost, resource.CostAfter) is { } change ? $". {change}" : "";
        return new SummaryLine(
            resource.Name,
            $"{ReportPhrases.FormatSize(resource.Size)}: {ReportPhrases.DescribeRecommendation(resource)}{cost}"
        );
    }

    /// <param name="where">Where those are that exceed the limit.</param>
    private static IReadOnlyList<SummaryLine> Limit<T>(IEnumerable<T> items, Func<T, SummaryLine> describe, string where = InFile)
    {
        var all = items.ToList();
        var more = all.Count - MaxLines;
        return
        [
            .. all.Take(MaxLines)
                .Select(describe)
                .Select(line => new SummaryLine(UntrustedText.Sanitize(line.Name), UntrustedText.Sanitize(line.Text))),
            .. more > 0 ? (SummaryLine[])[new SummaryLine($"and {Wording.FormatNumber(more)} more", where)] : [],
        ];
    }
}
