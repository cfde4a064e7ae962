using Advisor.Configuration;
using Advisor.Configuration.Rules;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands;

public class InitCommandTests
{
    [Fact]
    public async Task It_writes_a_file_that_loads_as_it_is()
    {
        using var folder = new TemporaryFolder();

        var run = await CliResult.RunAsync(["init"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Empty(run.Error);
        Assert.NotNull(ConfigurationLoader.Load(Path.Combine(folder.Path, "advisor.yaml"), RuleSetLoader.Embedded).Configuration);
    }

    [Theory]
    [InlineData("advisor.yaml", "'advisor evaluate' reads it from this folder.")]
    [InlineData("./advisor.yaml", "'advisor evaluate' reads it from this folder.")]
    [InlineData("settings/advisor.yaml", "'advisor evaluate --config settings/advisor.yaml' reads it.")]
    [InlineData("other.yaml", "'advisor evaluate --config other.yaml' reads it.")]
    public async Task It_says_what_reads_the_file(string file, string expected)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "settings"));

        var run = await CliResult.RunAsync(["init", "--config", file], cli => cli with { Folder = folder.Path });

        Assert.Equal($"Wrote {file}. Everything in it is optional; {expected}\n", run.Out);
    }

    [Fact]
    public async Task It_refuses_to_write_over_a_file()
    {
        using var folder = new TemporaryFolder();
        var path = folder.Write("advisor.yaml", "mine");

        var run = await CliResult.RunAsync(["init"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.Equal("advisor: 'advisor.yaml' already exists: use --force to overwrite it, or --config FILE for another.\n", run.Error);
        Assert.Equal("mine", await File.ReadAllTextAsync(path));
    }

    [Fact]
    public async Task With_force_it_writes_over_a_file()
    {
        using var folder = new TemporaryFolder();
        var path = folder.Write("advisor.yaml", new string('x', 100_000));

        var run = await CliResult.RunAsync(["init", "--force"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.Success, run.ExitCode);
        Assert.Equal(ConfigurationTemplate.Text, await File.ReadAllTextAsync(path));
    }

    [Fact]
    public async Task A_folder_that_is_not_there_is_said_in_one_line()
    {
        using var folder = new TemporaryFolder();

        var run = await CliResult.RunAsync(["init", "--config", "no/such/advisor.yaml"], cli => cli with { Folder = folder.Path });

        Assert.Equal(ExitCodes.InvalidInput, run.ExitCode);
        Assert.StartsWith("advisor: 'no/such/advisor.yaml' cannot be written", run.Error, StringComparison.Ordinal);
        Assert.Equal(1, run.Error.Count(c => c == '\n'));
    }
}
