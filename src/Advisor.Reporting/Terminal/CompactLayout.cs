using Advisor.Core.Capacity;
using Advisor.Core.Decisions;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// Layout with three lines per resource, from 80 columns on: identity and limiting factor, the five bars, the recommendation with cost and
/// confidence. More columns lengthen the bars.
/// </summary>
internal static class CompactLayout
{
    private const int MinWidth = 80;
    private const int WidestUsed = 100;
    private const int SizeWidth = 18;
    private const int LimitWidth = 15;
    private const int CostWidth = 28;
    private const int ConfidenceWidth = 11;
    private const int Indent = 2;

    private static readonly (Limit Dimension, string Label)[] Bars =
    [
        (Limit.ServerLoad, "load"),
        (Limit.Connections, "conn"),
        (Limit.Inbound, "in"),
        (Limit.Outbound, "out"),
        (Limit.Routing, "route"),
    ];

    /// <summary>Returns the short name of a limit, such as "conn".</summary>
    public static string FormatShortName(Limit limit) => Array.Find(Bars, bar => bar.Dimension == limit).Label;

    /// <summary>Returns a SKU without its tier: "Standard_S1" becomes "S1".</summary>
    public static string FormatShortSku(string sku) => sku.LastIndexOf('_') is >= 0 and var at ? sku[(at + 1)..] : sku;

    public static void Write(IAnsiConsole console, EvaluationReport report, bool unicode)
    {
        var width = Math.Max(MinWidth, console.Profile.Width);
        var used = Math.Min(width, WidestUsed);
        WriteHeadings(console, report, used);
        foreach (var resource in report.Shown)
        {
            WriteHeading(console, resource, ComputeNameWidth(used));
            if (resource.Decision is { HasAnyUtilization: true } decision)
            {
                WriteUtilizations(console, decision, width, unicode);
            }

            WriteAdvisory(console, resource, ComputeAdvisoryWidth(used));
        }
    }

    private static int ComputeNameWidth(int width) => width - SizeWidth - LimitWidth;

    private static int ComputeAdvisoryWidth(int width) => width - Indent - CostWidth - ConfidenceWidth;

    private static void WriteHeadings(IAnsiConsole console, EvaluationReport report, int width)
    {
        console.Write(
            ReportText.CreateLine(
                "Resource".PadRight(ComputeNameWidth(width)) + "SKU x units".PadRight(SizeWidth) + "Limiting factor",
                TextStyles.Muted
            )
        );
        var head =
            new string(' ', Indent)
            + "Recommendation".PadRight(ComputeAdvisoryWidth(width))
            + $"{ReportText.DescribeCurrency(report)}a month".PadRight(CostWidth)
            + " Confidence";
        console.Write(ReportText.CreateLine(head, TextStyles.Muted));
    }

    private static void WriteHeading(IAnsiConsole console, ResourceReport resource, int nameWidth)
    {
        var name = UntrustedText.Sanitize(resource.Name);
        var line = new Paragraph();
        if (name.Length >= nameWidth)
        {
            line.Append(name, TextStyles.Heading).Append("\n");
            name = string.Empty;
        }

        line.Append(name.PadRight(nameWidth), TextStyles.Heading);
        var size = ReportPhrases.FormatSize(resource.Size);
        console.Write(
            resource.Decision is { HasAnyUtilization: true } decision
                ? line.Append(size.PadRight(SizeWidth) + ReportPhrases.FormatLimit(decision.LimitingFactor) + "\n")
                : line.Append(size + "\n")
        );
    }

    private static void WriteUtilizations(IAnsiConsole console, Decision decision, int width, bool unicode)
    {
        var taken = Indent + Bars.Sum(b => b.Label.Length + 1 + Bar.FigureWidth) + Bars.Length - 1;
        var barWidth = Math.Clamp((width - taken) / Bars.Length, 3, 12);
        var line = new Paragraph(new string(' ', Indent));
        foreach (var (limit, label) in Bars)
        {
            var ratio = decision.Utilization[limit];
            line.Append(label + " ", TextStyles.Muted)
                .Append(Bar.Draw(ratio, barWidth, unicode), TextStyles.GetUtilizationStyle(ratio))
                .Append(Bar.FormatPercent(ratio), limit == decision.LimitingFactor ? TextStyles.Heading : Style.Plain)
                .Append(limit == Limit.Routing ? "\n" : " ");
        }

        console.Write(line);
    }

    private static void WriteAdvisory(IAnsiConsole console, ResourceReport resource, int width)
    {
        var (advice, indent) = (ReportPhrases.DescribeRecommendation(resource), new string(' ', Indent));
        var line = new Paragraph(indent);
        if (advice.Length >= width)
        {
            line.Append(advice, ReportText.GetStyle(resource)).Append("\n" + indent);
            advice = string.Empty;
        }

        var confidence = resource.Confidence is { } known ? Wording.FormatPercent(known.Value).PadLeft(ConfidenceWidth) : string.Empty;
        var cost = CostPhrases.FormatCell(resource);
        line.Append(advice.PadRight(width), ReportText.GetStyle(resource)).Append(confidence.Length > 0 ? cost.PadRight(CostWidth) : cost);
        console.Write(line.Append(confidence + "\n"));
    }
}
