using System.Diagnostics;
using Advisor.Cli.Commands.Completion;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Completion;

/// <summary><c>advisor completion</c> in the shells themselves.</summary>
public sealed class CompletionTests : IDisposable
{
    private const string FishIsMissing = "fish is not installed: run tests/run, or apt-get install fish";
    private const string PowerShellIsMissing = "pwsh is not on the PATH: dotnet tool install --global PowerShell";
    private const string ZshIsMissing = "zsh is not installed: run tests/run, or apt-get install zsh";

    private readonly TemporaryFolder folder = new();

    public static bool FishIsPresent => File.Exists("/usr/bin/fish");

    public static bool PowerShellIsPresent =>
        Environment.GetEnvironmentVariable("PATH") is { } path
        && path.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, "pwsh")));

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

    /// <summary>In place of advisor stands a function that shows its arguments: what a person would run after these keys.</summary>
    [Theory]
    [InlineData("advisor ru\tvalidate", "rules", "validate")] // beside a folder of that name
    [InlineData("advisor evaluate --config my\\ f\t", "evaluate", "--config", "my file.yaml")]
    [InlineData("advisor evaluate --config my\td\t", "evaluate", "--config", "my dir/")]
    [InlineData("advisor evaluate --config=adv\t", "evaluate", "--config=advisor.yaml")]
    [InlineData("advisor evaluate --output=j\t", "evaluate", "--output=json")]
    [InlineData("advisor report -o h\t", "report", "-o", "html")]
    [InlineData("advisor report -o FI\tadv\t", "report", "-o", "FIadv")] // the word of the help is no value
    [InlineData("advisor report -o my\\ f\t", "report", "-o", "my file.yaml")]
    [InlineData("advisor iac check adv\t--rep\tadv\t", "iac", "check", "advisor.yaml", "--report", "advisor.yaml")]
    [InlineData("advisor backtest my\\ d\t", "backtest", "my dir/")]
    [InlineData("advisor completion b\t", "completion", "bash")]
    public async Task A_line_that_bash_has_completed_has_the_words_that_were_meant(string keys, params string[] expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there is no pseudo-terminal");
        WriteFiles();
        var start = folder.Write(
            "start",
            $"""
            PS1='> '
            source {await WriteAsync("bash")}
            {Standin}
            """
        );

        Assert.Contains(Join(expected), await TypeAsync(keys, "/bin/bash", "--init-file", start, "-i"), StringComparison.Ordinal);
    }

    [Theory(Skip = ZshIsMissing, SkipUnless = nameof(ZshIsPresent))]
    [InlineData("advisor ru\tvalidate", "rules", "validate")]
    [InlineData("advisor evaluate --config my\\ f\t", "evaluate", "--config", "my file.yaml")]
    [InlineData("advisor evaluate --output=j\t", "evaluate", "--output=json")]
    [InlineData("advisor report -o h\t", "report", "-o", "html")]
    [InlineData("advisor report -o adv\t", "report", "-o", "advisor.yaml")]
    [InlineData("advisor iac check adv\t--rep\tadv\t", "iac", "check", "advisor.yaml", "--report", "advisor.yaml")]
    [InlineData("advisor completion b\t", "completion", "bash")]
    public async Task A_line_that_zsh_has_completed_has_the_words_that_were_meant(string keys, params string[] expected)
    {
        WriteFiles();
        folder.Write(
            ".zshrc",
            $"""
            PS1='> '
            autoload -U compinit
            compinit -D -u
            source {await WriteAsync("zsh")}
            {Standin}
            """
        );

        var output = await TypeAsync(keys, "/usr/bin/env", $"ZDOTDIR={folder.Path}", "/usr/bin/zsh", "-i");

        Assert.Contains(Join(expected), output, StringComparison.Ordinal);
    }

    [Theory(Skip = FishIsMissing, SkipUnless = nameof(FishIsPresent))]
    [InlineData("advisor ev", "evaluate")]
    [InlineData("advisor evaluate --output m", "markdown")]
    [InlineData("advisor notify test --sam", "--sample")]
    [InlineData("advisor rules sh", "show")]
    [InlineData("advisor report -o ht", "html")]
    [InlineData("advisor report -o FI", "")]
    [InlineData("advisor report -o adv", "advisor.yaml")]
    [InlineData("advisor iac check adv", "advisor.yaml")]
    [InlineData("advisor backtest adv", "advisor.yaml")]
    [InlineData("advisor completion b", "bash")]
    public async Task Fish_completes_the_same_with_descriptions(string line, string expected)
    {
        folder.Write("advisor.yaml", "");
        var script = $"source {await WriteAsync("fish")}; cd {folder.Path}; complete -C '{line}'";
        var output = await RunAsync("/usr/bin/fish", "--no-config", "-c", script);

        Assert.Equal(expected, output.Split('\t')[0].Trim());
    }

    [Theory(Skip = PowerShellIsMissing, SkipUnless = nameof(PowerShellIsPresent))]
    [InlineData("advisor ev", "evaluate")]
    [InlineData("advisor evaluate --output ", "text json markdown csv focus")]
    [InlineData("advisor notify test --sam", "--sample")]
    [InlineData("advisor rules sh", "show")]
    [InlineData("advisor report -o ht", "html")]
    [InlineData("advisor report -o FI", "")]
    [InlineData("advisor iac check adv", "./advisor.yaml")]
    [InlineData("./advisor ev", "evaluate")]
    [InlineData("advisor.exe ev", "evaluate")]
    public async Task PowerShell_completes_the_same_skipped_where_it_is_absent(string line, string expected)
    {
        folder.Write("advisor.yaml", "");
        var script = $"""
            . '{await WriteAsync("powershell")}'
            Set-Location '{folder.Path}'
            $found = [System.Management.Automation.CommandCompletion]::CompleteInput('{line}', {line.Length}, $null)
            $found.CompletionMatches.CompletionText -join ' '
            """;
        var output = await RunAsync("pwsh", "-NoLogo", "-NoProfile", "-NonInteractive", "-Command", script);

        Assert.Equal(expected, output.Trim());
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

    // Windows PowerShell 5.1 appends UTF-16 by >> whatever the file has: a profile in UTF-8 is an error at every start after that.
    // Add-Content writes what the profile has, and ASCII is the same in each of its encodings.
    [Fact]
    public async Task The_profile_of_PowerShell_keeps_its_encoding()
    {
        Assert.All((await CliResult.RunAsync(["completion", "powershell"])).Out, c => Assert.True(char.IsAscii(c), $"U+{(int)c:X4}"));
        var help = (await CliResult.RunAsync(["completion", "--help"])).Out;
        Assert.Contains("advisor completion powershell | Add-Content $PROFILE\n", help, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_shell_names_those_that_are_known()
    {
        var run = await CliResult.RunAsync(["completion", "tcsh"]);

        Assert.Equal(ExitCodes.Usage, run.ExitCode);
        Assert.StartsWith("advisor: SHELL must be bash, zsh, fish or powershell, not 'tcsh'.", run.Error, StringComparison.Ordinal);
    }

    // In place of advisor: its arguments, and a word that the line itself does not have.
    private string Standin =>
        $$"""
            cd '{{folder.Path}}/here'
            advisor() { printf '[%s]' "$@"; printf 'e''nd\n'; }
            """;

    private static string Join(string[] words) => string.Concat(words.Select(word => $"[{word}]")) + "end";

    private void WriteFiles()
    {
        folder.Write("here/advisor.yaml", "");
        folder.Write("here/my file.yaml", "");
        folder.Write("here/my dir/trace.csv", "");
        folder.Write("here/rules/skus.yaml", "");
    }

    private static Task<string> TypeAsync(string keys, params string[] shell)
    {
        object[][] steps =
        [
            ["until", ">"],
            ["send", keys + "\n"],
            ["until", "end"],
            ["send", "exit\n"],
        ];
        return RunAsync("python3", [RepositoryFiles.GetPath("tests", "terminal.py"), "200", "20", TerminalScript.ToJson(steps), .. shell]);
    }

    private async Task<string> WriteAsync(string shell) =>
        // PowerShell takes a script by the end of its name.
        folder.Write(shell == "powershell" ? "script.ps1" : "script", (await CliResult.RunAsync(["completion", shell])).Out);

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
