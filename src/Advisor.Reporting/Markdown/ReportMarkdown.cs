using System.Globalization;
using System.Text;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Advisor.Core.Text;
using Advisor.Reporting.Terminal;

namespace Advisor.Reporting.Markdown;

/// <summary>A report for a pull request, an issue or a wiki page (GitHub-flavored Markdown).</summary>
public static class ReportMarkdown
{
    public static string Render(EvaluationReport report)
    {
        var text = new StringBuilder();
        Line(text, $"# Sizes of {Wording.Counted(report.Resources.Count, "resource")}, {report.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture)} UTC");
        Line(text, string.Empty);
        Line(text, string.Join(' ', Phrases.Summary(report).Select(UntrustedText.Markdown)));
        if (report.Shown.Count > 0)
        {
            Line(text, string.Empty);
            var currency = ReportText.Currency(report);
            Line(text, $"| Resource | Region | SKU x units | Server load | Connections | Inbound | Outbound | Routing | Limiting factor | Recommendation | {currency}today | {currency}after | Confidence |");
            Line(text, "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: |");
            foreach (var resource in report.Shown)
            {
                Line(text, Row(resource));
            }

            Reasons(text, report);
            WhatIfs(text, report);
        }

        Notes(text, report);
        return text.ToString();
    }

    private static string Row(ResourceReport resource)
    {
        var decision = resource.Decision;
        string Ratio(Dimension dimension)
        {
            var figure = decision?.Utilization[dimension] is { } known ? Wording.Utilization(known) : "?";
            return dimension == decision?.Binding ? $"**{figure}**" : figure;
        }

        string[] cells =
        [
            UntrustedText.Markdown(resource.Name), UntrustedText.Markdown(resource.Region), UntrustedText.Markdown(Phrases.Size(resource.Sku, resource.Units)),
            Ratio(Dimension.ServerLoad), Ratio(Dimension.Connections), Ratio(Dimension.Inbound), Ratio(Dimension.Outbound), Ratio(Dimension.Routing),
            decision is { KnowsSomething: true } ? Phrases.Name(decision.Binding) : string.Empty,
            UntrustedText.Markdown(Phrases.Recommendation(resource)),
            UntrustedText.Markdown(CostPhrases.Bare(resource.Cost)), resource.HasRecommendation ? UntrustedText.Markdown(CostPhrases.Bare(resource.CostAfter)) : string.Empty,
            resource.Confidence is { } known ? Wording.Percent(known.Value) : string.Empty,
        ];
        return $"| {string.Join(" | ", cells)} |";
    }

    private static void Reasons(StringBuilder text, EvaluationReport report)
    {
        var asked = report.Shown.Where(r => r.HasRecommendation || r.State != ReportState.Ok).Where(r => r.Decision is not null).ToList();
        if (asked.Count == 0)
        {
            return;
        }

        Line(text, string.Empty);
        Line(text, "## Why");
        foreach (var resource in asked)
        {
            Line(text, string.Empty);
            Line(text, $"**{UntrustedText.Markdown(resource.Name)}**: {UntrustedText.Markdown(Phrases.Recommendation(resource))}");
            Line(text, string.Empty);
            foreach (var reason in resource.Decision!.Reasons)
            {
                Line(text, $"- {UntrustedText.Markdown(reason.Text)} ({UntrustedText.Markdown(reason.Code)})");
            }
        }
    }

    private static void WhatIfs(StringBuilder text, EvaluationReport report)
    {
        foreach (var resource in report.Shown.Where(r => r.WhatIfs.Count > 0))
        {
            Line(text, string.Empty);
            Line(text, $"## What if: {UntrustedText.Markdown(resource.Name)}");
            Line(text, string.Empty);
            Line(text, $"| Size | {string.Join(" | ", WhatIfText.Heads)} |");
            Line(text, $"| --- |{string.Concat(WhatIfText.Heads.Select(head => head == "limit" ? " --- |" : " ---: |"))}");
            foreach (var (size, cells) in WhatIfText.Rows(resource))
            {
                Line(text, $"| {UntrustedText.Markdown(size)} | {string.Join(" | ", cells.Select(UntrustedText.Markdown))} |");
            }
        }
    }

    private static void Notes(StringBuilder text, EvaluationReport report)
    {
        Line(text, string.Empty);
        Line(text, "## Notes");
        Line(text, string.Empty);
        foreach (var failure in report.Failures)
        {
            Line(text, $"- {UntrustedText.Markdown(failure.Scope)}: {UntrustedText.Markdown(failure.Text)}");
        }

        foreach (var note in ReportText.Notes(report))
        {
            Line(text, $"- {UntrustedText.Markdown(note)}");
        }
    }

    private static void Line(StringBuilder text, string line) => text.Append(line).Append('\n');
}
