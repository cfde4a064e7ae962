namespace Advisor.Cli.Tests;

public class AdvisorCliTests
{
    [Fact]
    public async Task Without_arguments_the_help_is_printed()
    {
        var run = await CliResult.RunAsync([]);

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Contains("Usage:", run.Out, StringComparison.Ordinal);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task Help_lists_every_exit_code()
    {
        var run = await CliResult.RunAsync(["--help"]);

        Assert.All(ExitCodes.All, code => Assert.Contains(code.Meaning, run.Out, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--verson", "advisor: unknown option '--verson'. Did you mean '--version'? 'advisor --help' lists commands and options.\n")]
    [InlineData("--zzzzzzzz", "advisor: unknown option '--zzzzzzzz'. 'advisor --help' lists commands and options.\n")]
    public async Task An_unknown_option_names_the_nearest_one_where_one_is_near(string option, string expected)
    {
        var run = await CliResult.RunAsync([option]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.Equal(expected, run.Error);
        Assert.Empty(run.Out);
    }
}
