using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Advisor.Reporting.Terminal;

namespace Advisor.Reporting.Markdown;

/// <summary>Renders a report for a pull request, an issue or a wiki page (GitHub-flavored Markdown).</summary>
public static class ReportMarkdown
{
    public static string Render(EvaluationReport report)
    {
        var text = new MarkdownText();
        text.WriteLines(
            $"# Sizes of {Wording.FormatCount(report.Resources.Count, "resource")}, "
                + $"{report.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm")} UTC",
            "",
            string.Join(
                ' ',
                ReportPhrases.Summarize(report).Concat(EndpointGroupPhrases.Describe(report)).Select(UntrustedText.EscapeMarkdown)
            )
        );
        if (report.Shown.Count > 0)
        {
            var currency = ReportText.DescribeCurrency(report);
            text.WriteLines(
                "",
                "| Resource | Region | SKU x units | Server load | Connections | Inbound | Outbound | Routing | Limiting factor "
                    + $"| Recommendation | {currency}today | {currency}after | Confidence |",
                "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: |"
            );
            foreach (var resource in report.Shown)
            {
                text.WriteRow(ListCells(resource));
            }

            WriteReasons(text, report);
            WriteWhatIfs(text, report);
        }

        text.WriteHeading("Notes");
        text.WriteItems(ReportText.ListFailuresAndNotes(report));
        return text.ToString();
    }

    private static IEnumerable<string> ListCells(ResourceReport resource)
    {
        var decision = resource.Decision;
        return
        [
            UntrustedText.EscapeMarkdown(resource.Name),
            UntrustedText.EscapeMarkdown(resource.Region),
            UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(resource.Size)),
            .. LimitingFactor.Limits.Select(limit =>
                MarkdownText.FormatRatio(decision?.Utilization[limit], limit == decision?.LimitingFactor, "?")
            ),
            decision is { HasAnyUtilization: true } ? ReportPhrases.FormatLimit(decision.LimitingFactor) : string.Empty,
            UntrustedText.EscapeMarkdown(ReportPhrases.DescribeRecommendation(resource)),
            UntrustedText.EscapeMarkdown(CostPhrases.FormatTotal(resource.Cost)),
            resource.HasRecommendation ? UntrustedText.EscapeMarkdown(CostPhrases.FormatTotal(resource.CostAfter)) : string.Empty,
            resource.Confidence is { } known ? Wording.FormatPercent(known.Value) : string.Empty,
        ];
    }

    private static void WriteReasons(MarkdownText text, EvaluationReport report)
    {
        var shown = report.Shown.Where(r => r.HasRecommendation || r.State != ReportState.Ok).Where(r => r.Decision is not null).ToList();
        if (shown.Count == 0)
        {
            return;
        }

        text.WriteLines("", "## Why");
        foreach (var resource in shown)
        {
            text.WriteLines(
                "",
                $"**{UntrustedText.EscapeMarkdown(resource.Name)}**: "
                    + $"{UntrustedText.EscapeMarkdown(ReportPhrases.DescribeRecommendation(resource))}",
                ""
            );
            text.WriteItems(resource.Decision!.Reasons.Select(reason => $"{reason.Text} ({reason.Code})"));
            if (ReportPhrases.FindCommand(resource) is { } command)
            {
                text.WriteLines("", $"`{command}`");
            }
        }
    }

    private static void WriteWhatIfs(MarkdownText text, EvaluationReport report)
    {
        foreach (var resource in report.Shown)
        {
            foreach (var group in WhatIfPhrases.GroupByLoad(resource))
            {
                WriteWhatIf(text, resource, group);
            }
        }
    }

    private static void WriteWhatIf(MarkdownText text, ResourceReport resource, IReadOnlyList<WhatIf> group)
    {
        text.WriteLines("", $"## {UntrustedText.EscapeMarkdown(WhatIfPhrases.FormatHeading(resource, group))}");
        foreach (var sentence in group.Select(whatIf => WhatIfPhrases.DescribeSteady(resource, whatIf)).OfType<string>())
        {
            text.WriteLines("", UntrustedText.EscapeMarkdown(sentence));
        }

        text.WriteLines("");
        text.WriteRow(["Size", .. WhatIfText.Headings]);
        text.WriteLines($"| --- |{string.Concat(WhatIfText.Headings.Select(head => head == "limit" ? " --- |" : " ---: |"))}");
        foreach (var (size, cells) in WhatIfText.CreateRows(resource, group))
        {
            text.WriteTextRow([size, .. cells]);
        }
    }
}
