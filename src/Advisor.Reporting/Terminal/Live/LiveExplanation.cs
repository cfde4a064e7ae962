using Advisor.Core.Quantities;
using Advisor.Core.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Advisor.Reporting.Terminal.Live;

/// <summary>Explains the recommendation for the selected resource, in place of the table.</summary>
internal static class LiveExplanation
{
    public static IRenderable Render(LiveRow row, int width, int height)
    {
        var lines = new List<IRenderable>
        {
            LiveScreen.CreateLine(
                $"{UntrustedText.Sanitize(row.Name)}, {ReportPhrases.FormatSize(new(row.Sku, row.Units))}",
                TextStyles.Heading,
                width
            ),
            LiveScreen.CreateLine(UntrustedText.Sanitize(row.Next ?? "no change"), Style.Plain, width),
            LiveScreen.CreateLine(DescribeLoad(row), Style.Plain, width),
            new Text(" "),
        };
        foreach (var line in row.Reasons.SelectMany(reason => WordWrap.Wrap("- " + UntrustedText.Sanitize(reason), width)))
        {
            lines.Add(LiveScreen.CreateLine(line, Style.Plain, width));
        }

        return new Rows(lines.Count == 4 ? [.. lines, new Text("No decision yet.")] : lines.Take(height));
    }

    private static string DescribeLoad(LiveRow row) =>
        row.Utilization is { } known
            ? $"{ReportPhrases.FormatLimit(row.LimitingFactor)}: {Wording.FormatUtilization(new Ratio(known))} of the target; "
                + $"{DescribeNeeds(row)}, currently {row.Units}"
            : "utilization unknown";

    private static string DescribeNeeds(LiveRow row) =>
        row.IsBeyondAnySize
            ? "no size is enough"
            : $"{(row.IsFull ? "at least " : "")}"
                + $"{(row.RequiredUnits is { } units ? FigureText.Create($"{units:0.00}") : "?")} units required";
}
