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
                ? $"# Plan: {UntrustedText.Markdown(ReportPhrases.Size(sku, units))}"
                : "# Plan: no size is large enough"
        );
        WriteLine(text);
        WriteLine(text, UntrustedText.Markdown(PlanPhrases.Answer(plan)));
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
        foreach (var load in PlanPhrases.Load(plan))
        {
            yield return UntrustedText.Markdown(load);
        }

        if (PlanPhrases.AppServers(plan) is { } servers)
        {
            yield return "App servers: " + servers;
        }

        if (PlanPhrases.Cost(plan) is { } cost)
        {
            yield return "Cost: " + UntrustedText.Markdown($"{cost}; {PlanPhrases.CostBasis(plan)}");
        }

        if (PlanPhrases.RunAt(plan) is { } at)
        {
            yield return "With Advisor: " + UntrustedText.Markdown(at);
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
                $"| {ReportPhrases.LimitName(citation.Limit)} | "
                    + $"{FormatRatio(plan.Utilization, citation.Limit, plan.LimitingFactor)} | {UntrustedText.Markdown(citation.Text)} "
                    + $"| {UntrustedText.Markdown(rows)} |"
            );
        }
    }

    private static void WriteSizes(StringBuilder text, Plan plan)
    {
        WriteHeading(text, "All sizes");
        var solved = plan.SolvedFor is { } quantity ? $" Up to: {PlanPhrases.Heading(quantity)} |" : string.Empty;
        WriteLine(text, $"| SKU x units |{solved} Connections | Inbound | Outbound | Routing | Fits | Units a month | Messages | Total |");
        WriteLine(text, $"| --- |{(solved.Length > 0 ? " ---: |" : string.Empty)} ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |");
        foreach (var size in PlanPhrases.Sizes(plan))
        {
            var name = UntrustedText.Markdown(ReportPhrases.Size(size.Sku, size.Units)) + (size.IsInterpolated ? " (i)" : string.Empty);
            var chosen = size.Sku == plan.Sku && size.Units == plan.Units;
            var value = plan.SolvedFor is { } asked ? $" {PlanPhrases.Cell(asked, size.Solved)} |" : string.Empty;
            var ratios = string.Join(" | ", PlanPhrases.Limits.Select(d => FormatRatio(size.Utilization, d, size.LimitingFactor)));
            var cost = $"{FormatAmount(size.Cost?.Units)} | {FormatAmount(size.Cost?.Messages)} | {FormatAmount(size.Cost?.Total)}";
            WriteLine(text, $"| {(chosen ? $"**{name}**" : name)} |{value} {ratios} | {PlanPhrases.DescribeFit(size)} | {cost} |");
        }

        WriteLine(text);
        foreach (var legend in PlanPhrases.Legend(PlanPhrases.Sizes(plan), "(i)"))
        {
            WriteLine(text, $"- {UntrustedText.Markdown(legend)}");
        }

        if (PlanPhrases.LeftOut(plan).Trim() is { Length: > 0 } leftOut)
        {
            WriteLine(text, $"- {UntrustedText.Markdown(leftOut)}");
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
            WriteLine(text, $"- {UntrustedText.Markdown(way.Text)}");
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
            WriteLine(text, "- " + UntrustedText.Markdown(note));
        }
    }

    private static string FormatAmount(Money? money) => money is { } known ? Wording.Amount(known) : "?";

    private static string FormatRatio(Utilizations utilization, Limit limit, Limit limiting)
    {
        var figure = utilization[limit] is { } known ? Wording.Utilization(known) : "-";
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
