using Advisor.Azure;
using Advisor.Azure.Identity;
using Advisor.Configuration;
using Advisor.Configuration.Reports;
using Advisor.Configuration.Yaml;
using Advisor.Core.Text;
using Advisor.Service.Notifications;
using Advisor.Service.Notifications.Channels;
using Advisor.Service.Reports;
using Advisor.Web;

namespace Advisor.Cli.Commands.Report;

/// <summary>Sends a report of advisor.yaml at once, as the service would send it. No state is touched.</summary>
internal static class ReportSendRun
{
    /// <param name="name">Of the report.</param>
    /// <returns>One of <see cref="ExitCodes"/>.</returns>
    /// <exception cref="CommandException">There is no such report, or nothing could be read.</exception>
    public static async Task<int> RunAsync(
        CliContext cli,
        ReportRequest request,
        string name,
        AdvisorConfiguration config,
        CancellationToken cancellation
    )
    {
        var report = FindReport(config, name);
        var routing = config.Routing!;
        var evaluation = await ReportRun.EvaluateAsync(cli, request.Evaluation with { History = report.Since }, config, cancellation);
        if (PeriodReportBuilder.FindFailure(evaluation) is { } failure)
        {
            throw new CommandException(Output.ReportExit.GetExitCode(evaluation, []), UntrustedText.Sanitize(failure));
        }

        var teams = new NotificationRouting(routing);
        var period = PeriodReportBuilder.Create(evaluation, report.Since, report.Team, teams.FindTeamName, config.ListBudgets());
        period = await ReportRun.AddHistoryAsync(cli, period, request.State, config, cancellation);
        var message = ReportMailer.CreateTrial(report, cli.Time.GetUtcNow()) with
        {
            Document = await ReportMailer.CreateDocumentAsync(report, period, PageRenderer.RenderMailAsync),
        };
        using var vault = new KeyVaultSecrets(SignIn.CreateDefault(request.Evaluation.Azure.FindCloud(config), null, null), cli.Time);
        using var channels = new NotificationChannels(routing, cli.Environment, vault, cli.Out, cli.Time);
        var answer = await channels.All.Single(channel => channel.Name == report.Channel).SendAsync(message, cancellation);
        var to = report.To.Count > 0 ? report.To : routing.Channels.Single(channel => channel.Name == report.Channel).Email!.To;
        await cli.Out.WriteLineAsync(
            UntrustedText
                .Sanitize(
                    $"{report.Name}: {(answer.Problem is { } problem ? $"not sent. {problem}" : $"sent to {string.Join(", ", to)}.")}"
                )
                .AsMemory(),
            cancellation
        );
        return answer.Problem is null ? Output.ReportExit.GetExitCode(evaluation, []) : ExitCodes.NotDelivered;
    }

    private static ReportSettings FindReport(AdvisorConfiguration config, string name)
    {
        if (config.Reports.Count == 0)
        {
            throw CommandException.CreateInvalidInput("advisor.yaml has no reports ('advisor init' shows how).");
        }

        var names = config.Reports.Select(report => report.Name).ToList();
        return config.Reports.FirstOrDefault(report => string.Equals(report.Name, name, StringComparison.OrdinalIgnoreCase))
            ?? throw CommandException.CreateNotFound(
                $"unknown report '{UntrustedText.Sanitize(name)}'"
                    + (
                        NameSuggestions.FindNearest(name, names) is { } near
                            ? $"; did you mean '{near}'?"
                            : $"; known reports: {string.Join(", ", names)}."
                    )
            );
    }
}
