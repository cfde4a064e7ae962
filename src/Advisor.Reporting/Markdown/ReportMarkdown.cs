using System.Text;
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
        var text = new StringBuilder();
        WriteLine(
            text,
            $"# Sizes of {Wording.FormatCount(report.Resources.Count, "resource")}, "
                + $"{report.Time.UtcDateTime.ToString("yyyy-MM-dd HH:mm")} UTC"
        );
        WriteLine(text, string.Empty);
        WriteLine(
            text,
            string.Join(
                ' ',
                ReportPhrases.Summarize(report).Concat(EndpointGroupPhrases.Describe(report)).Select(UntrustedText.EscapeMarkdown)
            )
        );
        if (report.Shown.Count > 0)
        {
            WriteLine(text, string.Empty);
            var currency = ReportText.DescribeCurrency(report);
            WriteLine(
                text,
                "| Resource | Region | SKU x units | Server load | Connections | Inbound | Outbound | Routing | Limiting factor "
                    + $"| Recommendation | {currency}today | {currency}after | Confidence |"
            );
            WriteLine(text, "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- | ---: | ---: | ---: |");
            foreach (var resource in report.Shown)
            {
                WriteLine(text, FormatRow(resource));
            }

            WriteReasons(text, report);
            WriteWhatIfs(text, report);
        }

        WriteNotes(text, report);
        return text.ToString();
    }

    private static string FormatRow(ResourceReport resource)
    {
        var decision = resource.Decision;
        string FormatRatio(Limit limit)
        {
            var figure = decision?.Utilization[limit] is { } known ? Wording.FormatUtilization(known) : "?";
            return limit == decision?.LimitingFactor ? $"**{figure}**" : figure;
        }

        string[] cells =
        [
            UntrustedText.EscapeMarkdown(resource.Name),
            UntrustedText.EscapeMarkdown(resource.Region),
            UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(resource.Size)),
            FormatRatio(Limit.ServerLoad),
            FormatRatio(Limit.Connections),
            FormatRatio(Limit.Inbound),
            FormatRatio(Limit.Outbound),
            FormatRatio(Limit.Routing),
            decision is { HasAnyUtilization: true } ? ReportPhrases.FormatLimit(decision.LimitingFactor) : string.Empty,
            UntrustedText.EscapeMarkdown(ReportPhrases.DescribeRecommendation(resource)),
            UntrustedText.EscapeMarkdown(CostPhrases.FormatTotal(resource.Cost)),
            resource.HasRecommendation ? UntrustedText.EscapeMarkdown(CostPhrases.FormatTotal(resource.CostAfter)) : string.Empty,
            resource.Confidence is { } known ? Wording.FormatPercent(known.Value) : string.Empty,
        ];
        return $"| {string.Join(" | ", cells)} |";
    }

    private static void WriteReasons(StringBuilder text, EvaluationReport report)
    {
        var shown = report.Shown.Where(r => r.HasRecommendation || r.State != ReportState.Ok).Where(r => r.Decision is not null).ToList();
        if (shown.Count == 0)
        {
            return;
        }

        WriteLine(text, string.Empty);
        WriteLine(text, "## Why");
        foreach (var resource in shown)
        {
            WriteLine(text, string.Empty);
            WriteLine(
                text,
                $"**{UntrustedText.EscapeMarkdown(resource.Name)}**: "
                    + $"{UntrustedText.EscapeMarkdown(ReportPhrases.DescribeRecommendation(resource))}"
            );
            WriteLine(text, string.Empty);
            foreach (var reason in resource.Decision!.Reasons)
            {
                WriteLine(text, $"- {UntrustedText.EscapeMarkdown(reason.Text)} ({UntrustedText.EscapeMarkdown(reason.Code)})");
            }

            if (ReportPhrases.FindCommand(resource) is { } command)
            {
                WriteLine(text, string.Empty);
                WriteLine(text, $"`{command}`");
            }
        }
    }

    private static void WriteWhatIfs(StringBuilder text, EvaluationReport report)
    {
        foreach (var resource in report.Shown)
        {
            foreach (var group in WhatIfPhrases.GroupByLoad(resource))
            {
                WriteWhatIf(text, resource, group);
            }
        }
    }

    private static void WriteWhatIf(StringBuilder text, ResourceReport resource, IReadOnlyList<WhatIf> group)
    {
        WriteLine(text, string.Empty);
        WriteLine(text, $"## {UntrustedText.EscapeMarkdown(WhatIfPhrases.FormatHeading(resource, group))}");
        foreach (var sentence in group.Select(whatIf => WhatIfPhrases.DescribeSteady(resource, whatIf)).OfType<string>())
        {
            WriteLine(text, string.Empty);
            WriteLine(text, UntrustedText.EscapeMarkdown(sentence));
        }

        WriteLine(text, string.Empty);
        WriteLine(text, $"| Size | {string.Join(" | ", WhatIfText.Headings)} |");
        WriteLine(text, $"| --- |{string.Concat(WhatIfText.Headings.Select(head => head == "limit" ? " --- |" : " ---: |"))}");
        foreach (var (size, cells) in WhatIfText.CreateRows(resource, group))
        {
            WriteLine(text, $"| {UntrustedText.EscapeMarkdown(size)} | {string.Join(" | ", cells.Select(UntrustedText.EscapeMarkdown))} |");
        }
    }

    private static void WriteNotes(StringBuilder text, EvaluationReport report)
    {
        WriteLine(text, string.Empty);
        WriteLine(text, "## Notes");
        WriteLine(text, string.Empty);
        foreach (var failure in report.Failures)
        {
            WriteLine(text, $"- {UntrustedText.EscapeMarkdown(failure.Describe())}");
        }

        foreach (var note in ReportText.ListNotes(report))
        {
            WriteLine(text, $"- {UntrustedText.EscapeMarkdown(note)}");
        }
    }

    private static void WriteLine(StringBuilder text, string line) => text.Append(line).Append('\n');
}
