using System.Globalization;
using System.Text;
using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Text;
using Advisor.Reporting.Terminal;

namespace Advisor.Reporting.Markdown;

/// <summary>A plan for a pull request, a ticket or a wiki page (GitHub-flavored Markdown).</summary>
public static class PlanMarkdown
{
    public static string Render(Plan plan)
    {
        var text = new StringBuilder();
        Line(text, plan is { Sku: { } sku, Units: { } units } ? $"# Plan: {UntrustedText.Markdown(Phrases.Size(sku, units))}" : "# Plan: no size will do");
        Line(text);
        Line(text, UntrustedText.Markdown(PlanPhrases.Answer(plan)));
        Line(text);
        foreach (var line in Facts(plan))
        {
            Line(text, $"- {line}");
        }

        Limits(text, plan);
        Sizes(text, plan);
        Ways(text, plan);
        Notes(text, plan);
        return text.ToString();
    }

    private static IEnumerable<string> Facts(Plan plan)
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

    private static void Limits(StringBuilder text, Plan plan)
    {
        Heading(text, "Limits");
        Line(text, "| Limit | Utilization | Used of limit | From |");
        Line(text, "| --- | ---: | --- | --- |");
        foreach (var citation in plan.Citations)
        {
            var rows = citation.Rows.Count > 0 ? string.Join(", ", citation.Rows) + $" ({citation.Source})" : citation.Source;
            Line(text, $"| {Phrases.Name(citation.Dimension)} | {Ratio(plan.Utilization, citation.Dimension, plan.Binding)} | {UntrustedText.Markdown(citation.Text)} | {UntrustedText.Markdown(rows)} |");
        }
    }

    private static void Sizes(StringBuilder text, Plan plan)
    {
        Heading(text, "All sizes");
        var solved = plan.SolvedFor is { } quantity ? $" Up to: {PlanPhrases.Heading(quantity)} |" : string.Empty;
        Line(text, $"| SKU x units |{solved} Connections | Inbound | Outbound | Routing | Holds it | Units a month | Messages | Total |");
        Line(text, $"| --- |{(solved.Length > 0 ? " ---: |" : string.Empty)} ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: |");
        foreach (var size in PlanPhrases.Sizes(plan))
        {
            var name = UntrustedText.Markdown(Phrases.Size(size.Sku, size.Units)) + (size.IsInterpolated ? " (i)" : string.Empty);
            var chosen = size.Sku == plan.Sku && size.Units == plan.Units;
            var value = plan.SolvedFor is { } asked ? $" {PlanPhrases.Cell(asked, size.Solved)} |" : string.Empty;
            var ratios = string.Join(" | ", PlanPhrases.Limits.Select(d => Ratio(size.Utilization, d, size.Binding)));
            var cost = $"{Amount(size.Cost?.Units)} | {Amount(size.Cost?.Messages)} | {Amount(size.Cost?.Total)}";
            Line(text, $"| {(chosen ? $"**{name}**" : name)} |{value} {ratios} | {PlanPhrases.Holds(size)} | {cost} |");
        }

        Line(text);
        foreach (var legend in PlanPhrases.Legend(PlanPhrases.Sizes(plan), "(i)"))
        {
            Line(text, $"- {UntrustedText.Markdown(legend)}");
        }

        if (PlanPhrases.LeftOut(plan).Trim() is { Length: > 0 } leftOut)
        {
            Line(text, $"- {UntrustedText.Markdown(leftOut)}");
        }
    }

    private static void Ways(StringBuilder text, Plan plan)
    {
        if (plan.WaysOut.Count == 0)
        {
            return;
        }

        Heading(text, "Alternatives");
        foreach (var way in plan.WaysOut)
        {
            Line(text, $"- {UntrustedText.Markdown(way.Text)}");
        }
    }

    private static void Notes(StringBuilder text, Plan plan)
    {
        if (plan.Notes.Count == 0)
        {
            return;
        }

        Heading(text, "Notes");
        foreach (var note in plan.Notes)
        {
            Line(text, "- " + UntrustedText.Markdown(note));
        }
    }

    private static string Amount(Money? money) => money is { } known ? Wording.Amount(known) : "?";

    private static string Ratio(Utilizations utilization, Dimension dimension, Dimension binding)
    {
        var figure = utilization[dimension] is { } known ? Wording.Utilization(known) : "-";
        return dimension == binding ? $"**{figure}**" : figure;
    }

    private static void Heading(StringBuilder text, string heading)
    {
        Line(text);
        Line(text, "## " + heading);
        Line(text);
    }

    private static void Line(StringBuilder text, string line = "") => text.Append(CultureInfo.InvariantCulture, $"{line}\n");
}
