using System.Text;
using Advisor.Core.Capacity;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Text;

namespace Advisor.Reporting.Markdown;

/// <summary>Renders a plan for a pull request, a ticket or a wiki page (GitHub-flavored Markdown).</summary>
public static class PlanMarkdown
{
    public static string Render(Plan plan, bool all = false)
    {
        var text = new StringBuilder();
        WriteLine(
            text,
            PlanTable.FindAnswer(plan) is { } answer
                ? $"# Plan: {UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(answer.Size))}"
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
        WriteSizes(text, plan, all);
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
        var answer = PlanTable.FindAnswer(plan);
        var (utilization, limiting) = (answer?.Utilization ?? plan.Utilization, answer?.LimitingFactor ?? plan.LimitingFactor);
        WriteHeading(text, answer is null ? "Limits at the largest size" : $"Limits at {ReportPhrases.FormatSize(answer.Size)}");
        WriteLine(text, "| Limit | Utilization | Used of limit | From |");
        WriteLine(text, "| --- | ---: | --- | --- |");
        foreach (var citation in PlanTable.IsRecommendation(plan) ? plan.RecommendedSize!.Citations : plan.Citations)
        {
            var rows = citation.Rows.Count > 0 ? string.Join(", ", citation.Rows) + $" ({citation.Source})" : citation.Source;
            WriteLine(
                text,
                $"| {ReportPhrases.FormatLimit(citation.Limit)} | "
                    + $"{FormatRatio(utilization, citation.Limit, limiting)} | "
                    + $"{UntrustedText.EscapeMarkdown(citation.Text)} | {UntrustedText.EscapeMarkdown(rows)} |"
            );
        }
    }

    private static void WriteSizes(StringBuilder text, Plan plan, bool all)
    {
        var sizes = PlanTable.ListSizes(plan, all);
        WriteHeading(text, PlanTable.DescribeHeading(plan, sizes.Count));
        var solved = plan.SolvedFor is { } quantity ? $" Up to: {PlanPhrases.GetHeading(quantity)} |" : string.Empty;
        WriteLine(
            text,
            $"| SKU x units |{solved} Connections | Inbound | Outbound | Routing | Fits | Units a month | Messages | Total | |"
        );
        WriteLine(
            text,
            $"| --- |{(solved.Length > 0 ? " ---: |" : string.Empty)} ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |"
        );
        foreach (var size in sizes)
        {
            var name = UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(size.Size)) + (size.IsInterpolated ? " (i)" : string.Empty);
            var chosen = size == PlanTable.FindAnswer(plan);
            var value = plan.SolvedFor is { } solvedFor ? $" {PlanPhrases.FormatCell(solvedFor, size.Solved)} |" : string.Empty;
            var ratios = string.Join(" | ", PlanPhrases.Limits.Select(d => FormatRatio(size.Utilization, d, size.LimitingFactor)));
            var cost = $"{FormatAmount(size.Cost?.Units)} | {FormatAmount(size.Cost?.Messages)} | {FormatAmount(size.Cost?.Total)}";
            WriteLine(
                text,
                $"| {(chosen ? $"**{name}**" : name)} |{value} {ratios} | {PlanPhrases.DescribeFit(size)} | {cost} | "
                    + $"{PlanTable.DescribeRole(plan, size)} |"
            );
        }

        WriteLine(text);
        foreach (var legend in PlanPhrases.DescribeLegend(sizes, "(i)"))
        {
            WriteLine(text, $"- {UntrustedText.EscapeMarkdown(legend)}");
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

    private static void WriteLine(StringBuilder text, string line = "") => text.Append($"{line}\n");
}
