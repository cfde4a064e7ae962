using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Scaling;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>A plan for a person at a terminal, from 80 columns on: the answer, why, every size, and what to know before buying.</summary>
public static class PlanText
{
    private const int LabelWidth = 13;
    private const int BarWidth = 12;

    /// <param name="console">Where to, with its width and whether it takes colors.</param>
    /// <param name="unicode">Whether bars may use block characters; ASCII otherwise.</param>
    public static void Write(IAnsiConsole console, Plan plan, bool unicode)
    {
        console.Write(ReportText.Line(UntrustedText.Plain(PlanPhrases.Answer(plan)), plan.Fits ? TextStyles.Heading : TextStyles.Bad));
        Facts(console, plan);
        Limits(console, plan, unicode);
        Sizes(console, plan);
        if (plan.WaysOut.Count > 0)
        {
            ExplainText.Section(console, "Alternatives");
            foreach (var way in plan.WaysOut)
            {
                Item(console, UntrustedText.Plain(way.Text));
            }
        }

        if (plan.Notes.Count > 0)
        {
            ExplainText.Section(console, "Notes");
            foreach (var note in plan.Notes)
            {
                Item(console, UntrustedText.Plain(note));
            }
        }
    }

    private static void Facts(IAnsiConsole console, Plan plan)
    {
        console.WriteLine();
        foreach (var load in PlanPhrases.Load(plan))
        {
            Fact(console, "Load", load);
        }

        if (PlanPhrases.AppServers(plan) is { } servers)
        {
            Fact(console, "App servers", servers);
        }

        if (PlanPhrases.Cost(plan) is { } cost)
        {
            Fact(console, "Cost", cost);
            Fact(console, "Cost basis", PlanPhrases.CostBasis(plan));
        }

        if (PlanPhrases.RunAt(plan) is { } at)
        {
            Fact(console, "With Advisor", at);
        }

        Fact(console, "Guide", $"{plan.Edition}{(plan.Request.Headroom.Value > 0 ? $", {Wording.Utilization(plan.Request.Headroom)} of every limit kept free" : string.Empty)}");
    }

    private static void Limits(IAnsiConsole console, Plan plan, bool unicode)
    {
        ExplainText.Section(console, "Limits at this size");
        foreach (var citation in plan.Citations)
        {
            var ratio = plan.Utilization[citation.Dimension];
            var line = new Paragraph("  " + Phrases.Name(citation.Dimension).PadRight(LabelWidth), TextStyles.Quiet)
                .Append(Bar.Draw(ratio, BarWidth, unicode), TextStyles.Of(ratio))
                .Append(Bar.Figure(ratio), citation.Dimension == plan.Binding ? TextStyles.Heading : Style.Plain)
                .Append("  " + citation.Text + "\n");
            console.Write(line);
        }
    }

    private static void Sizes(IAnsiConsole console, Plan plan)
    {
        var sizes = PlanPhrases.Sizes(plan);
        ExplainText.Section(console, "All sizes" + PlanPhrases.LeftOut(plan));
        string[] headings = ["Size", "conn", "in", "out", "route", "holds it", "total"];
        var table = ExplainText.Columns(plan.SolvedFor is { } quantity ? [.. headings[..1], PlanPhrases.Heading(quantity), .. headings[1..]] : headings);
        foreach (var size in sizes)
        {
            table.AddRow(Row(plan, size));
        }

        console.Write(table);
        foreach (var legend in PlanPhrases.Legend(sizes, "~"))
        {
            ExplainText.Hang(console, "  ", legend);
        }
    }

    private static IEnumerable<Text> Row(Plan plan, PlanSize size)
    {
        var chosen = size.Sku == plan.Sku && size.Units == plan.Units;
        var style = chosen ? TextStyles.Heading : size.Fits ? Style.Plain : TextStyles.Quiet;
        yield return new Text($"{(chosen ? "> " : "  ")}{Phrases.Size(size.Sku, size.Units)}{(size.IsInterpolated ? " ~" : string.Empty)}", style);
        if (plan.SolvedFor is { } quantity)
        {
            yield return new Text(PlanPhrases.Cell(quantity, size.Solved), style);
        }

        foreach (var dimension in PlanPhrases.Limits)
        {
            yield return new Text(size.Utilization[dimension] is { } ratio ? Wording.Utilization(ratio) : "-", dimension == size.Binding ? TextStyles.Of(size.Utilization[dimension]) : style);
        }

        yield return new Text(PlanPhrases.Holds(size), style);
        yield return new Text(CostPhrases.Bare(size.Cost), style);
    }

    private static void Fact(IAnsiConsole console, string label, string text) => ExplainText.Hang(console, "  " + label.PadRight(LabelWidth), text);

    private static void Item(IAnsiConsole console, string text) => ExplainText.Hang(console, "  - ", text);
}
