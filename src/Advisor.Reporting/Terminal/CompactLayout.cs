using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Advisor.Core.Text;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// Three lines for each resource, from 80 columns on: what it is and what limits it, the five bars, what to do with its cost and how sure that is. More room makes
/// the bars longer.
/// </summary>
internal static class CompactLayout
{
    private const int LeastWidth = 80;
    private const int WidestUsed = 100;
    private const int SizeWidth = 18;
    private const int LimitWidth = 15;
    private const int CostWidth = 28;
    private const int ConfidenceWidth = 11;
    private const int Indent = 2;

    private static readonly (Dimension Dimension, string Label)[] Bars =
    [
        (Dimension.ServerLoad, "load"), (Dimension.Connections, "conn"), (Dimension.Inbound, "in"), (Dimension.Outbound, "out"), (Dimension.Routing, "route"),
    ];

    public static void Write(IAnsiConsole console, EvaluationReport report, bool unicode)
    {
        var width = Math.Max(LeastWidth, console.Profile.Width);
        var used = Math.Min(width, WidestUsed);
        Headings(console, report, used);
        foreach (var resource in report.Shown)
        {
            Heading(console, resource, NameWidth(used));
            if (resource.Decision is { KnowsSomething: true } decision)
            {
                Utilizations(console, decision, width, unicode);
            }

            Advice(console, resource, AdviceWidth(used));
        }
    }

    private static int NameWidth(int width) => width - SizeWidth - LimitWidth;

    private static int AdviceWidth(int width) => width - Indent - CostWidth - ConfidenceWidth;

    private static void Headings(IAnsiConsole console, EvaluationReport report, int width)
    {
        console.Write(ReportText.Line("Resource".PadRight(NameWidth(width)) + "SKU x units".PadRight(SizeWidth) + "Limiting factor", TextStyles.Quiet));
        var head = new string(' ', Indent) + "Recommendation".PadRight(AdviceWidth(width)) + $"{ReportText.Currency(report)}a month".PadRight(CostWidth) + " Confidence";
        console.Write(ReportText.Line(head, TextStyles.Quiet));
    }

    private static void Heading(IAnsiConsole console, ResourceReport resource, int nameWidth)
    {
        var name = UntrustedText.Plain(resource.Name);
        var line = new Paragraph();
        if (name.Length >= nameWidth)
        {
            line.Append(name, TextStyles.Heading).Append("\n");
            name = string.Empty;
        }

        line.Append(name.PadRight(nameWidth), TextStyles.Heading);
        var size = Phrases.Size(resource.Sku, resource.Units);
        console.Write(resource.Decision is { KnowsSomething: true } decision
            ? line.Append(size.PadRight(SizeWidth) + Phrases.Name(decision.Binding) + "\n")
            : line.Append(size + "\n"));
    }

    private static void Utilizations(IAnsiConsole console, Decision decision, int width, bool unicode)
    {
        var taken = Indent + Bars.Sum(b => b.Label.Length + 1 + Bar.FigureWidth) + Bars.Length - 1;
        var barWidth = Math.Clamp((width - taken) / Bars.Length, 3, 12);
        var line = new Paragraph(new string(' ', Indent));
        foreach (var (dimension, label) in Bars)
        {
            var ratio = decision.Utilization[dimension];
            line.Append(label + " ", TextStyles.Quiet)
                .Append(Bar.Draw(ratio, barWidth, unicode), TextStyles.Of(ratio))
                .Append(Bar.Figure(ratio), dimension == decision.Binding ? TextStyles.Heading : Style.Plain)
                .Append(dimension == Dimension.Routing ? "\n" : " ");
        }

        console.Write(line);
    }

    private static void Advice(IAnsiConsole console, ResourceReport resource, int width)
    {
        var (advice, indent) = (Phrases.Recommendation(resource), new string(' ', Indent));
        var line = new Paragraph(indent);
        if (advice.Length >= width)
        {
            line.Append(advice, ReportText.StyleOf(resource)).Append("\n" + indent);
            advice = string.Empty;
        }

        var confidence = resource.Confidence is { } known ? Wording.Percent(known.Value).PadLeft(ConfidenceWidth) : string.Empty;
        var cost = CostPhrases.Cell(resource);
        line.Append(advice.PadRight(width), ReportText.StyleOf(resource)).Append(confidence.Length > 0 ? cost.PadRight(CostWidth) : cost);
        console.Write(line.Append(confidence + "\n"));
    }
}
