using System.Text;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Advisor.Pages;
using Advisor.Reporting.Markdown;

namespace Advisor.Cli.Commands.Report;

/// <summary>Creates one report: evaluates, adds what the state recorded, renders and writes it.</summary>
internal static class ReportRun
{
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The input is not valid, or the file cannot be written.</exception>
    public static async Task<int> RunAsync(CliContext cli, ReportRequest request, CancellationToken cancellation)
    {
        var rules = RulesInput.Load(cli, request.Evaluation.RulesFolder);
        var config = ConfigInput.Load(cli, request.Evaluation.ConfigFile, rules);
        var evaluation = await EvaluateRun.EvaluateAsync(cli, request.Evaluation, config, cancellation);
        if (ReportExit.IsNothingButFailures(evaluation))
        {
            ReportExit.WriteFailures(cli, evaluation);
            return ReportExit.GetExitCode(evaluation, []);
        }

        evaluation = SelectTeam(evaluation, request.Team);
        evaluation = evaluation with { Shown = ReportSelection.Select(evaluation.Resources, default, default, true) };
        var report = new PeriodReport
        {
            Evaluation = evaluation,
            Period = request.Evaluation.History,
            Team = request.Team,
            Alerts = ReportHistory.FindAlerts(evaluation),
        };
        report = request.State is { } place
            ? await StateInput.UseAsync(
                cli,
                place,
                state => ReportHistory.AddAsync(report, state, config.Rules, cancellation),
                cancellation
            )
            : report;
        var text = request.Target.IsHtml ? await PageRenderer.RenderReportAsync(report) : PeriodMarkdown.Render(report);
        await WriteAsync(cli, request.Target, text, evaluation.Resources.Count, cancellation);
        return ReportExit.GetExitCode(evaluation, []);
    }

    private static EvaluationReport SelectTeam(EvaluationReport report, string? team)
    {
        if (team is null)
        {
            return report;
        }

        var found = report
            .Resources.Where(resource => string.Equals(resource.Settings.Team, team, StringComparison.OrdinalIgnoreCase))
            .ToList();
        if (found.Count > 0)
        {
            return report with { Resources = found };
        }

        var nearest = NameSuggestions.FindNearest(
            team,
            report.Resources.Select(resource => resource.Settings.Team).OfType<string>().Distinct()
        );
        throw new CommandException(
            ExitCodes.NotFound,
            $"none of the {Wording.Count(report.Resources.Count, "resource")} belongs to team '{UntrustedText.Plain(team)}'."
                + (nearest is null ? "" : $" Did you mean '{UntrustedText.Plain(nearest)}'?")
        );
    }

    private static async Task WriteAsync(CliContext cli, ReportTarget target, string text, int resources, CancellationToken cancellation)
    {
        if (target.File is not { } file)
        {
            await cli.Out.WriteAsync(text.AsMemory(), cancellation);
            return;
        }

        try
        {
            await File.WriteAllTextAsync(cli.ResolvePath(file), text, new UTF8Encoding(false), cancellation);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CommandException(
                ExitCodes.InvalidInput,
                $"the report cannot be written to '{UntrustedText.Plain(file)}': {e.Message}",
                e
            );
        }

        await cli.Error.WriteLineAsync(
            $"advisor: wrote {UntrustedText.Plain(file)}, {Wording.Count(resources, "resource")}.".AsMemory(),
            cancellation
        );
    }
}
