using System.Diagnostics;
using System.Text.Json;
using Advisor.Cli.Tests.World;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Demo;

/// <summary>The end of <c>advisor demo --serve</c> before it serves.</summary>
public class DemoStopTests
{
    public static bool HasTerminals => !OperatingSystem.IsWindows() && IsInstalled("python3");

    [Fact]
    public async Task Cancelled_while_it_starts_it_says_so_and_ends_with_0()
    {
        var run = await CliResult.RunAsync(["demo", "--serve"], cancellation: new CancellationToken(canceled: true));

        Assert.Equal((ExitCodes.Success, string.Empty), (run.ExitCode, run.Out));
        Assert.EndsWith("advisor: stopped.\n", run.Error, StringComparison.Ordinal);
    }

    [Fact(Skip = "needs python3 and a system with pseudo-terminals", SkipUnless = nameof(HasTerminals))]
    public async Task Ctrl_C_on_a_terminal_ends_it_with_0_while_it_prepares()
    {
        object[][] steps =
        [
            ["until", "advisor: preparing"],
            ["send", "\u0003"],
        ];
        string[] arguments =
        [
            RepositoryFiles.GetPath("tests", "terminal.py"),
            "100",
            "24",
            TerminalScript.ToJson(steps),
            .. AdvisorProgram.Command,
            "demo",
            "--serve",
            "--port",
            $"{FreePort.Find()}",
        ];
        using var process = Process.Start(
            new ProcessStartInfo("python3", arguments) { RedirectStandardOutput = true, UseShellExecute = false }
        )!;
        var text = await process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        using var seen = JsonDocument.Parse(text);

        Assert.True(process.ExitCode == 0, text);
        Assert.Equal(ExitCodes.Success, seen.RootElement.GetProperty("exit").GetInt32());
        Assert.EndsWith("advisor: stopped.\r\n", seen.RootElement.GetProperty("raw").GetString(), StringComparison.Ordinal);
    }

    private static bool IsInstalled(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(place => File.Exists(Path.Combine(place, program)));
}
