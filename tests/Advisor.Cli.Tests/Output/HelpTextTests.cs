using System.Text;
using Advisor.Cli.Output;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Output;

public class HelpTextTests
{
    private const int Terminal = 80;

    private static readonly string[] Commands =
    [
        "",
        "demo",
        "evaluate",
        "report",
        "watch",
        "serve",
        "notify",
        "notify test",
        "silence",
        "silence add",
        "silence list",
        "silence end",
        "decide",
        "backtest",
        "init",
        "plan",
        "local",
        "rules",
        "rules validate",
        "rules show",
        "config",
        "config check",
        "config show",
        "doctor",
        "metrics",
        "metrics dashboards",
        "metrics rules",
    ];

    [Fact]
    public async Task The_help_of_every_command_in_a_terminal_of_80_columns_reads_as_it_was_reviewed()
    {
        var text = new StringBuilder();
        foreach (var command in Commands)
        {
            var run = await CliResult.RunAsync(
                [.. command.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"],
                cli => cli with { Width = Terminal },
                TestContext.Current.CancellationToken
            );
            Assert.Equal(ExitCodes.Success, run.ExitCode);

            // The exit codes are the same for all.
            text.Append("$ advisor ")
                .Append(command)
                .Append(command.Length > 0 ? " --help\n" : "--help\n")
                .Append(run.Out.AsSpan(0, run.Out.IndexOf("Exit codes:", StringComparison.Ordinal)));
        }

        Golden.AssertMatches("Advisor.Cli.Tests", "help.txt", text.ToString());
    }

    [Fact]
    public void Breaks_of_the_source_are_no_breaks_of_a_paragraph()
    {
        Assert.Equal(["One two three", "four.", "", "Next."], HelpText.ListDescribed("One two\nthree four.\n\nNext.", 14));
    }

    [Fact]
    public void What_is_said_of_an_example_wraps_with_its_indent_and_its_command_stays_whole()
    {
        Assert.Equal(
            ["Examples:", "  a long", "  caption", "    advisor plan --use-case broadcast \\", "      --interval 1"],
            HelpText.ListDescribed("Examples:\n  a long caption\n    advisor plan --use-case broadcast \\\n      --interval 1", 12)
        );
    }
}
