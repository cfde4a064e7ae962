using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Scaling;
using Spectre.Console;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// Three lines for each resource, from 80 columns on: what it is and what binds it, the five bars, what to do. More room makes the bars longer.
/// </summary>
internal static class CompactLayout
{
    private const int LeastWidth = 80;
    private const int SizeWidth = 18;
    private const int BindingWidth = 20;
    private const int Indent = 2;

    private static readonly (Dimension Dimension, string Label)[] Bars =
    [
        (Dimension.ServerLoad, "load"), (Dimension.Connections, "conn"), (Dimension.Inbound, "in"), (Dimension.Outbound, "out"), (Dimension.Routing, "route"),
    ];

    public static void Write(IAnsiConsole console, EvaluationReport report, bool unicode)
    {
        var width = Math.Max(LeastWidth, console.Profile.Width);
        foreach (var resource in report.Shown)
        {
            Heading(console, resource, Math.Min(width, 100) - SizeWidth - BindingWidth);
            if (resource.Decision is { } decision)
            {
                Utilizations(console, decision, width, unicode);
            }

            Advice(console, resource);
        }
    }

    private static void Heading(IAnsiConsole console, ResourceReport resource, int nameWidth)
    {
        var name = OutsideText.Plain(resource.Name);
        var line = new Paragraph();
        if (name.Length >= nameWidth)
        {
            line.Append(name, TextStyles.Heading).Append("\n");
            name = string.Empty;
        }

        line.Append(name.PadRight(nameWidth), TextStyles.Heading).Append(Phrases.Size(resource.Sku, resource.Units).PadRight(SizeWidth));
        if (resource.Decision is { } decision)
        {
            line.Append("bound by ", TextStyles.Quiet).Append(Phrases.Name(decision.Binding));
        }

        console.Write(line.Append("\n"));
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

    private static void Advice(IAnsiConsole console, ResourceReport resource)
    {
        var cost = Phrases.CostChange(resource);
        var line = new Paragraph(new string(' ', Indent)).Append(Phrases.Recommendation(resource), ReportText.StyleOf(resource));
        if (cost.Length > 1)
        {
            line.Append($", {cost} a month");
        }

        console.Write(resource is { Decision: { } decision, State: not ReportState.InsufficientData }
            ? line.Append($" ({Wording.Utilization(decision.Confidence)} sure)\n", TextStyles.Quiet)
            : line.Append("\n"));
    }
}
