using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Advisor.Reporting.Terminal;

/// <summary>Layout with one table row per resource.</summary>
internal static class WideLayout
{
    // All columns but the bars: name 22, size 17, limiting factor 11, recommendation 28, cost today 8 and after 8, confidence 10, and a gap
    // before each of twelve columns.
    private const int FixedWidth = 22 + 17 + 11 + 28 + 8 + 8 + 10 + 12;

    public static void Write(IAnsiConsole console, EvaluationReport report, bool unicode)
    {
        var barWidth = Math.Clamp(((console.Profile.Width - FixedWidth) / LimitingFactor.Limits.Count) - Bar.FigureWidth, 3, 12);
        var table = new Table
        {
            Border = TableBorder.None,
            ShowRowSeparators = false,
            Expand = false,
        };
        var currency = ReportText.DescribeCurrency(report);
        string[] headings =
        [
            "Resource",
            "SKU x units",
            "Server\nload",
            "Connections",
            "Inbound",
            "Outbound",
            "Routing",
            "Limiting\nfactor",
            "Recommendation",
            $"{currency}\ntoday",
            $"{currency}\nafter",
            "Confidence",
        ];
        foreach (var heading in headings)
        {
            table.AddColumn(new TableColumn(new Text(heading, TextStyles.Heading)) { Padding = new Padding(0, 0, 1, 0) });
        }

        foreach (var column in table.Columns.Skip(headings.Length - 3))
        {
            column.RightAligned();
        }

        foreach (var resource in report.Shown)
        {
            table.AddRow(CreateCells(resource, barWidth, unicode));
        }

        console.Write(table);
    }

    private static IRenderable[] CreateCells(ResourceReport resource, int barWidth, bool unicode)
    {
        var decision = resource.Decision;
        var cells = new List<IRenderable>
        {
            new Text(UntrustedText.Sanitize(resource.Name), TextStyles.Heading),
            new Text(ReportPhrases.FormatSize(resource.Size)),
        };
        foreach (var limit in LimitingFactor.Limits)
        {
            var ratio = decision?.Utilization[limit];
            cells.Add(
                new Paragraph(Bar.Draw(ratio, barWidth, unicode), TextStyles.GetUtilizationStyle(ratio)).Append(
                    Bar.FormatPercent(ratio),
                    limit == decision?.LimitingFactor ? TextStyles.Heading : Style.Plain
                )
            );
        }

        cells.Add(new Text(decision is { HasAnyUtilization: true } ? ReportPhrases.FormatLimit(decision.LimitingFactor) : string.Empty));
        cells.Add(new Text(ReportPhrases.DescribeRecommendation(resource), ReportText.GetStyle(resource)));
        cells.Add(new Text(CostPhrases.FormatTotal(resource.Cost)));
        cells.Add(new Text(resource.HasRecommendation ? CostPhrases.FormatTotal(resource.CostAfter) : string.Empty));
        cells.Add(new Text(resource.Confidence is { } known ? Wording.FormatPercent(known.Value) : string.Empty, TextStyles.Muted));
        return [.. cells];
    }
}
