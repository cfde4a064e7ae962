using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Rules;

public class RulesCommandTests
{
    [Fact]
    public async Task The_built_in_rules_are_good()
    {
        var run = await CliResult.RunAsync(["rules", "validate"]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("The rules are valid", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_is_not_there_is_said_in_one_line()
    {
        var run = await CliResult.RunAsync(["rules", "validate", "--rules", "no-such-folder"]);

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.EndsWith("no-such-folder: The folder does not exist.\n", run.Error, StringComparison.Ordinal);
        Assert.Equal(1, run.Error.Count(c => c == '\n'));
    }

    [Fact]
    public async Task An_empty_name_is_not_the_working_folder()
    {
        // As of --rules "$RULES" where the variable is not set.
        using var folder = new TemporaryFolder();
        folder.Write("policy.yaml", "edition: [unclosed");

        var run = await CliResult.RunAsync(["rules", "validate", "--rules", ""], cli => cli with { Folder = folder.Path });

        Assert.Equal((ExitCodes.Usage, ""), (run.ExitCode, run.Out));
        Assert.StartsWith("advisor: --rules names no folder: omit it for the built-in rules.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_problem_of_a_broken_folder_is_named_with_file_and_line()
    {
        using var folder = new TemporaryFolder();
        folder.Write("policy.yaml", "edition: [unclosed");
        folder.Write("polcy.yaml", "x: 1");

        var run = await CliResult.RunAsync(["rules", "validate", "--rules", folder.Path]);

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Contains("policy.yaml:", run.Error, StringComparison.Ordinal);
        Assert.Contains("polcy.yaml", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_figures_of_a_name_have_unit_source_and_date()
    {
        var run = await CliResult.RunAsync(["rules", "show", "signalr.echo"], cli => cli with { Width = 100 });

        Assert.Equal((ExitCodes.Success, ""), (run.ExitCode, run.Error));
        Golden.AssertMatches("Advisor.Cli.Tests", "rules-show.txt", run.Out);
    }

    [Theory]
    [InlineData("policy", "serverLoadTarget", "signalr.echo")]
    [InlineData("alerts", "keepLastFor", "serverLoadTarget")]
    [InlineData("signalr.yaml", "signalr.echo", "serverLoadTarget")]
    [InlineData("CAPACITY", "webpubsub.sendToBigGroup", "serverLoadTarget")]
    public async Task A_section_is_a_file_or_a_folder(string section, string has, string lacks)
    {
        var run = await CliResult.RunAsync(["rules", "show", section]);

        Assert.Contains($"\n  {has}\n", run.Out, StringComparison.Ordinal);
        Assert.DoesNotContain($"\n  {lacks}\n", run.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_condition_of_alerts_has_its_number_and_the_thresholds_and_times_of_each_severity()
    {
        var run = await CliResult.RunAsync(["rules", "show", "connections"], cli => cli with { Width = 100 });

        // Two levels of rules/alerts.yaml: > 1.00 of: target and >= 0.98 of: limit, pending 5, resolveDelay 10, repeatInterval 240 and 60.
        Assert.Contains(
            """
              connections
                Client and server connections, of those that the current size accepts.
                warning: > 1.00 of the target for 5 min; clears < 0.95 for 10 min, repeats every 4 h
                error: >= 0.98 of the limit for 5 min; clears < 0.95 for 10 min, repeats every 1 h
                Azure refuses new connections at 100 %.
                Source: https://learn.microsoft.com/azure/azure-web-pubsub/howto-scale-autoscale

            """,
            run.Out,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task An_unknown_section_names_the_nearest()
    {
        var run = await CliResult.RunAsync(["rules", "show", "polcy"]);

        Assert.Equal(ExitCodes.NotFound, run.ExitCode);
        Assert.Equal("advisor: no figure is named 'polcy'. Did you mean 'policy'?\n", run.Error);
    }

    [Fact]
    public async Task A_subcommand_is_asked_for_where_it_is_missing()
    {
        var run = await CliResult.RunAsync(["rules"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Equal("advisor: 'advisor rules' needs a command. 'advisor rules --help' lists commands and options.\n", run.Error);
    }

    [Fact]
    public async Task A_misspelled_command_names_the_nearest_one()
    {
        var run = await CliResult.RunAsync(["rulse"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Equal("advisor: unknown command 'rulse'. Did you mean 'rules'? 'advisor --help' lists commands and options.\n", run.Error);
    }
}
