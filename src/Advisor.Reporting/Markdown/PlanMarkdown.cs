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
        var text = new MarkdownText();
        text.WriteLines(
            PlanTable.FindAnswer(plan) is { } answer
                ? $"# Plan: {UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(answer.Size))}"
                : "# Plan: no size is large enough",
            "",
            UntrustedText.EscapeMarkdown(PlanPhrases.DescribeAnswer(plan)),
            ""
        );
        text.WriteItems(ListFacts(plan));
        WriteLimits(text, plan);
        WriteSizes(text, plan, all);
        text.WriteSection("Alternatives", [.. plan.Alternatives.Select(way => way.Text)]);
        text.WriteSection("Notes", plan.Notes);
        return text.ToString();
    }

    private static IEnumerable<string> ListFacts(Plan plan)
    {
        foreach (var load in PlanPhrases.DescribeLoad(plan))
        {
            yield return load;
        }

        if (PlanPhrases.DescribeAppServers(plan) is { } servers)
        {
            yield return "App servers: " + servers;
        }

        if (PlanPhrases.FormatCost(plan) is { } cost)
        {
            yield return $"Cost: {cost}; {PlanPhrases.DescribeCostBasis(plan)}";
        }

        if (PlanPhrases.DescribeRecommendedSize(plan) is { } at)
        {
            yield return "With Advisor: " + at;
        }
    }

    private static void WriteLimits(MarkdownText text, Plan plan)
    {
        var answer = PlanTable.FindAnswer(plan);
        var (utilization, limiting) = (answer?.Utilization ?? plan.Utilization, answer?.LimitingFactor ?? plan.LimitingFactor);
        text.WriteHeading(answer is null ? "Limits at the largest size" : $"Limits at {ReportPhrases.FormatSize(answer.Size)}");
        text.WriteLines("| Limit | Utilization | Used of limit | From |", "| --- | ---: | --- | --- |");
        foreach (var citation in PlanTable.IsRecommendation(plan) ? plan.RecommendedSize!.Citations : plan.Citations)
        {
            var rows = citation.Rows.Count > 0 ? string.Join(", ", citation.Rows) + $" ({citation.Source})" : citation.Source;
            text.WriteRow(
                ReportPhrases.FormatLimit(citation.Limit),
                MarkdownText.FormatRatio(utilization[citation.Limit], citation.Limit == limiting, "-"),
                UntrustedText.EscapeMarkdown(citation.Text),
                UntrustedText.EscapeMarkdown(rows)
            );
        }
    }

    private static void WriteSizes(MarkdownText text, Plan plan, bool all)
    {
        var sizes = PlanTable.ListSizes(plan, all);
        text.WriteHeading(PlanTable.DescribeHeading(plan, sizes.Count));
        var solved = plan.SolvedFor is { } quantity ? $" Up to: {PlanPhrases.GetHeading(quantity)} |" : string.Empty;
        text.WriteLines(
            $"| SKU x units |{solved} Connections | Inbound | Outbound | Routing | Fits | Units a month | Messages | Total | |",
            $"| --- |{(solved.Length > 0 ? " ---: |" : string.Empty)} ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | --- |"
        );
        foreach (var size in sizes)
        {
            var name = UntrustedText.EscapeMarkdown(ReportPhrases.FormatSize(size.Size)) + (size.IsInterpolated ? " (i)" : string.Empty);
            var chosen = size == PlanTable.FindAnswer(plan);
            text.WriteRow([
                chosen ? $"**{name}**" : name,
                .. plan.SolvedFor is { } solvedFor ? [PlanPhrases.FormatCell(solvedFor, size.Solved)] : (string[])[],
                .. PlanPhrases.Limits.Select(d => MarkdownText.FormatRatio(size.Utilization[d], d == size.LimitingFactor, "-")),
                PlanPhrases.DescribeFit(size),
                FormatAmount(size.Cost?.Units),
                FormatAmount(size.Cost?.Messages),
                FormatAmount(size.Cost?.Total),
                PlanTable.DescribeRole(plan, size),
            ]);
        }

        text.WriteLines("");
        text.WriteItems(PlanPhrases.DescribeLegend(sizes, "(i)"));
    }

    private static string FormatAmount(Money? money) => money is { } known ? Wording.FormatAmount(known) : "?";
}
