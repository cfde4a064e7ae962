using Advisor.Core.Planning;
using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>Writes a plan to a terminal, from 60 columns on: the answer, the reasons, every size, and what to know before buying.</summary>
public static class PlanText
{
    private const int LabelWidth = 13;
    private const int BarWidth = 12;
    private const int MinCitationWidth = 16;

    // Before the citation of a limit: its name, bar and percentage.
    private const int LimitWidth = 2 + LabelWidth + BarWidth + Bar.FigureWidth + 2;

    /// <param name="console">Console to write to, with its width and colors.</param>
    /// <param name="unicode">Whether bars may use block characters; ASCII otherwise.</param>
    /// <param name="all">Whether every size is shown, instead of at most ten around the answer.</param>
    public static void Write(IAnsiConsole console, Plan plan, bool unicode, bool all = false)
    {
        console.Write(
            ReportText.CreateLine(UntrustedText.Sanitize(PlanPhrases.DescribeAnswer(plan)), plan.Fits ? TextStyles.Heading : TextStyles.Bad)
        );
        WriteFacts(console, plan);
        WriteLimits(console, plan, unicode);
        WriteSizes(console, plan, all);
        ExplainLayout.WriteItems(console, "Alternatives", [.. plan.Alternatives.Select(way => way.Text)]);
        ExplainLayout.WriteItems(console, "Notes", plan.Notes);
    }

    private static void WriteFacts(IAnsiConsole console, Plan plan)
    {
        console.WriteLine();
        foreach (var load in PlanPhrases.DescribeLoad(plan))
        {
            WriteFact(console, "Load", load);
        }

        if (PlanPhrases.DescribeAppServers(plan) is { } servers)
        {
            WriteFact(console, "App servers", servers);
        }

        if (PlanPhrases.FormatCost(plan) is { } cost)
        {
            WriteFact(console, "Cost", cost);
            WriteFact(console, "Cost basis", PlanPhrases.DescribeCostBasis(plan));
        }

        if (PlanPhrases.DescribeRecommendedSize(plan) is { } at)
        {
            WriteFact(console, "With Advisor", at);
        }

        WriteFact(
            console,
            "Guide",
            plan.Edition
                + (
                    plan.Request.Headroom.Value > 0
                        ? $", {Wording.FormatUtilization(plan.Request.Headroom)} of every limit left as headroom"
                        : string.Empty
                )
        );
    }

    private static void WriteLimits(IAnsiConsole console, Plan plan, bool unicode)
    {
        var answer = PlanTable.FindAnswer(plan);
        var (utilization, limiting) = (answer?.Utilization ?? plan.Utilization, answer?.LimitingFactor ?? plan.LimitingFactor);
        ExplainLayout.WriteSection(
            console,
            answer is null ? "Limits at the largest size" : $"Limits at {ReportPhrases.FormatSize(answer.Size)}"
        );
        foreach (var citation in PlanTable.IsRecommendation(plan) ? plan.RecommendedSize!.Citations : plan.Citations)
        {
            var ratio = utilization[citation.Limit];
            var text = WordWrap.Wrap(citation.Text, Math.Max(MinCitationWidth, console.Profile.Width - LimitWidth - 1));
            var line = new Paragraph("  " + ReportPhrases.FormatLimit(citation.Limit).PadRight(LabelWidth), TextStyles.Muted)
                .Append(Bar.Draw(ratio, BarWidth, unicode), TextStyles.GetUtilizationStyle(ratio))
                .Append(Bar.FormatPercent(ratio), citation.Limit == limiting ? TextStyles.Heading : Style.Plain)
                .Append("  " + string.Join("\n" + new string(' ', LimitWidth), text) + "\n");
            console.Write(line);
        }
    }

    private static void WriteSizes(IAnsiConsole console, Plan plan, bool all)
    {
        var sizes = PlanTable.ListSizes(plan, all);
        ExplainLayout.WriteSection(console, PlanTable.DescribeHeading(plan, sizes.Count));
        string[] headings = ["Size", "conn", "in", "out", "route", "fits", "total", ""];
        headings = plan.SolvedFor is { } quantity ? [.. headings[..1], GetShortHeading(quantity), .. headings[1..]] : headings;
        var rows = sizes.Select(size => CreateRow(plan, size, hasShortSkus: false).ToArray()).ToList();
        if (MeasureWidth(headings, rows) > console.Profile.Width)
        {
            rows = [.. sizes.Select(size => CreateRow(plan, size, hasShortSkus: true).ToArray())];
        }

        // The sign before the answer, and the first line, say what the last column does.
        if (MeasureWidth(headings, rows) > console.Profile.Width)
        {
            (headings, rows) = (headings[..^1], [.. rows.Select(row => row[..^1])]);
        }

        var table = ExplainLayout.CreateTable(headings);
        rows.ForEach(row => table.AddRow(row));
        console.Write(table);
        foreach (var legend in PlanPhrases.DescribeLegend(sizes, "~"))
        {
            ExplainLayout.WriteHanging(console, "  ", legend);
        }
    }

    // The column is no wider than "1,000,000", so that a row fits into 80 columns.
    private static string GetShortHeading(PlanQuantity quantity) =>
        quantity == PlanQuantity.Connections ? "max conn" : PlanPhrases.GetHeading(quantity);

    private static IEnumerable<Text> CreateRow(Plan plan, PlanSize size, bool hasShortSkus)
    {
        var sku = hasShortSkus ? CompactLayout.FormatShortSku(size.Sku) : size.Sku;
        var chosen = size == PlanTable.FindAnswer(plan);
        var style =
            chosen ? TextStyles.Heading
            : size.Fits ? Style.Plain
            : TextStyles.Muted;
        yield return new Text(
            (chosen ? "> " : "  ")
                + ReportPhrases.FormatSize(size.Size with { Sku = sku })
                + (
                    !size.IsInterpolated ? ""
                    : hasShortSkus ? "~"
                    : " ~"
                ),
            style
        );
        if (plan.SolvedFor is { } quantity)
        {
            yield return new Text(PlanPhrases.FormatCell(quantity, size.Solved), style);
        }

        foreach (var limit in PlanPhrases.Limits)
        {
            yield return new Text(
                size.Utilization[limit] is { } ratio ? Wording.FormatUtilization(ratio) : "-",
                limit == size.LimitingFactor ? TextStyles.GetUtilizationStyle(size.Utilization[limit]) : style
            );
        }

        yield return new Text(PlanPhrases.DescribeFit(size), style);
        yield return new Text(CostPhrases.FormatTotal(size.Cost), style);
        yield return new Text(PlanTable.DescribeRole(plan, size), style);
    }

    private static int MeasureWidth(string[] headings, IReadOnlyList<Text[]> rows) =>
        headings
            .Select((heading, i) => rows.Max(row => row[i].Length) is var width && width > heading.Length ? width : heading.Length)
            .Sum() + (headings.Length * ExplainLayout.ColumnGap);

    private static void WriteFact(IAnsiConsole console, string label, string text) =>
        ExplainLayout.WriteHanging(console, "  " + label.PadRight(LabelWidth), text);
}
