using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Advisor.Cli.Tests.Commands.Man;

/// <summary><c>advisor man</c> against groff.</summary>
public sealed class ManPageTests
{
    private const string Missing = "groff is not installed: run tests/run, or apt-get install groff";

    public static bool GroffIsPresent => File.Exists("/usr/bin/groff");

    [Fact(Skip = Missing, SkipUnless = nameof(GroffIsPresent))]
    public async Task Groff_formats_it_without_a_warning()
    {
        var page = (await CliResult.RunAsync(["man"])).Out;
        using var groff = Process.Start(
            new ProcessStartInfo("/usr/bin/groff", ["-man", "-ww", "-Tascii", "-P-c"])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
        var (output, error) = (groff.StandardOutput.ReadToEndAsync(), groff.StandardError.ReadToEndAsync());
        await groff.StandardInput.WriteAsync(page);
        groff.StandardInput.Close();
        await groff.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal((0, ""), (groff.ExitCode, await error));
        // Bold is a letter, a step back, and the letter again.
        var text = Regex.Replace(await output, ".\b", "", RegexOptions.None, TimeSpan.FromSeconds(10));
        Assert.Contains("advisor evaluate --subscription 00000000-0000-0000-0000-000000000000", text, StringComparison.Ordinal);
        Assert.Contains("EXIT STATUS", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_has_every_exit_code_and_command()
    {
        var page = (await CliResult.RunAsync(["man"])).Out;

        Assert.All(ExitCodes.All, code => Assert.Contains($".B {code.Code}\n", page, StringComparison.Ordinal));
        Assert.Contains(".SS advisor rules show [SECTION]\n", page, StringComparison.Ordinal);
        Assert.Contains(".SS advisor snooze RESOURCE\n", page, StringComparison.Ordinal);
        Assert.Contains(".SS advisor pause RESOURCE\n", page, StringComparison.Ordinal);
        Assert.Contains(".SS advisor pause list\n", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_says_which_option_is_not_valid_after_a_command()
    {
        var page = (await CliResult.RunAsync(["man"])).Out;

        Assert.Equal(ExitCodes.Success, (await CliResult.RunAsync(["plan", "--help"])).ExitCode);
        Assert.Equal(ExitCodes.Usage, (await CliResult.RunAsync(["plan", "--version"])).ExitCode);
        Assert.Contains("Valid after every command, but for \\-\\-version, which stands alone.\n", page, StringComparison.Ordinal);
    }
}
