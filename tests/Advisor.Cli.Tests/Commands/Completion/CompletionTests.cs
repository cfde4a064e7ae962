using System.Diagnostics;
using Advisor.Cli.Commands.Completion;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Completion;

/// <summary><c>advisor completion</c> in the shells themselves.</summary>
public sealed class CompletionTests : IDisposable
{
    private const string FishIsMissing = "fish is not installed: run tests/run, or apt-get install fish";
    private const string ZshIsMissing = "zsh is not installed: run tests/run, or apt-get install zsh";

    private readonly TemporaryFolder folder = new();

    public static bool FishIsPresent => File.Exists("/usr/bin/fish");

    public static bool ZshIsPresent => File.Exists("/usr/bin/zsh");

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("advisor ev", "evaluate")]
    [InlineData("advisor evaluate --output ", "text json markdown csv focus")]
    [InlineData("advisor evaluate -o m", "markdown")]
    [InlineData("advisor rules ", "validate show --verbose --help -? -h")]
    [InlineData("advisor notify test --sam", "--sample")]
    [InlineData("advisor watch --cloud u", "usGovernment")]
    [InlineData("advisor evaluate --sort sa", "saving")]
    [InlineData("advisor evaluate --config adv", "advisor.yaml")]
    [InlineData("advisor evaluate --subscription ", "")]
    [InlineData("advisor plan --us", "--use-case")]
    [InlineData("advisor plan --use-case e", "echo")]
    [InlineData("advisor plan --service w", "webpubsub")]
    [InlineData("advisor plan --sku P", "Premium_P1 Premium_P2")]
    [InlineData("advisor watch --mode auto", "auto autoUp")]
    public async Task Bash_completes_commands_options_values_and_files(string line, string expected)
    {
        folder.Write("advisor.yaml", "");
        var words = line.Split(' ');
        var script = $"""
            source {await WriteAsync("bash")}
            cd {folder.Path}
            COMP_WORDS=({string.Join(' ', words.Select(word => $"'{word}'"))}) COMP_CWORD={words.Length - 1}
            _advisor
            echo "{"${COMPREPLY[*]}"}"
            """;

        Assert.Equal(expected, (await RunAsync("/bin/bash", "-c", script)).Trim());
    }

    [Theory(Skip = FishIsMissing, SkipUnless = nameof(FishIsPresent))]
    [InlineData("advisor ev", "evaluate")]
    [InlineData("advisor evaluate --output m", "markdown")]
    [InlineData("advisor notify test --sam", "--sample")]
    [InlineData("advisor rules sh", "show")]
    public async Task Fish_completes_the_same_with_descriptions(string line, string expected)
    {
        var output = await RunAsync("/usr/bin/fish", "--no-config", "-c", $"source {await WriteAsync("fish")}; complete -C '{line}'");

        Assert.Equal(expected, output.Split('\t')[0].Trim());
    }

    [Fact(Skip = ZshIsMissing, SkipUnless = nameof(ZshIsPresent))]
    public async Task Zsh_reads_its_script() => Assert.Equal("", await RunAsync("/usr/bin/zsh", "-n", await WriteAsync("zsh")));

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    [InlineData("powershell")]
    public async Task Every_command_and_option_is_in_every_script(string shell)
    {
        var script = (await CliResult.RunAsync(["completion", shell])).Out;
        var nodes = CompletionTree.List(RootCommandFactory.Create(new CliContext { Out = TextWriter.Null, Error = TextWriter.Null }));

        Assert.True(nodes.Count > 30, $"{nodes.Count} commands");
        Assert.All(nodes, node => Assert.Contains(node.Path, script, StringComparison.Ordinal));
        Assert.All(
            nodes.SelectMany(node => node.Options).SelectMany(option => option.Names),
            name => Assert.Contains(shell == "fish" ? name.TrimStart('-') : name, script, StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task An_unknown_shell_names_those_that_are_known()
    {
        var run = await CliResult.RunAsync(["completion", "tcsh"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: SHELL must be bash, zsh, fish or powershell, not 'tcsh'.", run.Error, StringComparison.Ordinal);
    }

    private async Task<string> WriteAsync(string shell) => folder.Write("script", (await CliResult.RunAsync(["completion", shell])).Out);

    private static async Task<string> RunAsync(string program, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(program, arguments)
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return await output + await error;
    }
}
