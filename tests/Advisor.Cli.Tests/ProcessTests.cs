using System.Diagnostics;

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
        Assert.StartsWith("Resource", text, StringComparison.Ordinal);
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

    private static Process Start(params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet") { UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true };
        start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "advisor.dll"));
        foreach (var argument in arguments)
        {
            start.ArgumentList.Add(argument);
        }

        start.Environment.Remove("COLUMNS");
        start.Environment.Remove("ADVISOR_DEBUG");
        return Process.Start(start)!;
    }
}
