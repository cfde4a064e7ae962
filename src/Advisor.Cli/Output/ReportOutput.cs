using Advisor.Cli.Inputs;
using Advisor.Core.Reports;
using Advisor.Reporting.Csv;
using Advisor.Reporting.Json;
using Advisor.Reporting.Markdown;
using Advisor.Reporting.Terminal;

namespace Advisor.Cli.Output;

/// <summary>Prints a report, or the explanation of one of its resources, in the requested format.</summary>
public static class ReportOutput
{
    /// <param name="explain">Name or id of a resource; null = the whole report.</param>
    /// <exception cref="CommandException">The report has no such resource.</exception>
    /// <param name="showsBars">Whether text has the bars of the five limits of each resource.</param>
    /// <param name="compressed">JSON of resources that the report has as summaries; null = the report has all of each.</param>
    public static void Write(
        CliContext cli,
        EvaluationReport report,
        OutputFormat format,
        string? explain,
        bool showsBars,
        CompressedReports? compressed = null
    )
    {
        var shown = explain is null
            ? report
            : SelectOne(report, NamedResource.Find(report.Resources, explain, one => (one.Id, one.Name), " with --explain"));
        switch (format)
        {
            case OutputFormat.Json:
                ReportJson.Write(cli.Out, shown, compressed);
                break;
            case OutputFormat.Markdown:
                cli.Out.Write(ReportMarkdown.Render(shown));
                break;
            case OutputFormat.Csv:
                cli.Out.Write(ReportCsv.Render(shown));
                break;
            case OutputFormat.Focus:
                cli.Out.Write(FocusCsv.Render(shown));
                break;
            case OutputFormat.Text when explain is not null:
                ExplainText.Write(CliConsole.Create(cli), shown.Shown[0]);
                break;
            default:
                ReportText.Write(CliConsole.Create(cli), shown, new TextLayout(showsBars, cli.OutIsTerminal, cli.Unicode));
                break;
        }
    }

    private static EvaluationReport SelectOne(EvaluationReport report, ResourceReport one) =>
        report with
        {
            Resources = [one],
            Shown = [one],
        };
}
