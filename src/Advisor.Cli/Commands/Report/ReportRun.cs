using System.Text;
using Advisor.Cli.Commands.Evaluate;
using Advisor.Cli.Inputs;
using Advisor.Cli.Output;
using Advisor.Configuration;
using Advisor.Configuration.Yaml;
using Advisor.Core.Quantities;
using Advisor.Core.Reports;
using Advisor.Core.Text;
using Advisor.Reporting.Markdown;
using Advisor.Service.Notifications;
using Advisor.Service.Reports;
using Advisor.Web;

namespace Advisor.Cli.Commands.Report;

/// <summary>Creates one report: evaluates, adds what the state recorded, renders and writes it.</summary>
internal static class ReportRun
{
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">The input is not valid, or the file cannot be written.</exception>
    public static async Task<int> RunAsync(CliContext cli, ReportRequest request, CancellationToken cancellation)
    {
        var config = request.Evaluation.Settings.Load(cli);
        if (request.Send is { } send)
        {
            return await ReportSendRun.RunAsync(cli, request, send, config, cancellation);
        }

        RequireFolder(cli, request.Target);
        var evaluation = await EvaluateAsync(cli, request.Evaluation, config, cancellation);
        if (ReportExit.IsNothingButFailures(evaluation))
        {
            ReportExit.WriteFailures(cli, evaluation);
            return ReportExit.GetExitCode(evaluation, []);
        }

        var report = PeriodReportBuilder.Create(
            evaluation,
            request.Evaluation.History,
            request.Team,
            config.Routing is { } routing ? new NotificationRouting(routing).FindTeamName : null,
            config.ListBudgets()
        );
        if (request.Team is { } team && report.Evaluation.Resources.Count == 0)
        {
            throw CreateUnknownTeam(evaluation, team);
        }

        report = await AddHistoryAsync(cli, report, request.State, config, cancellation);
        var text = request.Target.IsHtml ? await PageRenderer.RenderReportAsync(report) : PeriodMarkdown.Render(report);
        await WriteAsync(cli, request.Target, text, report.Evaluation.Resources.Count, cancellation);
        return ReportExit.GetExitCode(report.Evaluation, []);
    }

    /// <summary>Evaluates the fleet, and keeps of each resource what a report has of it.</summary>
    internal static Task<EvaluationReport> EvaluateAsync(
        CliContext cli,
        EvaluateRequest request,
        AdvisorConfiguration config,
        CancellationToken cancellation
    ) => EvaluateRun.EvaluateAsync(cli, request, config, cancellation, static resource => resource.ToPeriodSummary());

    /// <summary>The report with what the state knows; as it is where none is named.</summary>
    internal static Task<PeriodReport> AddHistoryAsync(
        CliContext cli,
        PeriodReport report,
        string? place,
        AdvisorConfiguration config,
        CancellationToken cancellation
    ) =>
        place is null
            ? Task.FromResult(report)
            : StateInput.ReadAsync(
                cli,
                place,
                state => PeriodReportBuilder.AddHistoryAsync(report, state, config.Rules, cancellation),
                cancellation
            );

    private static CommandException CreateUnknownTeam(EvaluationReport report, string team)
    {
        var nearest = NameSuggestions.FindNearest(
            team,
            report.Resources.Select(resource => resource.Settings.Team).OfType<string>().Distinct()
        );
        return CommandException.CreateNotFound(
            $"none of the {Wording.FormatCount(report.Resources.Count, "resource")} belongs to team '{UntrustedText.Sanitize(team)}'."
                + (nearest is null ? "" : $" Did you mean '{UntrustedText.Sanitize(nearest)}'?")
        );
    }

    // Before the metrics are read, which may take minutes.
    private static void RequireFolder(CliContext cli, ReportTarget target)
    {
        if (target.File is { } file && Path.GetDirectoryName(cli.ResolvePath(file)) is { Length: > 0 } folder && !Directory.Exists(folder))
        {
            throw CommandException.CreateInvalidInput(
                $"the report cannot be written to '{UntrustedText.Sanitize(file)}': its folder does not exist."
            );
        }
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
            await WholeFile.WriteAsync(
                cli.ResolvePath(file),
                overwrite: true,
                mode: null,
                async stream =>
                {
                    var bytes = Encoding.UTF8.GetBytes(text);
                    await stream.WriteAsync(bytes, cancellation);
                    return bytes.Length;
                }
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.CreateInvalidInput($"the report cannot be written to '{UntrustedText.Sanitize(file)}': {e.Message}", e);
        }

        await cli.Error.WriteLineAsync(
            $"advisor: wrote {UntrustedText.Sanitize(file)}, {Wording.FormatCount(resources, "resource")}.".AsMemory(),
            cancellation
        );
    }
}
