using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
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
        var shown = explain is null ? report : SelectOne(report, Find(report, explain));
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

    private static ResourceReport Find(EvaluationReport report, string name)
    {
        var found = report.Resources.Where(r => IsNamed(r, name)).ToList();
        if (found.Count == 1)
        {
            return found[0];
        }

        var shownName = UntrustedText.Sanitize(name);
        if (found.Count > 1)
        {
            throw CommandException.CreateUsage($"{found.Count} resources are named '{shownName}': use the id of one with --explain.");
        }

        var nearest = NameSuggestions.FindNearest(name, report.Resources.Select(r => r.Name));
        throw CommandException.CreateNotFound(
            $"there is no resource '{shownName}' among the {Wording.FormatNumber(report.Resources.Count)} that were "
                + $"found.{(nearest is null ? string.Empty : $" Did you mean '{UntrustedText.Sanitize(nearest)}'?")}"
        );
    }

    /// <summary>Whether a resource has this name or id.</summary>
    public static bool IsNamed(ResourceReport resource, string name) => Matches(resource.Id, name) || Matches(resource.Name, name);

    private static bool Matches(string one, string other) => string.Equals(one, other, StringComparison.OrdinalIgnoreCase);
}
