using System.CommandLine;

namespace Advisor.Cli.Commands.Report;

/// <summary><c>advisor report</c>: reports on a fleet or a team over a window, as one HTML file or as Markdown.</summary>
public static class ReportCommand
{
    private const string Help = """
        Report what a fleet or a team costs, what it could cost, what was at risk, and each recommendation with its
        chart. Changes nothing.

        The HTML file is self-contained: no script, no network; you can mail, archive and print it. Markdown is for wikis.
        The command reads what 'advisor evaluate' reads, up to 30 days of metrics; with --state it also lists the
        changes in the window and when alerts started to fire.

        Examples:
          30 days of a subscription, to open in a browser or to print
            advisor report --subscription 00000000-0000-0000-0000-000000000000 -o report.html
          one team, with the changes that 'advisor watch' made
            advisor report --team chat --since 14d --state advisor-state.db -o chat.html
          for a wiki
            advisor report --resource-group chat-rg -o markdown
          ten sample resources; needs no account
            advisor report --local -o report.html
          mail a report defined in advisor.yaml (reports) now
            advisor report --send "chat weekly" --state advisor-state.db
        """;

    public static Command Create(CliContext cli)
    {
        var options = new ReportOptions();
        var command = new Command("report", Help);
        options.AddTo(command);
        command.SetAction((parse, cancellation) => ReportRun.RunAsync(cli, options.Read(parse), cancellation));
        return command;
    }
}
