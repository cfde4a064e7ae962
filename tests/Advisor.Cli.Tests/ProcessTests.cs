using System.Diagnostics;
using Advisor.Tests;

namespace Advisor.Cli.Tests;

/// <summary>What only a process of its own can show: real streams, a reader that leaves, the exit code that a shell sees.</summary>
public class ProcessTests
{
    [Fact]
    public async Task A_reader_that_leaves_early_is_no_failure()
    {
        using var advisor = Start("rules", "validate");
        advisor.StandardOutput.Close();

        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(string.Empty, await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken));
        Assert.Equal(ExitCodes.Success, advisor.ExitCode);
    }

    [Fact]
    public async Task In_a_pipe_the_demo_is_plain_text_and_ends_with_0()
    {
        using var advisor = Start("demo");

        var text = await advisor.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExitCodes.Success, advisor.ExitCode);
        Assert.Contains("hot-chat", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= CliContext.PipedWidth, line));
    }

    /// <summary>Spectre takes the log of a GitHub workflow for a terminal with colors, and a file written there for the log.</summary>
    [Fact]
    public async Task In_a_workflow_of_GitHub_a_plan_is_plain_text_as_elsewhere()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there is no env");
        string[] plan = ["plan", "--use-case", "broadcast", "--connections", "5000", "--message-bytes", "2048", "--interval", "1"];
        using var advisor = StartProgram("/usr/bin/env", ["GITHUB_ACTIONS=true", .. AdvisorProgram.Command, .. plan]);

        var text = await advisor.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.StartsWith("Recommended: ", text, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', text);
    }

    /// <summary>
    /// The terminal of Windows has an old code page by default, and a locale may name one elsewhere: a report, JSON or an exported state in
    /// a file would lose each character that it lacks.
    /// </summary>
    [Theory]
    [InlineData("config show größe… --config advisor.yaml", "Settings of größe…")]
    [InlineData("rules größe…", "größe…")]
    public async Task In_a_pipe_everything_is_UTF8_whatever_the_encoding_of_the_terminal(string command, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows takes no locale from the environment");
        using var folder = new TemporaryFolder();
        folder.Write("advisor.yaml", "{}");
        using var advisor = StartProgram(
            "/usr/bin/env",
            ["-C", folder.Path, "LC_ALL=de_DE.ISO-8859-1", .. AdvisorProgram.Command, .. command.Split(' ')]
        );

        var output = advisor.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var error = await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);

        Assert.Contains(expected, await output + error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_option_ends_with_2_and_one_line_on_standard_error()
    {
        using var advisor = Start("demo", "--colour");

        var error = await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExitCodes.Usage, advisor.ExitCode);
        Assert.StartsWith("advisor: unknown option '--colour'.", error, StringComparison.Ordinal);
    }

    /// <summary>What the README types: the launcher in the root starts the program that the build of the solution left.</summary>
    [Fact]
    public async Task The_launcher_of_the_root_starts_the_built_program()
    {
        using var advisor = StartProgram(
            RepositoryFiles.GetPath(OperatingSystem.IsWindows() ? "advisor.cmd" : "advisor"),
            "rules",
            "validate"
        );

        var error = await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal((ExitCodes.Success, string.Empty), (advisor.ExitCode, error));
    }

    [Theory]
    [InlineData("rules show")]
    [InlineData("rules show --output json")]
    public async Task A_full_disk_is_one_line_and_the_exit_code_of_a_file_that_cannot_be_written(string command)
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "there is no /dev/full");
        using var advisor = StartShell(command + " > /dev/full");

        var error = await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.Equal(
            (
                ExitCodes.InvalidInput,
                "advisor: the output cannot be written (No space left on device): free space, or write it elsewhere.\n"
            ),
            (advisor.ExitCode, error)
        );
    }

    [Theory]
    [InlineData(
        "rules validate >&-",
        ExitCodes.InvalidInput,
        "advisor: the output cannot be written: it is closed. To drop it, write it to /dev/null.\n"
    )]
    [InlineData("rules validete 2>&-", ExitCodes.Usage, "")]
    [InlineData("iac check none.tf 2>&-", ExitCodes.InvalidInput, "")]
    public async Task A_closed_output_is_one_line_and_an_exit_code(string command, int exitCode, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "cmd closes no output");
        using var advisor = StartShell(command);

        var error = await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await advisor.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal((exitCode, expected), (advisor.ExitCode, error));
    }

    // 11:00 in New York is 16:00 UTC in winter.
    [Theory]
    [InlineData("evaluate --explain chat --resource r.json --metrics m.json", "the newest from 2026-03-01 11:00 UTC")]
    [InlineData("backtest twice.json", "2026-03-01T11:00:00Z occurs twice")]
    public async Task A_time_without_an_offset_in_a_file_is_UTC_whatever_the_time_zone_of_the_machine(string command, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows takes no time zone from the environment");
        using var folder = new TemporaryFolder();
        const string id =
            "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.SignalRService/SignalR/chat";
        const string point = """{"timeStamp":"2026-03-01T11:00:00","maximum":900}""";
        const string row = """{"time":"2026-03-01T11:00:00","units":5,"ServerLoad":20,"ConnectionCount":900}""";
        folder.Write("r.json", $$$"""{"id":"{{{id}}}","name":"chat","location":"westeurope","sku":{"name":"Standard_S1","capacity":5}}""");
        folder.Write("m.json", $$$"""{"value":[{"name":{"value":"ConnectionCount"},"timeseries":[{"data":[{{{point}}}]}]}]}""");
        folder.Write("twice.json", $"[{row},{row}]");
        var arguments = command
            .Split(' ')
            .Select(word => word.EndsWith(".json", StringComparison.Ordinal) ? Path.Combine(folder.Path, word) : word);
        using var advisor = StartProgram("/usr/bin/env", ["TZ=America/New_York", .. AdvisorProgram.Command, .. arguments]);

        var output = advisor.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var error = await advisor.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);

        Assert.Contains(expected, (await output + error).ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    private static Process StartShell(string command) =>
        StartProgram("/bin/sh", "-c", string.Join(' ', AdvisorProgram.Command.Select(argument => $"'{argument}'")) + " " + command);

    private static Process Start(params string[] arguments) =>
        StartProgram(AdvisorProgram.Command[0], [.. AdvisorProgram.Command[1..], .. arguments]);

    private static Process StartProgram(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        foreach (var argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        start.Environment.Remove("COLUMNS");
        start.Environment.Remove("ADVISOR_DEBUG");
        return Process.Start(start)!;
    }
}
