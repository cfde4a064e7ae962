using System.Globalization;
using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Reporting.Markdown;

/// <summary>Renders a plan for a pull request, a ticket or a wiki page (GitHub-flavored Markdown).</summary>
public static class PlanMarkdown
{
    public static string Render(Plan plan)
    {
        var text = new StringBuilder();
        WriteLine(
            text,
            plan is { Sku: { } sku, Units: { } units }
                ? $"# Plan: {UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(sku, units))}"
                : "# Plan: no size is large enough"
        );
        WriteLine(text);
        WriteLine(text, UntrustedText.EscapeMarkdown(PlanPhrases.DescribeAnswer(plan)));
        WriteLine(text);
        foreach (var line in ListFacts(plan))
        {
            WriteLine(text, $"- {line}");
        }

        WriteLimits(text, plan);
        WriteSizes(text, plan);
        WriteAlternatives(text, plan);
        WriteNotes(text, plan);
        return text.ToString();
    }

    private static IEnumerable<string> ListFacts(Plan plan)
    {
        foreach (var load in PlanPhrases.DescribeLoad(plan))
        {
            yield return UntrustedText.EscapeMarkdown(load);
        }

        if (PlanPhrases.DescribeAppServers(plan) is { } servers)
        {
            yield return "App servers: " + servers;
        }

        if (PlanPhrases.FormatCost(plan) is { } cost)
        {
            yield return "Cost: " + UntrustedText.EscapeMarkdown($"{cost}; {PlanPhrases.DescribeCostBasis(plan)}");
        }

        if (PlanPhrases.DescribeRecommendedSize(plan) is { } at)
        {
            yield return "With Advisor: " + UntrustedText.EscapeMarkdown(at);
        }
    }

    private static void WriteLimits(StringBuilder text, Plan plan)
    {
        WriteHeading(text, "Limits");
        WriteLine(text, "| Limit | Utilization | Used of limit | From |");
        WriteLine(text, "| --- | ---: | --- | --- |");
        foreach (var citation in plan.Citations)
        {
            var rows = citation.Rows.Count > 0 ? string.Join(", ", citation.Rows) + $" ({citation.Source})" : citation.Source;
            WriteLine(
                text,
                $"| {ReportPhrases.FormatLimit(citation.Limit)} | "
                    + $"{FormatRatio(plan.Utilization, citation.Limit, plan.LimitingFactor)} | "
                    + $"{UntrustedText.EscapeMarkdown(citation.Text)} | {UntrustedText.EscapeMarkdown(rows)} |"
            );
        }
    }

    private static void WriteSizes(StringBuilder text, Plan plan)
    {
        WriteHeading(text, "All sizes");
        var solved = plan.SolvedFor is { } quantity ? $" Up to: {PlanPhrases.GetHeading(quantity)} |" : string.Empty;
        WriteLine(text, $"| SKU x units |{solved} Connections | Inbound | Outbound | Routing | Fits | Units a month | Messages | Total |");
        WriteLine(text, $"| --- |{(solved.Length > 0 ? " ---: |" : string.Empty)} ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |");
        foreach (var size in PlanPhrases.ListSizes(plan))
        {
            var name =
                UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(size.Sku, size.Units))
                + (size.IsInterpolated ? " (i)" : string.Empty);
            var chosen = size.Sku == plan.Sku && size.Units == plan.Units;
            var value = plan.SolvedFor is { } solvedFor ? $" {PlanPhrases.FormatCell(solvedFor, size.Solved)} |" : string.Empty;
            var ratios = string.Join(" | ", PlanPhrases.Limits.Select(d => FormatRatio(size.Utilization, d, size.LimitingFactor)));
            var cost = $"{FormatAmount(size.Cost?.Units)} | {FormatAmount(size.Cost?.Messages)} | {FormatAmount(size.Cost?.Total)}";
            WriteLine(text, $"| {(chosen ? $"**{name}**" : name)} |{value} {ratios} | {PlanPhrases.DescribeFit(size)} | {cost} |");
        }

        WriteLine(text);
        foreach (var legend in PlanPhrases.DescribeLegend(PlanPhrases.ListSizes(plan), "(i)"))
        {
            WriteLine(text, $"- {UntrustedText.EscapeMarkdown(legend)}");
        }

        if (PlanPhrases.DescribeLeftOut(plan).Trim() is { Length: > 0 } leftOut)
        {
            WriteLine(text, $"- {UntrustedText.EscapeMarkdown(leftOut)}");
        }
    }

    private static void WriteAlternatives(StringBuilder text, Plan plan)
    {
        if (plan.Alternatives.Count == 0)
        {
            return;
        }

        WriteHeading(text, "Alternatives");
        foreach (var way in plan.Alternatives)
        {
            WriteLine(text, $"- {UntrustedText.EscapeMarkdown(way.Text)}");
        }
    }

    private static void WriteNotes(StringBuilder text, Plan plan)
    {
        if (plan.Notes.Count == 0)
        {
            return;
        }

        WriteHeading(text, "Notes");
        foreach (var note in plan.Notes)
        {
            WriteLine(text, "- " + UntrustedText.EscapeMarkdown(note));
        }
    }

    private static string FormatAmount(Money? money) => money is { } known ? Wording.FormatAmount(known) : "?";

    private static string FormatRatio(PerLimit<Ratio> utilization, Limit limit, Limit limiting)
    {
        var figure = utilization[limit] is { } known ? Wording.FormatUtilization(known) : "-";
        return limit == limiting ? $"**{figure}**" : figure;
    }

    private static void WriteHeading(StringBuilder text, string heading)
    {
        WriteLine(text);
        WriteLine(text, "## " + heading);
        WriteLine(text);
    }

    private static void WriteLine(StringBuilder text, string line = "") => text.Append(CultureInfo.InvariantCulture, $"{line}\n");
}
