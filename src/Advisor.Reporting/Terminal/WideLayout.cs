using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Advisor.Reporting.Terminal;

/// <summary>A table with one line for each resource.</summary>
internal static class WideLayout
{
    // Everything but the bars: name 22, size 15, bound by 11, recommendation 20, cost 11, sure 5, and a gap before each of eleven columns.
    private const int FixedWidth = 22 + 15 + 11 + 20 + 11 + 5 + 11;

    private static readonly Dimension[] Bars =
    [
        Dimension.ServerLoad, Dimension.Connections, Dimension.Inbound, Dimension.Outbound, Dimension.Routing,
    ];

    public static void Write(IAnsiConsole console, EvaluationReport report, bool unicode)
    {
        var barWidth = Math.Clamp(((console.Profile.Width - FixedWidth) / Bars.Length) - Bar.FigureWidth - 1, 3, 12);
        var table = new Table { Border = TableBorder.None, ShowRowSeparators = false, Expand = false };
        string[] headings = ["Resource", "SKU x units", "Server load", "Connections", "Inbound", "Outbound", "Routing", "Bound by", "Recommendation", "Cost a month", "Sure"];
        foreach (var heading in headings)
        {
            table.AddColumn(new TableColumn(new Text(heading, TextStyles.Heading)) { Padding = new Padding(0, 0, 1, 0) });
        }

        table.Columns[^2].RightAligned();
        table.Columns[^1].RightAligned();
        foreach (var resource in report.Shown)
        {
            table.AddRow(Cells(resource, barWidth, unicode));
        }

        console.Write(table);
    }

    private static IRenderable[] Cells(ResourceReport resource, int barWidth, bool unicode)
    {
        var decision = resource.Decision;
        var cells = new List<IRenderable>
        {
            new Text(OutsideText.Plain(resource.Name), TextStyles.Heading),
            new Text(Phrases.Size(resource.Sku, resource.Units)),
        };
        foreach (var dimension in Bars)
        {
            var ratio = decision?.Utilization[dimension];
            cells.Add(new Paragraph(Bar.Draw(ratio, barWidth, unicode), TextStyles.Of(ratio)).Append(Bar.Figure(ratio), dimension == decision?.Binding ? TextStyles.Heading : Style.Plain));
        }

        cells.Add(new Text(decision is null ? "?" : Phrases.Name(decision.Binding)));
        cells.Add(new Text(Phrases.Recommendation(resource), ReportText.StyleOf(resource)));
        cells.Add(new Text(Phrases.CostChange(resource)));
        cells.Add(new Text(decision is null ? string.Empty : Wording.Utilization(decision.Confidence), TextStyles.Quiet));
        return [.. cells];
    }
}
